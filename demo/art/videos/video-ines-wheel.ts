import { arm } from '../hand.ts'
import { ease, shoot } from '../video.ts'
import { windowLight } from '../light.ts'
import { bedWheel } from '../music.ts'
import { Sheet, ell, f, g, path, rect, smooth, stroke, type Pt } from '../svg.ts'

/** Half widths of the clay from base to lip, for the four moments of a throw. */
const FORMS = [
  { h: 150, r: [170, 168, 150, 120, 70] },
  { h: 190, r: [165, 160, 150, 148, 150] },
  { h: 330, r: [140, 128, 120, 122, 128] },
  { h: 360, r: [120, 165, 168, 110, 96] },
] as const
const form = (t: number): { h: number; r: number[] } => {
  const x = Math.min(2.999, t * 3)
  const k = Math.floor(x)
  const e = ease(x - k)
  const a = FORMS[k]!
  const b = FORMS[k + 1]!
  return { h: a.h + (b.h - a.h) * e, r: a.r.map((v, i) => v + (b.r[i]! - v) * e) }
}
export const make = (file: string): Promise<number> =>
  shoot(
    {
      title: 'One cylinder, no cuts',
      seconds: 10,
      audio: () => bedWheel(10),
      still: () => {
        const s = new Sheet(1280, 720)
        s.fill(s.lin(['#6f5646', '#3c2a26'], 70))
        s.add(
          windowLight(s, 120, -120, 420, 600, { skew: -14, op: 0.26 }),
          rect(0, 560, 1280, 160, s.lin(['#7b624f', '#4a3730'])),
          s.soft(640, 650, 560, 70, '#140a08', 0.5, 26),
        )
        return s.light(0.26, 0.15, 0.1)
      },
      frame: (s, t, i) => {
        const turn = i * 0.42
        s.add(ell(640, 612, 400, 92, '#2e3940'), ell(640, 600, 400, 90, s.lin(['#9fb0b4', '#5c6f78', '#35444d'], 12)))
        for (const k of [0.94, 0.82, 0.7])
          s.add(ell(640, 600, 400 * k, 90 * k, 'none', 'stroke="#dfe8e6" stroke-width="2" opacity=".25"'))
        for (let k = 0; k < 3; k++) {
          const a = turn + k * 2.09
          s.add(ell(640 + Math.cos(a) * 330, 600 + Math.sin(a) * 74, 16, 5, '#a5644a', 'opacity=".7"'))
        }
        s.add(ell(640, 596, 230, 52, '#8b5b45', 'opacity=".75"'))
        const p = form(0.04 + t * 0.96)
        const wob = Math.sin(turn * 1.0) * (1 - t) * 3
        const ys = [0, 0.25, 0.5, 0.75, 1].map((v) => 596 - p.h * v)
        const left: Pt[] = p.r.map((r, q) => [640 - r + wob * (q / 4), ys[q]!])
        const right: Pt[] = p.r.map((r, q): Pt => [640 + r + wob * (q / 4), ys[q]!]).reverse()
        const d = `${smooth(left)}L${f(right[0]![0])} ${f(right[0]![1])}${smooth(right).replace(/^M[^C]*/, '')}Q640 ${f(640)} ${f(left[0]![0])} ${f(left[0]![1])}Z`
        s.add(
          path(
            d,
            s.lin(
              [
                [0, '#a5644a'],
                [0.2, '#e2a27f'],
                [0.45, '#c77f5e'],
                [0.8, '#8a4d38'],
                [1, '#5f3326'],
              ],
              0,
            ),
          ),
        )
        const c = s.clip(path(d, '#000'))
        s.add(
          g(
            Array.from({ length: 12 }, (_, q) =>
              stroke(
                `M380 ${f(590 - q * 32 + ((turn * 6) % 32))}Q640 ${f(622 - q * 32 + ((turn * 6) % 32))} 900 ${f(590 - q * 32 + ((turn * 6) % 32))}`,
                q % 2 ? '#f0bd9c' : '#7b432f',
                3,
                'opacity=".28"',
              ),
            ).join(''),
            c,
          ),
        )
        const lip = p.r[4]!
        const open = Math.max(0, Math.min(1, (t - 0.1) * 5))
        s.add(
          ell(640 + wob, ys[4]!, lip, lip * 0.24, '#b9775a'),
          ell(640 + wob, ys[4]! + 1, lip * 0.86 * open, lip * 0.19 * open, '#33170f'),
          stroke(
            `M${f(640 - lip + wob)} ${f(ys[4]!)}A${f(lip)} ${f(lip * 0.24)} 0 0 0 ${f(640 + lip + wob)} ${f(ys[4]!)}`,
            '#eebb99',
            5,
          ),
        )
        const hy = 596 - p.h * (0.5 + 0.38 * Math.sin(t * 9 + 0.6))
        const at = (yy: number): number => {
          const v = Math.max(0, Math.min(3.999, ((596 - yy) / p.h) * 4))
          const k = Math.floor(v)
          return p.r[k]! + (p.r[k + 1]! - p.r[k]!) * (v - k)
        }
        const w = at(hy)
        const jit = Math.sin(turn * 2) * 1.2
        s.add(
          arm({
            a: [-40, 660],
            b: [110, 560],
            c: [640 - w - 104, hy + 34 + jit],
            r: 54,
            sleeve: '#3f6f88',
            shade: '#24465c',
            skin: 'fair',
            kind: 'cup',
            turn: -4,
            k: 1.45,
            rolled: 0.3,
          }),
          arm({
            a: [1320, 660],
            b: [1170, 560],
            c: [640 + w + 110, hy + 26 - jit],
            r: 54,
            sleeve: '#35607a',
            shade: '#1d3b50',
            skin: 'fair',
            kind: 'rest',
            turn: 176,
            k: 1.45,
            flip: true,
            rolled: 0.3,
          }),
        )
      },
    },
    file,
  )
