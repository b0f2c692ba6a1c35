/** Whole figures from joints: for people seen from a little way off. Units: about 200 tall, feet near y=0, up is negative. */
import { SKIN, dim } from './palette.ts'
import { circ, ell, g, limb, path, type Pt } from './svg.ts'

export type Pose = {
  head: Pt
  neck: Pt
  hip: Pt
  tilt?: number
  armA: [Pt, Pt]
  armB: [Pt, Pt]
  legA: [Pt, Pt]
  legB: [Pt, Pt]
  toeA?: Pt
  toeB?: Pt
  face?: 'front' | 'right' | 'left' | 'back'
  wide?: number
}
export type Dress = {
  skin: keyof typeof SKIN
  hair: 'bun' | 'short' | 'curly' | 'hijab' | 'long' | 'beanie' | 'tail' | 'bob'
  hairColour: string
  top: string
  bottom: string
  shoes?: string
  sleeves?: 'long' | 'short' | 'none'
  skirt?: string
  shorts?: boolean
}

export function figure(p: Pose, d: Dress): string {
  const k = SKIN[d.skin]
  const wide = p.wide ?? 1
  const [nx, ny] = p.neck
  const [hx, hy] = p.hip
  const ax = hx - nx
  const ay = hy - ny
  const al = Math.hypot(ax, ay) || 1
  const px = ay / al
  const py = -ax / al
  const sh = 14 * wide
  const hp = 10.5 * wide
  const shA: Pt = [nx + px * sh + (ax / al) * 7, ny + py * sh + (ay / al) * 7]
  const shB: Pt = [nx - px * sh + (ax / al) * 7, ny - py * sh + (ay / al) * 7]
  const hiA: Pt = [hx + px * hp * 0.7, hy + py * hp * 0.7]
  const hiB: Pt = [hx - px * hp * 0.7, hy - py * hp * 0.7]
  const armOf = (from: Pt, [e, h]: [Pt, Pt], shade: boolean): string => {
    const skin = shade ? k.shade : k.base
    const top = shade ? dim(d.top, 0.28) : d.top
    const out = [
      path(limb(from, 6.6, e, 5.2), d.sleeves === 'none' ? skin : top),
      path(limb(e, 5.2, h, 3.6), d.sleeves === 'long' ? top : skin),
    ]
    if (d.sleeves === 'short')
      out[0] =
        path(limb(from, 6.2, e, 5.2), skin) +
        path(limb(from, 7.6, [from[0] + (e[0] - from[0]) * 0.6, from[1] + (e[1] - from[1]) * 0.6], 6.8), top)
    const l = Math.hypot(h[0] - e[0], h[1] - e[1]) || 1
    const tip: Pt = [h[0] + ((h[0] - e[0]) / l) * 8, h[1] + ((h[1] - e[1]) / l) * 8]
    return out.join('') + path(limb(h, 3.8, tip, 2.6), skin)
  }
  const legOf = (from: Pt, [kn, an]: [Pt, Pt], toe: Pt | undefined, shade: boolean): string => {
    const c = shade ? dim(d.bottom, 0.3) : d.bottom
    const skin = shade ? k.shade : k.base
    const t = toe ?? [an[0] + 11, an[1] + 3]
    return (
      path(limb(from, 9.6 * wide, kn, 7), c) +
      path(limb(kn, 6.9, an, 4.2), d.shorts ? skin : c) +
      path(limb([an[0], an[1] + 1], 4.6, t, 3.2), d.shoes ? (shade ? dim(d.shoes, 0.25) : d.shoes) : skin)
    )
  }
  const body = `M${shA[0]} ${shA[1]}C${shA[0] - px * 1 + ax * 0.5} ${shA[1] + ay * 0.45} ${hiA[0] - px * 1} ${hiA[1] - ay * 0.4} ${hx + px * hp} ${hy + py * hp}L${hx - px * hp} ${hy - py * hp}C${hiB[0] + px * 1} ${hiB[1] - ay * 0.4} ${shB[0] + px * 1 + ax * 0.5} ${shB[1] + ay * 0.45} ${shB[0]} ${shB[1]}C${nx - px * 8} ${ny - py * 8 - 1} ${nx + px * 8} ${ny + py * 8 - 1} ${shA[0]} ${shA[1]}Z`
  const parts = [
    armOf(
      p.face === 'right' || p.face === 'left' ? [shB[0] + px * sh * 0.8, shB[1] + py * sh * 0.8] : shB,
      p.armB,
      true,
    ),
    legOf(hiB, p.legB, p.toeB, true),
    legOf(hiA, p.legA, p.toeA, false),
    path(limb(hiA, 9.4 * wide, hiB, 9.4 * wide), d.bottom),
    path(limb([nx, ny + 4], 5, p.head, 4.4), k.shade),
    path(body, d.top, `stroke="${d.top}" stroke-width="7" stroke-linejoin="round"`),
    d.skirt
      ? path(
          `M${hx - 13} ${hy - 12}C${hx - 22} ${hy + 14} ${hx - 34} ${hy + 30} ${hx - 38} ${hy + 40}C${hx - 14} ${hy + 48} ${hx + 16} ${hy + 48} ${hx + 40} ${hy + 36}C${hx + 30} ${hy + 24} ${hx + 20} ${hy + 8} ${hx + 13} ${hy - 12}Z`,
          d.skirt,
        )
      : '',
    small(p.head, p.tilt ?? 0, p.face ?? 'front', d),
    armOf(shA, p.armA, false),
  ]
  return parts.join('')
}

