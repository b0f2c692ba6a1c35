import { escapeXml } from '../../../platform/http/xml.ts'

// The image that other sites show next to a link, 1200 × 630: shapes and text as SVG, with images between them. All user text is
// escaped, cut to what fits, and rendered with fonts of ours.

export const size = { width: 1200, height: 630 } as const
export interface Layer {
  bytes: Buffer
  left: number
  top: number
  width: number
  height: number
  /** The outline of an image of a person. */
  shape: 'box' | 'arch'
  blur: boolean
}
export interface Card {
  back: string
  layers: Layer[]
  front: string
}
export interface ProfileCardData {
  name: string
  username: string | null
  tagline: string
  followers: number
  feeds: number
  siteName: string
  avatar: Buffer | null
  cover: Buffer | null
}
export interface PostCardData {
  title: string
  name: string
  username: string | null
  siteName: string
  isLocked: boolean
  image: Buffer | null
  avatar: Buffer | null
}

const display = `'Bricolage Grotesque 96pt ExtraBold', 'Noto Sans JP Thin'`
const plain = `'Figtree Light', 'Noto Sans JP Thin'`
const [canvas, ink, quiet, amber, sky] = ['#fbf9f6', '#241d16', '#6d655e', '#ffbd58', '#42b1e8']

export function profileCard(cardData: ProfileCardData): Card {
  const { avatar, cover } = cardData
  const left = avatar ? 372 : 72
  const name = fitting(cardData.name, 66, size.width - left - 72)
  return {
    back: svg(`<rect width="1200" height="630" fill="${canvas}"/>${cover ? '' : rays}`),
    layers: [
      ...(cover ? [layer(cover, 0, 0, 1200, 300)] : []),
      ...(avatar ? [{ ...layer(avatar, 80, 168, 256, 341), shape: 'arch' as const }] : []),
    ],
    front: svg(
      (avatar ? `<path d="${archAt(80, 168, 256, 341)}" fill="none" stroke="${canvas}" stroke-width="10"/>` : '') +
        textElement(name.text, { x: left, y: 392, fontSize: name.fontSize, face: display, weight: 700, fill: ink }) +
        linesOf(cardData.tagline, 32, size.width - left - 72, 2)
          .map((line, at) =>
            textElement(line, { x: left, y: 446 + at * 42, fontSize: 32, face: plain, weight: 400, fill: quiet }),
          )
          .join('') +
        counts(cardData, left) +
        foot(cardData.siteName),
    ),
  }
}

export function postCard(cardData: PostCardData): Card {
  const { image, isLocked } = cardData
  const lines = linesOf(cardData.title || cardData.name, 58, 1040, 2)
  const by = cardData.username ? `${cardData.name} · @${cardData.username}` : cardData.name
  const top = 532 - (lines.length - 1) * 68
  return {
    back: svg(`<rect width="1200" height="630" fill="${canvas}"/>${image ? '' : rays}`),
    layers: image ? [{ ...layer(image, 0, 0, 1200, 630), blur: isLocked }] : [],
    front: svg(
      (image
        ? `<defs><linearGradient id="dusk" x2="0" y2="1"><stop offset=".3" stop-color="#181310" stop-opacity=".06"/><stop offset="1" stop-color="#181310" stop-opacity=".88"/></linearGradient></defs><rect width="1200" height="630" fill="url(#dusk)"/>`
        : '') +
        (isLocked ? lock : '') +
        lines
          .map((line, at) =>
            textElement(line, {
              x: 80,
              y: top + at * 68,
              fontSize: 58,
              face: display,
              weight: 700,
              fill: image ? '#fff' : ink,
            }),
          )
          .join('') +
        textElement(cut(by, 30, 760), {
          x: 80,
          y: 584,
          fontSize: 30,
          face: plain,
          weight: 500,
          fill: image ? '#fff' : quiet,
        }) +
        foot(cardData.siteName, image ? '#fff' : quiet),
    ),
  }
}

