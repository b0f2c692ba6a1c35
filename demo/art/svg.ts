/** A drawing sheet: collects definitions and shapes and returns one SVG string. */
import { rng } from './rng.ts'

export type Stop = string | readonly [number, string] | readonly [number, string, number]
export type Pt = readonly [number, number]

let sheets = 0

export class Sheet {
  w: number
  h: number
  defs: string[] = []
  body: string[] = []
  n = 0
  no: number
  constructor(w: number, h: number) {
    this.w = w
    this.h = h
    sheets += 1
    this.no = sheets
  }
  add(...parts: string[]): this {
    this.body.push(...parts)
    return this
  }
  id(): string {
    this.n += 1
    return `s${this.no}_${this.n}`
  }
  def(make: (id: string) => string): string {
    const id = this.id()
    this.defs.push(make(id))
    return `url(#${id})`
  }
  /** Linear gradient over the shape's box; angle 90 = top to bottom, 0 = left to right. */
  lin(stops: readonly Stop[], angle = 90): string {
    const a = (angle * Math.PI) / 180
    const dx = Math.cos(a) / 2
    const dy = Math.sin(a) / 2
    return this.def(
      (id) =>
        `<linearGradient id="${id}" x1="${f(0.5 - dx)}" y1="${f(0.5 - dy)}" x2="${f(0.5 + dx)}" y2="${f(0.5 + dy)}">${stopsOf(stops)}</linearGradient>`,
    )
  }
  rad(stops: readonly Stop[], cx = 0.5, cy = 0.5, r = 0.5): string {
    return this.def(
      (id) => `<radialGradient id="${id}" cx="${f(cx)}" cy="${f(cy)}" r="${f(r)}">${stopsOf(stops)}</radialGradient>`,
    )
  }
  blur(amount: number): string {
    const url = this.def(
      (id) =>
        `<filter id="${id}" x="-60%" y="-60%" width="220%" height="220%"><feGaussianBlur stdDeviation="${f(amount)}"/></filter>`,
    )
    return `filter="${url}"`
  }
  clip(shape: string): string {
    return `clip-path="${this.def((id) => `<clipPath id="${id}">${shape}</clipPath>`)}"`
  }
  fill(paint: string): this {
    return this.add(rect(0, 0, this.w, this.h, paint))
  }
  /** One warm light from the upper left and a soft fall-off at the lower right. */
  light(strength = 0.2, x = 0.2, y = 0.05, colour = '#fff0cf', shade = '#20102a'): this {
    this.fill(
      this.rad(
        [
          [0, colour, strength],
          [1, colour, 0],
        ],
        x,
        y,
        0.8,
      ),
    )
    return this.fill(
      this.rad(
        [
          [0.55, shade, 0],
          [1, shade, strength * 0.9],
        ],
        x + 0.12,
        y + 0.2,
        1.05,
      ),
    )
  }
  soft(cx: number, cy: number, rx: number, ry: number, colour = '#20100c', op = 0.35, b = 14): string {
    return `<ellipse cx="${f(cx)}" cy="${f(cy)}" rx="${f(rx)}" ry="${f(ry)}" fill="${colour}" opacity="${op}" ${this.blur(b)}/>`
  }
  /** Another sheet as a part of this one (its top left at x, y, scaled by k). */
  embed(other: Sheet, x: number, y: number, k: number): this {
    this.defs.push(...other.defs)
    return this.add(`<g transform="translate(${f(x)} ${f(y)}) scale(${f(k)})">${other.body.join('')}</g>`)
  }
  toString(): string {
    return `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="${this.w}" height="${this.h}" viewBox="0 0 ${this.w} ${this.h}"><defs>${this.defs.join('')}</defs>${this.body.join('')}</svg>`
  }
}

function stopsOf(stops: readonly Stop[]): string {
  return stops
    .map((s, i) => {
      const [o, c, a] =
        typeof s === 'string' ? [stops.length > 1 ? i / (stops.length - 1) : 0, s, 1] : [s[0], s[1], s[2] ?? 1]
      return `<stop offset="${f(o)}" stop-color="${c}"${a < 1 ? ` stop-opacity="${f(a)}"` : ''}/>`
    })
    .join('')
}

export const f = (v: number): string => (Math.round(v * 100) / 100).toString()
export const rect = (x: number, y: number, w: number, h: number, fill: string, more = ''): string =>
  `<rect x="${f(x)}" y="${f(y)}" width="${f(w)}" height="${f(h)}" fill="${fill}" ${more}/>`