function small([x, y]: Pt, tilt: number, face: string, d: Dress): string {
  const k = SKIN[d.skin]
  const c = d.hairColour
  const flip = face === 'left' ? -1 : 1
  const side = face === 'right' || face === 'left'
  const out: string[] = []
  if (d.hair === 'curly')
    out.push(
      [
        [-8, -6],
        [-11, 3],
        [-4, -12],
        [5, -12],
        [10, -5],
        [-9, 9],
      ]
        .map(([a, b]) => circ(a!, b!, 7, c))
        .join(''),
    )
  if (d.hair === 'long') out.push(path('M-13 -6C-14 10 -14 20 -12 30L4 28L8 -6Z', c))
  if (d.hair === 'tail') out.push(path('M-10 -8C-24 -8 -26 8 -23 20C-17 16 -16 4 -8 2Z', c))
  if (d.hair === 'bob') out.push(path('M-13 -4L-14 13L8 13L12 -4Z', c))
  if (d.hair === 'bun') out.push(circ(side ? -9 : 0, -16, 6.4, c))
  if (d.hair === 'hijab') out.push(path('M-14 -4C-16 12 -20 22 -16 32L14 30C12 20 14 8 13 -4Z', dim(c, 0.2)))
  if (face === 'back') {
    out.push(ell(0, 0, 11.5, 13.5, c))
  } else {
    out.push(ell(0, 0, 11, 13, k.base))
    if (side)
      out.push(
        path('M9 -4C12 -1 14 2 13.4 4C12.4 5.4 11 5 10 5Z', k.base),
        path('M-11 -2C-10 8 -4 13 2 13C-4 8 -5 2 -4 -4Z', k.shade, 'opacity=".6"'),
      )
    else out.push(path('M2 -13C14 -12 14 12 1 13C5 4 5 -4 2 -13Z', k.shade, 'opacity=".55"'))
    out.push(
      path(
        side
          ? 'M9 -7C6 -17 -13 -18 -12.5 0C-12 6 -9 8 -7 6C-6 0 -4 -5 9 -7Z'
          : 'M-11.6 -1C-13 -18 13 -18 11.6 -1C9 -9 4 -10 0 -10C-5 -10 -9 -8 -11.6 -1Z',
        c,
      ),
    )
  }
  if (d.hair === 'beanie')
    out.push(path('M-12.5 -4C-14 -21 14 -21 12.5 -4Z', c), path('M-13.5 -7L13.5 -7L13 -2L-13 -2Z', dim(c, 0.25)))
  if (d.hair === 'hijab' && face !== 'back')
    out.push(
      path(
        'M0 -15C-18 -15 -16 8 -8 15C-2 19 6 19 10 13C14 4 13 -15 0 -15ZM1 -10C9 -10 9 0 8 4C7 9 4 12 1 12C-3 12 -6 8 -7 3C-8 -5 -6 -10 1 -10Z',
        c,
        'fill-rule="evenodd"',
      ),
      path('M-8 14C-2 20 6 20 10 13C14 24 12 28 14 32L-14 32C-14 24 -12 20 -8 14Z', c),
    )
  return g(out, `transform="translate(${x} ${y}) rotate(${tilt}) scale(${flip} 1)"`)
}
