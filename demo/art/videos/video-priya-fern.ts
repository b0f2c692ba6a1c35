import { handAt } from '../hand.ts'
import { shoot } from '../video.ts'
import { bedPlucks, CHORDS } from '../music.ts'
import { brush, put } from '../objects.ts'
import { branch } from '../scenes/priya.ts'
import { Sheet, circ, f, path, rect } from '../svg.ts'

/** Where the brush is while the branch grows: the stem first, then the tip of each leaf. */
const STOPS: [number, number, number][] = [
  [0, 600, 690],
  [0.1, 610, 420],
  [0.16, 610, 120],
  [0.2, 760, 500],
  [0.3, 480, 480],
  [0.4, 742, 400],
  [0.49, 478, 380],
  [0.58, 720, 320],
  [0.68, 496, 300],
  [0.77, 690, 240],
  [0.87, 610, 110],
  [0.94, 640, 140],
  [1, 940, 300],
]
const tip = (t: number): [number, number] => {
  const i = Math.max(
    1,
    STOPS.findIndex((s) => s[0] >= t),
  )
  const [ta, xa, ya] = STOPS[i - 1]!
  const [tb, xb, yb] = STOPS[i]!
  const k = (t - ta) / (tb - ta || 1)
  const e = k * k * (3 - 2 * k)
  return [xa + (xb - xa) * e, ya + (yb - ya) * e]
}
export const make = (file: string): Promise<number> =>
  shoot(
    {
      title: 'From stem to tip',
      seconds: 11,
      audio: () => bedPlucks(11, [CHORDS.F, CHORDS.C, CHORDS.DM, CHORDS.AM, CHORDS.F, CHORDS.C], 0.29, 'fern'),
      still: () => {
        const s = new Sheet(1280, 720)
        s.fill(s.lin(['#c79468', '#8a5a3e'], 60))
        s.add(
          rect(208, 26, 860, 740, '#2a140c', `opacity=".35" ${s.blur(16)}`),
          rect(190, 6, 860, 760, s.lin(['#fdf8ec', '#f3e8d2'], 60)),
          circ(
            400,
            260,
            190,
            s.rad([
              [0, '#9fd3ea', 0.5],
              [1, '#9fd3ea', 0],
            ]),
          ),
          circ(
            820,
            460,
            210,
            s.rad([
              [0, '#ffc98a', 0.5],
              [1, '#ffc98a', 0],
            ]),
          ),
          circ(862, 150, 62, '#e9603f'),
        )
        return s.light(0.2)
      },
      frame: (s, t, i) => {
        s.add(`<g transform="translate(604 716) rotate(3)">${branch(Math.min(1.12, t * 1.22), 0.82)}</g>`)
        const [x0, y0] = tip(Math.min(1, t * 1.02))
        const x = x0 + Math.sin(i * 0.5) * 5
        const y = y0 + Math.cos(i * 0.43) * 4
        s.add(
          put(x, y, 38, brush(330, '#7d4f31', '#1d5474', 17)),
          handAt('brown', 'pinch', Math.round(x + 196), Math.round(y + 178), 216, 1.45, true),
          path(
            `M${f(x + 176)} ${f(y + 214)}L${f(x + 236)} ${f(y + 150)}L${f(x + 640)} ${f(y + 400)}L${f(x + 520)} ${f(y + 560)}Z`,
            '#2f87a3',
          ),
          path(
            `M${f(x + 176)} ${f(y + 214)}L${f(x + 196)} ${f(y + 194)}L${f(x + 580)} ${f(y + 480)}L${f(x + 520)} ${f(y + 560)}Z`,
            '#184f66',
            'opacity=".45"',
          ),
        )
      },
    },
    file,
  )
