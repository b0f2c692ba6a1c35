/** Things on tables: vessels, cups, jars, plants, books, lamps. */
import { dim, lift, mix } from './palette.ts'
import { rng } from './rng.ts'
import { type Sheet, ell, f, g, path, rect, smooth, stroke, type Pt } from './svg.ts'

export type Shape = 'bottle' | 'moon' | 'cup' | 'bowl' | 'jar' | 'vase' | 'tall' | 'pot' | 'jug'
/** Half widths at heights 0 (base) to 1 (lip), for a vessel one unit high. */
const PROFILE: Record<Shape, readonly Pt[]> = {
  bottle: [
    [0.2, 0],
    [0.34, 0.12],
    [0.37, 0.32],
    [0.27, 0.55],
    [0.12, 0.72],
    [0.1, 0.86],
    [0.11, 0.95],
    [0.14, 1],
  ],
  moon: [
    [0.24, 0],
    [0.42, 0.16],
    [0.5, 0.42],
    [0.44, 0.66],
    [0.26, 0.84],
    [0.2, 0.92],
    [0.22, 1],
  ],
  cup: [
    [0.3, 0],
    [0.38, 0.14],
    [0.43, 0.5],
    [0.46, 1],
  ],
  bowl: [
    [0.26, 0],
    [0.5, 0.22],
    [0.78, 0.66],
    [0.88, 1],
  ],
  jar: [
    [0.3, 0],
    [0.38, 0.1],
    [0.4, 0.5],
    [0.36, 0.82],
    [0.28, 0.92],
    [0.3, 1],
  ],
  vase: [
    [0.22, 0],
    [0.36, 0.14],
    [0.4, 0.36],
    [0.3, 0.62],
    [0.2, 0.8],
    [0.24, 1],
  ],
  tall: [
    [0.18, 0],
    [0.22, 0.1],
    [0.24, 0.5],
    [0.18, 0.84],
    [0.16, 0.94],
    [0.19, 1],
  ],
  pot: [
    [0.34, 0],
    [0.4, 0.3],
    [0.46, 0.78],
    [0.5, 0.8],
    [0.5, 1],
  ],
  jug: [
    [0.28, 0],
    [0.42, 0.2],
    [0.42, 0.45],
    [0.26, 0.74],
    [0.24, 0.86],
    [0.3, 1],
  ],
}

export function vesselPath(shape: Shape, x: number, base: number, h: number): string {
  const left = PROFILE[shape].map(([r, t]): Pt => [x - r * h, base - t * h])
  const right = [...PROFILE[shape]].reverse().map(([r, t]): Pt => [x + r * h, base - t * h])
  return `${smooth(left)}L${f(right[0]![0])} ${f(right[0]![1])}${smooth(right).replace(/^M[^C]*/, '')}Z`
}

/** A thrown vessel, lit from the left. `open` shows the mouth as an ellipse; `drip` runs a second glaze down from the lip. */
export function vessel(
  s: Sheet,
  shape: Shape,
  x: number,
  base: number,
  h: number,
  colour: string,
  o: { drip?: string; rings?: string; shadow?: number; raw?: string; open?: boolean } = {},
): string {
  const d = vesselPath(shape, x, base, h)
  const clip = s.clip(path(d, '#000'))
  const paint = s.lin(
    [
      [0, dim(colour, 0.12)],
      [0.22, lift(colour, 0.42)],
      [0.42, colour],
      [0.78, dim(colour, 0.3)],
      [1, dim(colour, 0.48)],
    ],
    0,
  )
  const lip = PROFILE[shape][PROFILE[shape].length - 1]![0] * h
  const out: string[] = []
  if ((o.shadow ?? 1) > 0)
    out.push(
      s.soft(
        x + h * 0.16,
        base + h * 0.01,
        h * 0.5,
        h * 0.07,
        '#2a140c',
        0.38 * (o.shadow ?? 1),
        Math.max(4, h * 0.03),
      ),
    )
  out.push(path(d, paint))
  const inner: string[] = []
  if (o.raw)
    inner.push(rect(x - h, base - h * 0.16, h * 2, h * 0.2, s.lin([lift(o.raw, 0.2), o.raw, dim(o.raw, 0.4)], 0)))
  if (o.drip) {
    const r = rng(`${shape}${Math.round(x)}`)
    const pts: Pt[] = []
    const n = 9
    for (let i = 0; i <= n; i++)
      pts.push([x - h * 0.55 + (h * 1.1 * i) / n, base - h * (i % 2 ? r.range(0.42, 0.58) : r.range(0.62, 0.74))])
    inner.push(
      path(
        `${smooth(pts)}L${f(x + h)} ${f(base - h * 1.1)}L${f(x - h)} ${f(base - h * 1.1)}Z`,
        s.lin([lift(o.drip, 0.3), o.drip, dim(o.drip, 0.45)], 0),
      ),
    )
  }
  if (o.rings)
    inner.push(
      [0.24, 0.3]
        .map((t) =>
          stroke(
            `M${f(x - h)} ${f(base - h * t - h * 0.03)}Q${f(x)} ${f(base - h * t + h * 0.05)} ${f(x + h)} ${f(base - h * t - h * 0.03)}`,
            o.rings!,
            h * 0.012,
            'opacity=".8"',
          ),
        )
        .join(''),
    )
  inner.push(
    path(
      `M${f(x - h * 0.2)} ${f(base - h * 0.82)}C${f(x - h * 0.34)} ${f(base - h * 0.6)} ${f(x - h * 0.32)} ${f(base - h * 0.3)} ${f(x - h * 0.2)} ${f(base - h * 0.12)}`,
      'none',
      `stroke="#fff" stroke-width="${f(h * 0.03)}" opacity=".28" stroke-linecap="round" ${s.blur(h * 0.012)}`,
    ),
  )
  out.push(g(inner, clip))
  if (o.open !== false)
    out.push(
      ell(x, base - h, lip, lip * 0.2, dim(colour, 0.55)),
      stroke(
        `M${f(x - lip)} ${f(base - h)}A${f(lip)} ${f(lip * 0.2)} 0 0 0 ${f(x + lip)} ${f(base - h)}`,
        lift(o.drip ?? colour, 0.35),
        Math.max(2, h * 0.012),
      ),
    )
  return out.join('')
}