const svg = (content: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630" viewBox="0 0 1200 630">${content}</svg>`
const layer = (bytes: Buffer, left: number, top: number, width: number, height: number): Layer => ({
  bytes,
  left,
  top,
  width,
  height,
  shape: 'box',
  blur: false,
})
/** A half-round top. */
export const archAt = (x: number, y: number, width: number, height: number): string =>
  `M${x} ${y + height}V${y + width / 2}a${width / 2} ${width / 2} 0 0 1 ${width} 0V${y + height}z`

/** Rays of light, in place of an image. */
const rays = Array.from({ length: 7 }, (_, at) => {
  const [from, to] = [at, at + 1].map((n) => Math.PI * (1 - n / 7)) as [number, number]
  const at_ = (radius: number, angle: number) =>
    `${(1000 + radius * Math.cos(angle)).toFixed(1)} ${(330 - radius * Math.sin(angle)).toFixed(1)}`
  return `<path d="M${at_(90, from - 0.03)}L${at_(300, from - 0.03)}A300 300 0 0 1 ${at_(300, to + 0.03)}L${at_(90, to + 0.03)}z" fill="${sky}" opacity="${0.35 + at * 0.09}"/>`
}).join('')
const lock = `<g transform="translate(80 72)"><rect width="72" height="72" rx="36" fill="#181310" fill-opacity=".66"/><path d="M26 34v-5a10 10 0 0 1 20 0v5m-23 0h26v17H23z" fill="none" stroke="#fff" stroke-width="4" stroke-linejoin="round"/></g>`

const foot = (siteName: string, fill: string = quiet) =>
  `<path d="M1128 590a20 20 0 0 0-40 0z" fill="${amber}"/>` +
  textElement(cut(siteName, 26, 240), { x: 1076, y: 590, fontSize: 26, face: display, weight: 700, fill, end: true })

const person = `<circle cx="11" cy="7" r="6"/><path d="M0 26a11 11 0 0 1 22 0z"/>`
const page = `<path d="M0 2h22v22H0zm4 5v3h14V7zm0 6v3h14v-3z" fill-rule="evenodd"/>`
function counts({ followers, feeds }: ProfileCardData, left: number): string {
  const short = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 })
  let x = left
  return [
    { icon: person, count: followers },
    { icon: page, count: feeds },
  ]
    .filter(({ count }) => count > 0)
    .map(({ icon, count }) => {
      const text = short.format(count)
      const iconLine = `<g transform="translate(${x} 553)" fill="${ink}">${icon}</g>${textElement(text, { x: x + 34, y: 577, fontSize: 28, face: plain, weight: 600, fill: ink })}`
      x += 34 + widthOf(text, 28) + 44
      return iconLine
    })
    .join('')
}

interface TextStyle {
  x: number
  y: number
  fontSize: number
  face: string
  weight: number
  fill: string
  /** x is the position where the text ends. */
  end?: boolean
}
function textElement(text: string, { x, y, fontSize, face, weight, fill, end = false }: TextStyle): string {
  // Text in right-to-left scripts keeps its direction; the layout of the card is not mirrored.
  const isRtl = /^[^\p{L}]*[\p{Script=Arabic}\p{Script=Hebrew}]/u.test(text)
  const anchor = end !== isRtl ? 'end' : 'start'
  return `<text x="${x}" y="${y}" font-family="${face}" font-size="${fontSize}" font-weight="${weight}" fill="${fill}" text-anchor="${anchor}"${isRtl ? ' direction="rtl"' : ''}>${escapeXml(text)}</text>`
}

const signs = new Intl.Segmenter('en', { granularity: 'grapheme' })
const wide =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Extended_Pictographic}\uff00-\uff60]/u
/** Approximate text width: accurate enough for truncating, with some margin. */
export function widthOf(text: string, fontSize: number): number {
  let sum = 0
  for (const { segment } of signs.segment(text))
    sum += wide.test(segment) ? 1 : /[\p{Lu}mwMW@%]/u.test(segment) ? 0.72 : 0.54
  return sum * fontSize
}
function cut(text: string, fontSize: number, most: number): string {
  if (widthOf(text, fontSize) <= most) return text
  let fitted = ''
  for (const { segment } of signs.segment(text)) {
    if (widthOf(`${fitted}${segment}…`, fontSize) > most) break
    fitted += segment
  }
  return `${fitted.trimEnd()}…`
}
const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim()
function fitting(text: string, fontSize: number, most: number): { text: string; fontSize: number } {
  const line = oneLine(text)
  const smaller = Math.max(40, Math.min(fontSize, Math.floor((most / widthOf(line, 1)) * 1)))
  return { text: cut(line, smaller, most), fontSize: smaller }
}
export function linesOf(text: string, fontSize: number, most: number, linesMax: number): string[] {
  const lines: string[] = []
  let line = ''
  const pieces = [...new Intl.Segmenter('ja', { granularity: 'word' }).segment(oneLine(text))].map(
    ({ segment }) => segment,
  )
  for (const [at, piece] of pieces.entries()) {
    if (line && widthOf(line + piece, fontSize) > most) {
      if (lines.length === linesMax - 1) {
        lines.push(cut(line + pieces.slice(at).join(''), fontSize, most))
        return lines
      }
      lines.push(line.trimEnd())
      line = piece.trimStart()
    } else line += piece
  }
  if (line) lines.push(cut(line, fontSize, most))
  return lines
}
