/** People in the style of the mocks: flat, friendly, half of the face in soft shade. Head centre is 0,0; the face is 68 wide. */
import { SKIN, dim, lift, mix } from './palette.ts'
import { type Sheet, circ, ell, g, line, path, rect, stroke } from './svg.ts'

export type Hair =
  | 'curly'
  | 'braids'
  | 'side'
  | 'bun'
  | 'long'
  | 'loose'
  | 'bob'
  | 'buzz'
  | 'afro'
  | 'crop'
  | 'ponytail'
  | 'wavy'
  | 'locs'
  | 'bald'
  | 'quiff'
  | 'curlyShort'
  | 'none'
export type Cover = 'beanie' | 'hijab' | 'cap' | 'turban' | 'scarf'
export type Top = 'crew' | 'vee' | 'apron' | 'hood' | 'collar' | 'tank' | 'roll' | 'overall'
export type Look = {
  skin: keyof typeof SKIN
  hair: Hair
  hairColour: string
  top: Top
  topColour: string
  trim?: string
  cover?: Cover
  coverColour?: string
  glasses?: string
  beard?: 'full' | 'short' | 'tache'
  beardColour?: string
  earrings?: string
  phones?: string
  lines?: boolean
  freckles?: boolean
  back: [string, string]
}
export type Mood = { eyes?: 'open' | 'closed' | 'down'; mouth?: 'smile' | 'sing' | 'calm' | 'grin' }

const FACE = 'M-34 -20C-34 -44 34 -44 34 -20L34 4C34 32 18 46 0 46C-18 46 -34 32 -34 4Z'

function bumps(
  cx: number,
  cy: number,
  rx: number,
  ry: number,
  n: number,
  r: number,
  colour: string,
  from = 0,
  to = 360,
): string {
  return Array.from({ length: n }, (_, i) => {
    const a = ((from + ((to - from) * i) / (from === 0 && to === 360 ? n : n - 1)) * Math.PI) / 180
    return circ(cx + Math.cos(a) * rx, cy + Math.sin(a) * ry, r * (i % 2 ? 0.9 : 1.06), colour)
  }).join('')
}

function hairBack(l: Look): string {
  const c = l.hairColour
  const d = dim(c, 0.3)
  switch (l.hair) {
    case 'curly':
      return ell(0, 2, 52, 54, d) + bumps(0, 2, 50, 50, 15, 17, d) + bumps(0, -6, 44, 46, 13, 16, c, 150, 390)
    case 'afro':
      return ell(0, -18, 57, 54, c) + bumps(0, -18, 50, 47, 17, 10, c)
    case 'curlyShort':
      return bumps(0, -18, 34, 30, 11, 14, d, 160, 380)
    case 'braids':
      return (
        path('M-40 -10C-42 -56 42 -56 40 -10L38 26L-38 26Z', d) +
        [-1, 1]
          .map(
            (k) =>
              Array.from({ length: 6 }, (_, i) =>
                ell(k * (39 + i * 0.8), 26 + i * 12, 8.2 - i * 0.35, 8, i % 2 ? c : lift(c, 0.1)),
              ).join('') + rect(k * 43 - 4.5, 94, 9, 6, l.trim ?? '#ffbd58', 'rx="3"'),
          )
          .join('')
      )
    case 'bun':
      return (
        circ(0, -60, 18, d) +
        path('M-14 -66C-6 -78 12 -77 15 -64', lift(c, 0.16)) +
        path('M-38 -6C-40 -54 40 -54 38 -6L36 10L-36 10Z', d)
      )
    case 'long':
      return (
        path('M-42 -8C-42 -58 42 -58 42 -8C43 30 46 60 48 100L-48 100C-46 60 -43 30 -42 -8Z', d) +
        path('M-42 -8C-44 30 -47 60 -48 100L-28 100L-30 0Z', c)
      )
    case 'loose':
      return (
        path(
          'M-40 -10C-42 -56 42 -56 42 -8C44 24 50 50 60 74C48 82 34 82 22 78L-22 78C-36 82 -50 80 -58 72C-46 50 -42 24 -40 -10Z',
          d,
        ) + path('M-40 -10C-42 24 -46 50 -58 72C-48 80 -38 81 -28 79L-28 0Z', c)
      )
    case 'wavy':
      return path(
        'M-41 -8C-42 -58 44 -58 42 -8C43 8 52 16 48 30C45 42 55 48 50 60C40 70 26 66 20 62L-20 62C-30 68 -44 68 -50 58C-54 46 -45 42 -48 28C-52 16 -42 8 -41 -8Z',
        d,
      )
    case 'bob':
      return path('M-40 -8C-42 -58 42 -58 40 -8L46 50L-46 50Z', d) + path('M-40 -8L-46 50L-26 50L-30 -10Z', c)
    case 'ponytail':
      return (
        path('M26 -34C62 -40 60 10 52 46C48 60 40 54 40 42C42 16 38 -6 24 -14Z', d) +
        path('M-38 -6C-40 -54 40 -54 38 -6L36 8L-36 8Z', d)
      )
    case 'locs':
      return (
        path('M-40 -10C-42 -58 42 -58 40 -10L40 40L-40 40Z', d) +
        [-41, -33, 33, 41]
          .map((x, i) =>
            stroke(`M${x} -16C${x * 1.08} 10 ${x * 1.1} 34 ${x * 1.16} ${58 + (i % 2) * 10}`, i < 2 ? c : d, 9),
          )
          .join('')
      )
    default:
      return ''
  }
}