/** One leaf along +x, with a middle vein; light half above. */
export function leaf(len: number, wide: number, colour: string, veins = 0): string {
  const d = (k: number): string =>
    `M0 0C${f(len * 0.25)} ${f(-wide * k)} ${f(len * 0.75)} ${f(-wide * k * 0.8)} ${f(len)} 0`
  const out = [
    path(`${d(1)}C${f(len * 0.75)} ${f(wide * 0.8)} ${f(len * 0.25)} ${f(wide)} 0 0Z`, dim(colour, 0.24)),
    path(`${d(1)}Z`, colour),
    stroke(`M0 0L${f(len * 0.95)} 0`, lift(colour, 0.4), Math.max(1.2, len * 0.014), 'opacity=".8"'),
  ]
  for (let i = 1; i <= veins; i++) {
    const x = (len * i) / (veins + 1.3)
    const w = wide * 0.62 * Math.sin((Math.PI * i) / (veins + 1.3)) ** 0.7
    out.push(
      stroke(
        `M${f(x)} 0L${f(x + w * 0.7)} ${f(-w)}M${f(x)} 0L${f(x + w * 0.7)} ${f(w)}`,
        lift(colour, 0.35),
        Math.max(1, len * 0.009),
        'opacity=".55"',
      ),
    )
  }
  return out.join('')
}
export const put = (x: number, y: number, turn: number, inner: string, k = 1): string =>
  `<g transform="translate(${f(x)} ${f(y)}) rotate(${f(turn)}) scale(${f(k)})">${inner}</g>`