export const circ = (x: number, y: number, r: number, fill: string, more = ''): string =>
  `<circle cx="${f(x)}" cy="${f(y)}" r="${f(r)}" fill="${fill}" ${more}/>`
export const ell = (x: number, y: number, rx: number, ry: number, fill: string, more = ''): string =>
  `<ellipse cx="${f(x)}" cy="${f(y)}" rx="${f(rx)}" ry="${f(ry)}" fill="${fill}" ${more}/>`
export const path = (d: string, fill: string, more = ''): string => `<path d="${d}" fill="${fill}" ${more}/>`
export const stroke = (d: string, colour: string, w: number, more = ''): string =>
  `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${f(w)}" stroke-linecap="round" stroke-linejoin="round" ${more}/>`
export const line = (x1: number, y1: number, x2: number, y2: number, colour: string, w: number, more = ''): string =>
  stroke(`M${f(x1)} ${f(y1)}L${f(x2)} ${f(y2)}`, colour, w, more)
export const poly = (pts: readonly Pt[], fill: string, more = ''): string =>
  path('M' + pts.map((p) => `${f(p[0])} ${f(p[1])}`).join('L') + 'Z', fill, more)
export const g = (inner: string | string[], more = ''): string =>
  `<g ${more}>${Array.isArray(inner) ? inner.join('') : inner}</g>`
export const at = (x: number, y: number, k: number, inner: string | string[], turn = 0, flip = false): string =>
  g(
    inner,
    `transform="translate(${f(x)} ${f(y)})${turn ? ` rotate(${f(turn)})` : ''} scale(${f(flip ? -k : k)} ${f(k)})"`,
  )

/** A smooth curve through points (Catmull-Rom). */
export function smooth(pts: readonly Pt[], closed = false): string {
  const n = pts.length
  const p = (i: number): Pt => (closed ? pts[(i + n) % n]! : pts[Math.max(0, Math.min(n - 1, i))]!)
  let d = `M${f(p(0)[0])} ${f(p(0)[1])}`
  for (let i = 0; i < (closed ? n : n - 1); i++) {
    const [a, b, c, e] = [p(i - 1), p(i), p(i + 1), p(i + 2)]
    d += `C${f(b[0] + (c[0] - a[0]) / 6)} ${f(b[1] + (c[1] - a[1]) / 6)} ${f(c[0] - (e[0] - b[0]) / 6)} ${f(c[1] - (e[1] - b[1]) / 6)} ${f(c[0])} ${f(c[1])}`
  }
  return d + (closed ? 'Z' : '')
}

/** A tapered capsule between two joints. */
export function limb(a: Pt, ra: number, b: Pt, rb: number): string {
  const dx = b[0] - a[0]
  const dy = b[1] - a[1]
  const l = Math.hypot(dx, dy) || 1
  const nx = -dy / l
  const ny = dx / l
  return `M${f(a[0] + nx * ra)} ${f(a[1] + ny * ra)}A${f(ra)} ${f(ra)} 0 0 1 ${f(a[0] - nx * ra)} ${f(a[1] - ny * ra)}L${f(b[0] - nx * rb)} ${f(b[1] - ny * rb)}A${f(rb)} ${f(rb)} 0 0 1 ${f(b[0] + nx * rb)} ${f(b[1] + ny * rb)}Z`
}

/** A mountain or hill line from left to right, closed at the bottom. */
export function ridge(
  w: number,
  h: number,
  y: number,
  amp: number,
  seed: number | string,
  rough = 0.5,
  step = 40,
): string {
  const r = rng(seed)
  const waves = Array.from({ length: 5 }, (_, i) => ({
    f: (i + 1) * r.range(0.7, 1.5),
    p: r.range(0, 6.3),
    a: amp / (1 + i * 0.9),
  }))
  const pts: Pt[] = []
  for (let x = -step; x <= w + step; x += step) {
    const v = waves.reduce((s, k) => s + Math.sin((x / w) * 6.28 * k.f + k.p) * k.a, 0)
    pts.push([x, y + v * 0.6 + r.range(-1, 1) * amp * rough * 0.35])
  }
  return (
    (rough > 0.6 ? 'M' + pts.map((p) => `${f(p[0])} ${f(p[1])}`).join('L') : smooth(pts)) +
    `L${w + step} ${h}L${-step} ${h}Z`
  )
}