function hairFront(l: Look): string {
  const c = l.hairColour
  const hi = lift(c, 0.14)
  const d = dim(c, 0.25)
  const cap = 'M-37 -2C-44 -62 44 -62 37 -2C33 -18 28 -26 18 -29C4 -32 -14 -31 -24 -27C-30 -22 -34 -14 -36 -4Z'
  switch (l.hair) {
    case 'curly':
      return bumps(0, -20, 30, 15, 9, 13, c, 178, 362) + bumps(2, -30, 22, 9, 5, 11, lift(c, 0.06), 190, 300)
    case 'afro':
      return (
        path('M-37 2C-46 -58 46 -58 37 2C32 -20 22 -28 0 -28C-22 -28 -32 -20 -36 0Z', c) +
        stroke('M-30 -30C-14 -42 14 -42 30 -30', l.trim ?? d, l.trim ? 5 : 2.4, l.trim ? '' : 'opacity=".5"')
      )
    case 'curlyShort':
      return bumps(0, -22, 29, 14, 8, 11.5, c, 176, 364) + bumps(-4, -33, 18, 6, 4, 9, lift(c, 0.07), 190, 320)
    case 'braids':
      return (
        path('M-36 0C-42 -54 42 -54 36 0C33 -18 22 -27 0 -28C-22 -27 -33 -18 -36 0Z', c) +
        [-20, -10, 0, 10, 20]
          .map((x) => stroke(`M${x * 1.1} -27Q${x * 0.8} -38 ${x * 0.5} -44`, d, 1.8, 'opacity=".6"'))
          .join('')
      )
    case 'side':
      return (
        path('M-36 -2C-44 -56 46 -58 36 -2C34 -14 31 -20 27 -25C8 -20 -12 -22 -26 -27C-32 -20 -34 -12 -36 -2Z', c) +
        path('M-30 -26C-24 -44 10 -52 28 -36C8 -40 -14 -36 -30 -26Z', hi, 'opacity=".7"')
      )
    case 'crop':
      return (
        path('M-36 -4C-41 -60 41 -60 36 -4C33 -20 26 -26 14 -27L-14 -27C-26 -26 -33 -20 -35 -6Z', c) +
        stroke('M-22 -34C-10 -41 8 -42 20 -36', hi, 4, 'opacity=".5"')
      )
    case 'buzz':
      return path('M-35.5 -8C-39 -57 39 -57 35.5 -8C31 -24 24 -28 0 -28C-24 -28 -31 -24 -34.5 -10Z', c)
    case 'quiff':
      return (
        path(
          'M-35 -4C-40 -30 -34 -46 -18 -50C4 -62 40 -54 37 -30C38 -20 36 -10 35 -4C33 -16 30 -22 25 -26C6 -22 -10 -24 -24 -28C-31 -22 -34 -14 -35 -4Z',
          c,
        ) + path('M-24 -30C-22 -46 10 -56 30 -44C10 -46 -8 -42 -24 -30Z', hi, 'opacity=".7"')
      )
    case 'bun':
      return path(cap, c) + stroke('M-26 -26C-14 -38 -4 -44 4 -46', hi, 3, 'opacity=".6"')
    case 'ponytail':
      return (
        path('M-37 0C-44 -62 44 -62 37 0C34 -16 28 -26 20 -29C2 -24 -20 -22 -30 -18C-33 -14 -35 -8 -36 -2Z', c) +
        stroke('M-24 -30C-10 -42 10 -46 24 -38', hi, 3.4, 'opacity=".6"')
      )
    case 'long':
      return (
        path('M0 -46C-46 -50 -44 -6 -38 12C-34 -6 -20 -22 0 -34C20 -22 34 -6 38 12C44 -6 46 -50 0 -46Z', c) +
        stroke('M-6 -40C-22 -34 -31 -20 -35 -4', hi, 3, 'opacity=".5"')
      )
    case 'loose':
      return (
        path('M6 -46C-50 -52 -46 -2 -38 18C-36 -4 -22 -16 4 -34C20 -26 36 -8 38 16C46 -6 46 -50 6 -46Z', c) +
        path('M2 -42C-26 -40 -36 -20 -36 -2C-28 -18 -14 -28 2 -34Z', hi, 'opacity=".6"')
      )
    case 'wavy':
      return (
        path('M-10 -46C-48 -44 -46 -4 -38 14C-36 -8 -26 -22 -10 -32C10 -22 34 -12 38 14C46 -12 40 -52 -10 -46Z', c) +
        stroke('M-14 -38C-26 -32 -33 -18 -35 -4', hi, 3, 'opacity=".6"')
      )
    case 'bob':
      return (
        path('M-39 18C-50 -64 50 -64 39 18C37 -4 35 -12 30 -17C10 -13 -14 -13 -30 -17C-35 -12 -37 -4 -38 16Z', c) +
        path('M-28 -20C-24 -42 8 -48 24 -36C4 -38 -16 -32 -28 -20Z', hi, 'opacity=".5"')
      )
    case 'locs':
      return (
        path('M-37 2C-44 -56 44 -56 37 2C34 -16 24 -26 0 -28C-24 -26 -34 -16 -37 2Z', c) +
        [-24, -12, 0, 12, 24]
          .map((x) => stroke(`M${x} -28Q${x * 0.7} -40 ${x * 0.4} -46`, d, 2.6, 'opacity=".55"'))
          .join('')
      )
    case 'bald':
      return (
        path('M-34 -16C-36 -56 36 -56 34 -16Z', SKIN[l.skin].base) +
        path('M12 -45C28 -40 34 -30 34 -16L14 -16C15 -26 15 -36 12 -45Z', SKIN[l.skin].shade, 'opacity=".42"') +
        stroke('M-20 -36C-12 -44 0 -45 6 -43', '#fff', 4, 'opacity=".28"')
      )
    default:
      return ''
  }
}