/** A pot plant of a few kinds. */
export function plant(
  s: Sheet,
  kind: 'rubber' | 'fern' | 'snake' | 'trail' | 'monstera' | 'palm',
  x: number,
  base: number,
  k: number,
  pot: string,
  green: string,
): string {
  const r = rng(`${kind}${x}${base}`)
  const out: string[] = []
  const top = base - 78 * k
  if (kind === 'snake')
    for (let i = 0; i < 9; i++)
      out.push(
        put(
          x + (i - 4) * 9 * k,
          top + 6 * k,
          -90 + (i - 4) * 6 + r.range(-3, 3),
          path(
            `M0 ${-8 * k}C${60 * k} ${-15 * k} ${120 * k} ${-10 * k} ${r.range(150, 190) * k} 0C${120 * k} ${10 * k} ${60 * k} ${15 * k} 0 ${8 * k}Z`,
            i % 2 ? green : dim(green, 0.25),
          ) +
            stroke(
              `M${10 * k} ${-7 * k}C${60 * k} ${-13 * k} ${110 * k} ${-9 * k} ${150 * k} ${-1 * k}`,
              '#e8d98a',
              3 * k,
              'opacity=".7"',
            ),
        ),
      )
  if (kind === 'rubber') {
    out.push(
      stroke(
        `M${x} ${top}C${x - 8 * k} ${top - 80 * k} ${x + 10 * k} ${top - 150 * k} ${x} ${top - 240 * k}`,
        '#6a4a34',
        7 * k,
      ),
    )
    for (let i = 0; i < 10; i++)
      out.push(
        put(
          x + Math.sin(i) * 4 * k,
          top - (20 + i * 22) * k,
          (i % 2 ? -28 : 208) + r.range(-16, 16) - (i > 7 ? (i % 2 ? 40 : -40) : 0),
          leaf(r.range(84, 108) * k, 24 * k, i % 3 ? green : mix(green, '#7d3b3a', 0.35), 0),
        ),
      )
  }
  if (kind === 'palm')
    for (let i = 0; i < 9; i++) {
      const a = -160 + i * 17.5
      const l = r.range(150, 200) * k
      let fr = stroke(`M0 0Q${l * 0.6} ${-l * 0.12} ${l} ${l * 0.1}`, dim(green, 0.1), 3 * k)
      for (let q = 2; q < 12; q++)
        fr +=
          put((l * q) / 12, -l * 0.09 * Math.sin(q / 4), 40 + q * 2, leaf(48 * k, 7 * k, green)) +
          put((l * q) / 12, -l * 0.09 * Math.sin(q / 4), -40 - q, leaf(48 * k, 7 * k, lift(green, 0.08)))
      out.push(put(x, top, a, fr))
    }
  if (kind === 'fern')
    for (let i = 0; i < 13; i++) {
      const a = -172 + i * 13.6 + r.range(-4, 4)
      const l = r.range(110, 165) * k
      let fr = stroke(`M0 0Q${l * 0.5} ${-l * 0.08} ${l} ${l * 0.16}`, dim(green, 0.2), 2.4 * k)
      for (let q = 1; q < 11; q++) {
        const w = 26 * k * Math.sin((Math.PI * (q + 1)) / 12.5)
        fr +=
          put((l * q) / 11, l * ((0.02 * q * q) / 11 - 0.03), 62, leaf(w, 5 * k, i % 2 ? green : lift(green, 0.12))) +
          put((l * q) / 11, l * ((0.02 * q * q) / 11 - 0.03), -62, leaf(w, 5 * k, i % 2 ? lift(green, 0.06) : green))
      }
      out.push(put(x, top, a, fr))
    }
  if (kind === 'trail')
    for (let i = 0; i < 8; i++) {
      const sx = x + (i - 3.5) * 15 * k
      const dx = (i - 3.5) * 22 * k
      const l = r.range(110, 230) * k
      const pts: Pt[] = [
        [sx, top],
        [sx + dx * 0.7, top - 34 * k],
        [sx + dx, top + l * 0.45],
        [sx + dx * 1.05, top + l],
      ]
      out.push(stroke(smooth(pts), dim(green, 0.15), 3 * k))
      for (let q = 0; q < 8; q++) {
        const t = q / 7
        out.push(
          put(
            sx + dx * Math.min(1, 0.55 + t),
            top - 24 * k + (l + 20 * k) * t,
            q % 2 ? 30 : 150,
            leaf(36 * k, 15 * k, q % 3 ? green : lift(green, 0.2)),
          ),
        )
      }
    }
  if (kind === 'monstera')
    for (let i = 0; i < 8; i++) {
      const a = -165 + i * 21.5
      const l = r.range(90, 175) * k
      const ex = x + Math.cos((a * Math.PI) / 180) * l
      const ey = top + Math.sin((a * Math.PI) / 180) * l - 14 * k
      out.push(
        stroke(`M${f(x)} ${f(top)}Q${f((x + ex) / 2)} ${f(ey - 10 * k)} ${f(ex)} ${f(ey)}`, dim(green, 0.3), 4 * k),
        put(ex, ey, a + (a > -90 ? 30 : -30), monsteraLeaf(i % 3 ? green : lift(green, 0.16)), k * r.range(0.62, 0.9)),
      )
    }
  const potPart = vessel(s, 'pot', x, base, 84 * k, pot, { shadow: 0.9, open: kind === 'snake' || kind === 'rubber' })
  return kind === 'trail'
    ? s.soft(x + 10 * k, base, 50 * k, 8 * k) + potPart + out.join('')
    : potPart.replace('', '') && out.join('') + potPart
}

