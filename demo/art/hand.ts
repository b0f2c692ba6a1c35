/** Simplified hands. Wrist at 0,0, fingers towards +x, about 100 long; thumb side is up (negative y). */
import { SKIN } from './palette.ts'
import { circ, ell, g, limb, path, stroke, type Pt } from './svg.ts'

export type HandKind = 'flat' | 'rest' | 'grip' | 'pinch' | 'cup'

export function hand(skin: keyof typeof SKIN, kind: HandKind): string {
  const k = SKIN[skin]
  const finger = (d: string, w: number): string => stroke(d, k.shade, w + 1.6) + stroke(d, k.base, w - 1)
  const palm = path('M-6 -17C14 -22 34 -29 52 -27C62 -18 62 14 54 24C36 28 14 20 -6 17Z', k.base)
  const lower = path('M-6 6C16 12 40 20 56 18C55 22 55 23 54 24C36 28 14 20 -6 17Z', k.shade, 'opacity=".55"')
  switch (kind) {
    case 'flat':
      return (
        finger('M50 17C64 21 74 23 83 24', 13) +
        finger('M52 7C70 10 88 11 101 11', 14) +
        finger('M53 -6C72 -6 92 -7 107 -6', 14.5) +
        finger('M51 -19C68 -22 84 -25 97 -26', 14) +
        palm +
        lower +
        finger('M14 -15C24 -32 38 -41 52 -46', 15) +
        ell(16, -11, 12, 8, k.base)
      )
    case 'rest':
      return (
        finger('M48 18C60 26 68 35 72 46', 13) +
        finger('M52 8C68 14 80 26 85 40', 14) +
        finger('M52 -6C72 -4 88 8 95 24', 14.5) +
        finger('M50 -19C70 -22 88 -12 97 4', 14) +
        palm +
        lower +
        finger('M14 -12C26 -30 42 -37 58 -34', 15) +
        ell(16, -9, 12, 8, k.base)
      )
    case 'cup':
      return (
        finger('M48 18C64 30 82 28 92 16', 13) +
        finger('M52 8C72 18 92 12 101 -2', 14) +
        finger('M52 -6C74 0 96 -8 103 -22', 14.5) +
        palm +
        lower +
        finger('M16 -14C22 -36 34 -50 50 -56', 15.5) +
        ell(18, -10, 12, 8, k.base)
      )
    case 'grip':
      return (
        path('M-6 -17C10 -24 26 -32 44 -32C60 -32 64 -20 64 -2C64 20 60 32 44 32C26 32 10 20 -6 17Z', k.base) +
        path('M20 20C34 28 52 30 62 16C61 26 56 32 44 32C34 32 27 26 20 20Z', k.shade, 'opacity=".55"') +
        finger('M38 -22L57 -21', 15) +
        finger('M40 -7L61 -6', 15) +
        finger('M40 8L60 9', 14.5) +
        finger('M36 22L53 23', 13) +
        finger('M12 -14C24 -24 34 -27 44 -20C50 -14 50 -6 46 0', 14)
      )
    case 'pinch':
      return (
        finger('M44 20C58 28 66 22 62 12', 13) +
        finger('M50 12C66 20 78 12 74 2', 14) +
        finger('M50 2C70 8 84 2 84 -10', 14) +
        palm +
        lower +
        finger('M50 -19C66 -26 84 -26 95 -18', 14) +
        finger('M16 -14C34 -34 66 -36 90 -20', 14.5) +
        ell(18, -10, 12, 8, k.base)
      )
  }
}

/** A hand laid somewhere, turned and sized; `flip` puts the thumb on the other side. */
export function handAt(
  skin: keyof typeof SKIN,
  kind: HandKind,
  x: number,
  y: number,
  turn: number,
  k: number,
  flip = false,
): string {
  return g(hand(skin, kind), `transform="translate(${x} ${y}) rotate(${turn}) scale(${k} ${flip ? -k : k})"`)
}

/** A bent arm: sleeve to the elbow and wrist, skin at the cuff, hand at the end. */
export function arm(o: {
  a: Pt
  b: Pt
  c: Pt
  r: number
  sleeve: string
  shade: string
  skin: keyof typeof SKIN
  kind?: HandKind
  turn?: number
  k?: number
  flip?: boolean
  rolled?: number
}): string {
  const k = SKIN[o.skin]
  const t = o.rolled ?? 0.8
  const cuff: Pt = [o.b[0] + (o.c[0] - o.b[0]) * t, o.b[1] + (o.c[1] - o.b[1]) * t]
  const ang = (Math.atan2(o.c[1] - o.b[1], o.c[0] - o.b[0]) * 180) / Math.PI
  return [
    path(limb(o.b, o.r * 0.8, o.c, o.r * 0.5), k.base),
    path(limb(o.b, o.r * 0.5, [o.c[0], o.c[1] + o.r * 0.2], o.r * 0.24), k.shade, 'opacity=".35"'),
    handAt(o.skin, o.kind ?? 'rest', o.c[0], o.c[1], o.turn ?? ang, o.k ?? o.r / 34, o.flip),
    path(limb(o.a, o.r * 1.12, o.b, o.r), o.sleeve),
    path(limb(o.b, o.r, cuff, o.r * 0.8), o.sleeve),
    stroke(
      `M${o.b[0] - o.r * 0.2} ${o.b[1] + o.r * 0.5}L${cuff[0] - o.r * 0.1} ${cuff[1] + o.r * 0.42}`,
      o.shade,
      o.r * 0.3,
      `opacity=".3"`,
    ),
    circ(o.b[0], o.b[1], 0.1, o.sleeve),
  ].join('')
}