function coverOf(l: Look): [string, string] {
  const c = l.coverColour ?? '#d7553a'
  const d = dim(c, 0.26)
  switch (l.cover) {
    case 'beanie':
      return [
        '',
        path('M-38 -18C-40 -68 40 -68 38 -18Z', c) +
          path('M8 -55C30 -52 39 -36 38 -18L20 -18C22 -34 18 -48 8 -55Z', d, 'opacity=".35"') +
          rect(-41, -26, 82, 16, d, 'rx="7"') +
          [-28, -14, 0, 14, 28].map((x) => line(x, -22, x, -14, c, 1.6, 'opacity=".6"')).join(''),
      ]
    case 'hijab':
      return [
        path('M0 -58C-52 -58 -50 0 -46 30C-46 60 -62 78 -64 104L64 104C62 78 46 60 46 30C50 0 52 -58 0 -58Z', d),
        path(
          'M0 -56C-52 -56 -52 20 -34 44C-20 62 20 62 34 44C52 20 52 -56 0 -56ZM0 -38C28 -38 32 -14 31 6C29 32 16 46 0 46C-16 46 -29 32 -31 6C-32 -14 -28 -38 0 -38Z',
          c,
          'fill-rule="evenodd"',
        ) +
          path('M-38 40C-24 62 22 66 38 40C44 62 56 80 62 104L-10 104C-18 84 -34 70 -38 40Z', c) +
          path('M38 40C44 62 56 80 62 104L30 104C30 80 30 60 38 40Z', d, 'opacity=".55"') +
          stroke('M-34 46C-16 68 16 76 44 74', d, 2.4, 'opacity=".55"'),
      ]
    case 'cap':
      return [
        '',
        path('M-37 -16C-40 -62 40 -62 37 -16Z', c) +
          path('M6 -50C28 -48 38 -34 37 -16L20 -16C22 -30 18 -44 6 -50Z', d, 'opacity=".4"') +
          path('M-4 -20C22 -26 48 -22 62 -10C46 -10 18 -10 -4 -12Z', d) +
          circ(0, -51, 3.4, d),
      ]
    case 'turban':
      return [
        '',
        path('M-40 -12C-50 -54 -20 -68 0 -68C20 -68 50 -54 40 -12C20 -28 -20 -28 -40 -12Z', c) +
          stroke(
            'M-38 -18C-24 -44 10 -56 34 -52M-41 -28C-30 -50 -6 -62 16 -62M38 -18C28 -38 14 -48 0 -52',
            d,
            2.6,
            'opacity=".6"',
          ),
      ]
    case 'scarf':
      return [
        '',
        path('M-37 -10C-44 -60 44 -60 37 -10C24 -26 -24 -26 -37 -10Z', c) +
          path('M30 -36C46 -44 56 -40 58 -30C50 -28 42 -28 36 -26Z', d) +
          path('M34 -30C48 -24 52 -12 48 -4C42 -10 36 -16 33 -24Z', c) +
          [
            [-20, -34],
            [-6, -42],
            [10, -40],
            [22, -32],
            [2, -32],
          ]
            .map(([x, y]) => circ(x!, y!, 2.4, lift(c, 0.6)))
            .join(''),
      ]
    default:
      return ['', '']
  }
}