/** A split monstera leaf about 120 long along +x. */
export function monsteraLeaf(colour: string): string {
  const d =
    'M0 0C-16 -14 -18 -44 6 -58L22 -46L20 -64C34 -70 52 -68 62 -62L52 -40L74 -56C88 -48 98 -40 104 -30L74 -22L112 -20C122 -12 128 -4 132 2C126 8 120 14 112 20L76 18L102 32C94 42 84 48 72 54L52 36L58 60C48 66 32 66 20 62L22 42L6 56C-18 42 -16 14 0 0Z'
  return (
    path(d, dim(colour, 0.22)) +
    path(
      'M0 0C-16 -14 -18 -44 6 -58L22 -46L20 -64C34 -70 52 -68 62 -62L52 -40L74 -56C88 -48 98 -40 104 -30L74 -22L112 -20C122 -12 128 -4 132 2Z',
      colour,
    ) +
    stroke(
      'M0 0L124 2M24 1L18 -44M50 1L52 -38M78 2L92 -30M26 1L22 42M52 2L54 36M80 2L92 26',
      lift(colour, 0.4),
      2,
      'opacity=".6"',
    )
  )
}

/** Steam or smoke rising. */
export const steam = (s: Sheet, x: number, y: number, h: number, colour = '#fff', op = 0.5): string =>
  g(
    [0, 1, 2].map((i) =>
      stroke(
        `M${f(x + (i - 1) * h * 0.16)} ${f(y)}c${f(-h * 0.14)} ${f(-h * 0.28)} ${f(h * 0.16)} ${f(-h * 0.42)} ${f(h * 0.02)} ${f(-h * (0.8 + 0.2 * (i % 2)))}`,
        colour,
        h * 0.055,
      ),
    ),
    `opacity="${op}" ${s.blur(h * 0.03)}`,
  )

export function mug(s: Sheet, x: number, base: number, h: number, colour: string): string {
  return (
    s.soft(x + h * 0.1, base, h * 0.6, h * 0.08, '#20100c', 0.3, 6) +
    stroke(
      `M${f(x + h * 0.38)} ${f(base - h * 0.76)}C${f(x + h * 0.8)} ${f(base - h * 0.8)} ${f(x + h * 0.8)} ${f(base - h * 0.22)} ${f(x + h * 0.36)} ${f(base - h * 0.24)}`,
      dim(colour, 0.28),
      h * 0.12,
    ) +
    vessel(s, 'cup', x, base, h, colour, { shadow: 0 })
  )
}

/** A pencil or brush seen from above, tip at 0,0, along -x. */
export const pencil = (len: number, colour: string, w = 10): string =>
  path(`M0 0L${f(w * 2)} ${f(-w / 2)}L${f(w * 2)} ${f(w / 2)}Z`, '#e9cfa4') +
  path(`M0 0L${f(w * 0.7)} ${f(-w * 0.17)}L${f(w * 0.7)} ${f(w * 0.17)}Z`, dim(colour, 0.4)) +
  rect(w * 2, -w / 2, len - w * 2, w, colour) +
  rect(w * 2, w * 0.1, len - w * 2, w * 0.4, dim(colour, 0.25))
export const brush = (len: number, colour: string, tip: string, w = 11): string =>
  path(
    `M0 0C${f(w)} ${f(-w * 0.3)} ${f(w * 2)} ${f(-w * 0.7)} ${f(w * 3.2)} ${f(-w * 0.5)}L${f(w * 3.2)} ${f(w * 0.5)}C${f(w * 2)} ${f(w * 0.7)} ${f(w)} ${f(w * 0.3)} 0 0Z`,
    tip,
  ) +
  rect(w * 3.2, -w * 0.52, w * 3, w * 1.04, '#b9c4cc') +
  rect(w * 3.2, w * 0.1, w * 3, w * 0.42, '#8c99a3') +
  path(
    `M${f(w * 6.2)} ${f(-w * 0.5)}L${f(len)} ${f(-w * 0.2)}L${f(len)} ${f(w * 0.2)}L${f(w * 6.2)} ${f(w * 0.5)}Z`,
    colour,
  ) +
  path(
    `M${f(w * 6.2)} ${f(w * 0.1)}L${f(len)} 0L${f(len)} ${f(w * 0.2)}L${f(w * 6.2)} ${f(w * 0.5)}Z`,
    dim(colour, 0.28),
  )

export function books(x: number, base: number, k: number, seed: string): string {
  const r = rng(seed)
  const cs = ['#d7553a', '#42b1e8', '#f0c25c', '#4f8a5e', '#e8d8c4', '#7a4a98', '#1f6580']
  let xx = x
  return Array.from({ length: 7 }, (_, i) => {
    const w = r.range(22, 34) * k
    const h = r.range(86, 124) * k
    const o =
      rect(xx, base - h, w, h, cs[i]!, 'rx="2"') +
      rect(xx + w * 0.62, base - h, w * 0.38, h, dim(cs[i]!, 0.3), 'opacity=".55"') +
      rect(xx + w * 0.15, base - h * 0.82, w * 0.7, 4 * k, lift(cs[i]!, 0.5), 'opacity=".7"')
    xx += w + 1.5
    return o
  }).join('')
}
