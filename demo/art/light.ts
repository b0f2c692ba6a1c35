/** The fanlight as light: the window itself, and the warm shape it throws on a wall. */
import { type Sheet, circ, f, g, line, path, rect, stroke } from './svg.ts'
import { rng } from './rng.ts'

export const archPath = (x: number, y: number, w: number, h: number): string =>
  `M${f(x)} ${f(y + h)}V${f(y + w / 2)}A${f(w / 2)} ${f(w / 2)} 0 0 1 ${f(x + w)} ${f(y + w / 2)}V${f(y + h)}Z`

/** Bars of an arch window: a fan above, a cross below. */
function bars(x: number, y: number, w: number, h: number, colour: string, t: number, hub = true): string {
  const cx = x + w / 2
  const cy = y + w / 2
  const out: string[] = []
  for (const a of [36, 72, 108, 144]) {
    const r = (a * Math.PI) / 180
    out.push(line(cx, cy, cx - Math.cos(r) * (w / 2), cy - Math.sin(r) * (w / 2), colour, t))
  }
  out.push(line(x, cy, x + w, cy, colour, t))
  if (hub)
    out.push(
      stroke(
        `M${f(cx - w * 0.13)} ${f(cy)}A${f(w * 0.13)} ${f(w * 0.13)} 0 0 1 ${f(cx + w * 0.13)} ${f(cy)}`,
        colour,
        t,
      ),
    )
  const rest = h - w / 2
  if (rest > w * 0.2) {
    out.push(
      line(x + w / 3, cy, x + w / 3, y + h, colour, t),
      line(x + (2 * w) / 3, cy, x + (2 * w) / 3, y + h, colour, t),
    )
    if (rest > w * 0.6) out.push(line(x, cy + rest / 2, x + w, cy + rest / 2, colour, t))
  }
  return out.join('')
}

/** A soft, slanted patch of window light on a wall. */
export function windowLight(
  s: Sheet,
  x: number,
  y: number,
  w: number,
  h: number,
  o: { colour?: string; op?: number; skew?: number; blur?: number; wall?: string } = {},
): string {
  const colour = o.colour ?? '#fff3d2'
  const mask = s.def(
    (id) => `<mask id="${id}">${path(archPath(x, y, w, h), '#fff')}${bars(x, y, w, h, '#000', w * 0.055)}</mask>`,
  )
  return g(
    g(path(archPath(x, y, w, h), colour), `mask="${mask}" ${s.blur(o.blur ?? w * 0.012)}`),
    `opacity="${o.op ?? 0.75}" transform="translate(${f(x + w / 2)} ${f(y + h)}) skewX(${o.skew ?? -12}) translate(${f(-x - w / 2)} ${f(-y - h)})"`,
  )
}

/** An arch window with a frame; `view` is rendered behind the glass. */
export function archWindow(
  s: Sheet,
  x: number,
  y: number,
  w: number,
  h: number,
  view: string,
  frame: string,
  t = w * 0.03,
): string {
  const clip = s.clip(path(archPath(x, y, w, h), '#000'))
  return g([
    g(view, clip),
    bars(x, y, w, h, frame, t * 0.72),
    stroke(archPath(x, y, w, h), frame, t),
    rect(x - w * 0.06, y + h - t * 0.2, w * 1.12, t * 1.2, frame, `rx="${f(t * 0.3)}"`),
  ])
}

/** Glow of a lamp, a sun or a fire. */
export function glow(s: Sheet, x: number, y: number, r: number, colour: string, op = 0.8): string {
  return circ(
    x,
    y,
    r,
    s.rad([
      [0, colour, op],
      [0.35, colour, op * 0.5],
      [1, colour, 0],
    ]),
  )
}

export function stars(w: number, h: number, count: number, seed: string, colour = '#fff6e0'): string {
  const r = rng(seed)
  return Array.from({ length: count }, () =>
    circ(
      r.range(0, w),
      r.range(0, h),
      r.next() < 0.08 ? r.range(2.4, 3.6) : r.range(0.7, 1.9),
      colour,
      `opacity="${f(r.range(0.3, 1))}"`,
    ),
  ).join('')
}

/** Sun path on water: short bright dashes, wider towards the viewer. */
export function glitter(
  x: number,
  y: number,
  w: number,
  h: number,
  seed: string,
  colour = '#fff0c9',
  op = 0.75,
): string {
  const r = rng(seed)
  const rows = Math.round(h / 15)
  return Array.from({ length: rows }, (_, i) => {
    const t = i / rows
    const half = (w / 2) * (0.35 + 0.65 * t) * r.range(0.55, 1)
    const dx = r.range(-0.16, 0.16) * w
    return line(
      x - half + dx,
      y + t * h,
      x + half + dx,
      y + t * h,
      colour,
      2.5 + 3.5 * t,
      `opacity="${f(op * r.range(0.45, 1))}"`,
    )
  }).join('')
}

/** A wooden floor or table in perspective-free planks. */
export function planks(
  s: Sheet,
  x: number,
  y: number,
  w: number,
  h: number,
  base: string,
  dark: string,
  rows: number,
  seed: string,
): string {
  const r = rng(seed)
  const out = [rect(x, y, w, h, s.lin([base, dark], 80))]
  let yy = y
  for (let i = 0; i < rows; i++) {
    const hh = (h / rows) * (0.55 + (0.9 * i) / Math.max(1, rows - 1))
    out.push(line(x, yy, x + w, yy, dark, 2.5, 'opacity=".55"'))
    for (let k = 0; k < 3; k++)
      out.push(
        line(
          x + r.range(0, w * 0.8),
          yy + hh * r.range(0.25, 0.75),
          x + r.range(0, w),
          yy + hh * r.range(0.25, 0.75),
          dark,
          2,
          'opacity=".16"',
        ),
      )
    yy += hh
  }
  return out.join('')
}