function torso(s: Sheet, l: Look): string {
  const c = l.topColour
  const d = dim(c, 0.3)
  const k = SKIN[l.skin]
  const body =
    'M-16 58C-34 64 -64 70 -76 92C-84 108 -88 140 -90 190L90 190C88 140 84 108 76 92C64 70 34 64 16 58C10 70 -10 70 -16 58Z'
  const clip = s.clip(path(body, '#000'))
  const out: string[] = []
  const tank = l.top === 'tank'
  out.push(path(body, tank ? k.base : c))
  if (tank) out.push(g(path('M-44 60L-26 62C-20 92 20 92 26 62L44 60L60 190L-60 190Z', c), clip))
  if (l.top === 'roll')
    out.push(rect(-19, 46, 38, 24, c, 'rx="9"'), stroke('M-17 58C-6 63 6 63 17 58', d, 1.8, 'opacity=".5"'))
  if (l.top === 'vee')
    out.push(
      path('M-18 57L0 92L18 57L26 60L0 106L-26 60Z', l.trim ?? d),
      path('M-16 58L0 90L16 58C8 66 -8 66 -16 58Z', k.base),
      path('M2 88L16 58C10 64 6 65 1 65Z', k.shade),
    )
  if (l.top === 'collar')
    out.push(
      path('M-16 56L0 76L16 56L30 62L18 86L0 78L-18 86L-30 62Z', l.trim ?? lift(c, 0.35)),
      line(0, 80, 0, 190, d, 2, 'opacity=".5"'),
      circ(4, 100, 2.2, d),
      circ(4, 122, 2.2, d),
    )
  if (l.top === 'hood')
    out.push(
      path('M-24 54C-44 60 -46 78 -30 86C-12 94 12 94 30 86C46 78 44 60 24 54C20 72 -20 72 -24 54Z', d),
      line(-10, 84, -12, 112, lift(c, 0.6), 2.6),
      line(10, 84, 12, 110, lift(c, 0.6), 2.6),
    )
  if (l.top === 'apron' || l.top === 'overall')
    out.push(
      g(
        path('M-30 96L30 96L36 190L-36 190Z', l.trim ?? '#8a5a3a') +
          path('M-36 62L-26 60L-24 98L-32 98ZM36 62L26 60L24 98L32 98Z', l.trim ?? '#8a5a3a') +
          rect(-13, 128, 26, 3, dim(l.trim ?? '#8a5a3a', 0.3), 'rx="1.5"'),
        clip,
      ),
    )
  if (l.top === 'crew' || l.top === 'apron' || l.top === 'overall')
    out.push(stroke('M-14 60C-9 68.5 9 68.5 14 60', d, 4, 'opacity=".75"'))
  out.push(g(path('M30 60C56 90 62 140 54 190L92 190L92 60Z', d, 'opacity=".4"'), clip))
  return out.join('')
}

/** Head only (with neck), for people whose bodies are rendered separately. */
export function head(s: Sheet, l: Look, m: Mood = {}, behind = false): string {
  const k = SKIN[l.skin]
  const clip = s.clip(path(FACE, '#000'))
  const hair = l.beardColour ?? l.hairColour
  const brow = l.hair === 'bald' || l.hair === 'none' ? dim(hair, 0.1) : dim(l.hairColour, 0.25)
  const [coverBack, coverFront] = coverOf(l)
  const out: string[] = []
  out.push(l.cover === 'hijab' ? coverBack : (behind ? '' : hairBack(l)) + coverBack)
  out.push(
    path('M-15 30L-15 62C-8 72 8 72 15 62L15 30Z', k.shade),
    path('M-15 44C-6 54 8 54 15 40L15 34L-15 34Z', k.line, 'opacity=".35"'),
  )
  if (l.cover !== 'hijab') out.push(circ(-36, 6, 8, mix(k.base, k.shade, 0.45)), circ(36, 6, 8, k.shade))
  out.push(path(FACE, k.base))
  out.push(
    g(
      [
        path('M12 -50C10 -20 16 0 13 14C11 30 8 40 4 50L40 50L40 -50Z', k.shade, 'opacity=".42"'),
        ell(-20, 17, 9, 6, k.blush, 'opacity=".42"'),
        ell(20, 17, 9, 6, k.blush, 'opacity=".42"'),
      ],
      clip,
    ),
  )
  if (l.freckles)
    out.push(
      [
        [-22, 13],
        [-17, 16],
        [-25, 18],
        [22, 13],
        [17, 16],
        [25, 18],
      ]
        .map(([x, y]) => circ(x!, y!, 1.1, k.line, 'opacity=".6"'))
        .join(''),
    )
  if (l.beard === 'full')
    out.push(
      path(
        'M-34 2C-33 12 -28 16 -20 16C-12 15 -6 12 0 13C6 12 12 15 20 16C28 16 33 12 34 2C36 36 20 52 0 52C-20 52 -36 36 -34 2Z',
        hair,
      ),
      path('M8 52C24 50 35 34 34 2C33 12 28 16 20 16C17 30 12 42 8 52Z', dim(hair, 0.3), 'opacity=".5"'),
    )
  if (l.beard === 'short')
    out.push(
      path(
        'M-34 2C-32 22 -24 26 -15 20C-8 15 8 15 15 20C24 26 32 22 34 2C35 34 20 48 0 48C-20 48 -35 34 -34 2Z',
        hair,
        'opacity=".88"',
      ),
    )
  if (l.beard === 'tache')
    out.push(path('M0 19C-8 15 -18 19 -20 26C-12 26 -6 26 0 23C6 26 12 26 20 26C18 19 8 15 0 19Z', hair))
  const eye = (x: number): string => {
    if (m.eyes === 'closed') return stroke(`M${x - 6} 1C${x - 3} 5 ${x + 3} 5 ${x + 6} 1`, '#2a1710', 2.4)
    if (m.eyes === 'down')
      return (
        stroke(`M${x - 6} 1C${x - 3} 3.4 ${x + 3} 3.4 ${x + 6} 1`, '#2a1710', 2.8) +
        path(`M${x - 5} 2C${x - 2} 6.4 ${x + 2} 6.4 ${x + 5} 2Z`, '#2a1710', 'opacity=".85"')
      )
    return ell(x, 1, 3.5, 4.4, '#2a1710') + circ(x - 1.1, -0.6, 1.2, '#fff')
  }
  out.push(eye(-14), eye(14))
  out.push(
    stroke('M-21 -10C-17 -13.5 -11 -13.5 -8 -11.5', brow, 2.6),
    stroke('M8 -11.5C11 -13.5 17 -13.5 21 -10', brow, 2.6),
  )
  out.push(stroke('M1 1C2 7 4 11 3 14C1.5 16 -1 15.6 -2 14.6', k.line, 1.9, 'opacity=".75"'))
  if (l.lines)
    out.push(
      stroke(
        'M-25 6C-23 8 -22 9 -21 11M25 6C23 8 22 9 21 11M-12 20C-14 23 -15 26 -15 29M12 20C14 23 15 26 15 29',
        k.line,
        1.3,
        'opacity=".5"',
      ),
    )
  if (m.mouth === 'sing')
    out.push(
      path('M-10 25C-4 23 4 23 10 25C9 37 -9 37 -10 25Z', '#5a1620'),
      path('M-8 25.4C-3 24 3 24 8 25.4L7 28.4L-7 28.4Z', '#fff'),
      path('M-5 33C-2 30.6 3 30.6 5 33C2 35.4 -2 35.4 -5 33Z', '#e2686b'),
    )
  else if (m.mouth === 'grin')
    out.push(
      path('M-12 24C-5 27 5 27 12 24C10 35 -10 35 -12 24Z', '#fff'),
      stroke('M-12 24C-5 27 5 27 12 24C10 35 -10 35 -12 24Z', k.lip, 1.7),
    )
  else if (m.mouth === 'calm') out.push(stroke('M-8 28C-4 29.6 4 29.6 8 27.6', k.lip, 2.7))
  else out.push(stroke('M-11 26C-6 32 6 32 11 26', k.lip, 2.9))
  if (l.cover === 'hijab') out.push(coverFront)
  else
    out.push(
      l.cover
        ? (l.hair !== 'none' && l.cover !== 'scarf'
            ? g(rect(-33, -18, 6, 12, l.hairColour, 'rx="2"') + rect(27, -18, 6, 12, dim(l.hairColour, 0.2), 'rx="2"'))
            : '') + coverFront
        : hairFront(l),
    )
  if (l.glasses)
    out.push(
      g([
        circ(-14, 2, 11.5, '#fff', 'fill-opacity=".16"'),
        circ(14, 2, 11.5, '#fff', 'fill-opacity=".1"'),
        stroke(
          'M-25.5 2a11.5 11.5 0 1 0 23 0a11.5 11.5 0 1 0 -23 0M2.5 2a11.5 11.5 0 1 0 23 0a11.5 11.5 0 1 0 -23 0M-2.5 1C-1 -1 1 -1 2.5 1M-25.5 0L-34 -3M25.5 0L34 -3',
          l.glasses,
          2.5,
        ),
      ]),
    )
  if (l.earrings) out.push(stroke('M-38 12a4.6 4.6 0 1 0 .1 0M38 12a4.6 4.6 0 1 0 .1 0', l.earrings, 2.2))
  if (l.phones)
    out.push(
      stroke('M-41 2C-48 -64 48 -64 41 2', l.phones, 7),
      rect(-50, -9, 17, 32, l.phones, 'rx="8"'),
      rect(33, -9, 17, 32, dim(l.phones, 0.16), 'rx="8"'),
      rect(-37, -7, 5, 28, dim(l.phones, 0.3), 'rx="2.5"'),
    )
  return out.join('')
}

/** Head and shoulders. Long hair is rendered behind the shoulders, big hair and plaits in front of them. */
export function bust(s: Sheet, l: Look, m: Mood = {}): string {
  const behind = ['long', 'loose', 'wavy', 'ponytail', 'locs'].includes(l.hair) && l.cover === undefined
  return (behind ? hairBack(l) : '') + torso(s, l) + head(s, l, m, behind)
}
export { torso }
