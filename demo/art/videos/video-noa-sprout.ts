import { shoot } from '../video.ts'
import { windowLight } from '../light.ts'
import { bedPlucks, CHORDS } from '../music.ts'
import { leaf, put, vessel } from '../objects.ts'
import { mix } from '../palette.ts'
import { Sheet, circ, ell, f, rect, smooth, stroke, type Pt } from '../svg.ts'

export const make = (file: string): Promise<number> =>
  shoot(
    {
      title: 'Nineteen days',
      seconds: 12,
      audio: () => bedPlucks(12, [CHORDS.C, CHORDS.AM, CHORDS.F, CHORDS.G, CHORDS.C, CHORDS.F], 0.31, 'sprout'),
      still: () => {
        const s = new Sheet(1280, 720)
        s.fill(s.lin(['#e9efd6', '#bcd6b4'], 60))
        s.add(rect(0, 560, 1280, 160, s.lin(['#c9a47a', '#94704f'])), rect(0, 552, 1280, 10, '#eed3ac'))
        return s
      },
      frame: (s, t, i) => {
        const day = (t * 9.5) % 1
        s.add(
          rect(
            0,
            0,
            1280,
            720,
            mix('#1d2f5a', '#fff0c0', 0.5 - 0.5 * Math.cos(day * 6.283)),
            `opacity="${f(0.16 + 0.06 * Math.cos(day * 6.283))}"`,
          ),
          windowLight(s, 130 + day * 330, 30, 360, 480, {
            op: f2(0.75 * Math.sin(day * 3.1416)),
            skew: -24 + day * 34,
            blur: 5,
          }),
        )
        const grow = Math.min(1, t * 1.06)
        const lean = Math.sin(t * 9.4) * 60 * Math.min(1, grow * 1.6)
        const h = 20 + 330 * (1 - (1 - grow) ** 1.8)
        const stem: Pt[] = [
          [640, 470],
          [640 + lean * 0.1, 470 - h * 0.4],
          [640 + lean * 0.45, 470 - h * 0.75],
          [640 + lean, 470 - h],
        ]
        const at = (v: number): Pt => {
          const k = Math.min(2.999, v * 3)
          const q = Math.floor(k)
          const e = k - q
          return [stem[q]![0] + (stem[q + 1]![0] - stem[q]![0]) * e, stem[q]![1] + (stem[q + 1]![1] - stem[q]![1]) * e]
        }
        s.add(stroke(smooth(stem), '#5a8f48', 9))
        const green = ['#7fc06c', '#4aa05a', '#5fae5f', '#3f9352', '#8fcf78', '#4aa05a', '#6fb866']
        for (let k = 0; k < 7; k++) {
          const born = 0.08 + k * 0.115
          const age = Math.max(0, Math.min(1, (t - born) * 3.4))
          if (age <= 0) continue
          const [x, y] = at(Math.min(1, (0.3 + k * 0.11) * 1))
          const a = (k % 2 ? -150 : -30) + (k % 2 ? -1 : 1) * age * 22 + lean * 0.16 + Math.sin(i * 0.3 + k) * 2
          s.add(put(x, y, a, leaf(34 + 136 * age * (1 - k * 0.05), 12 + 34 * age, green[k]!, age > 0.4 ? 4 : 0)))
        }
        const [tx, ty] = at(1)
        s.add(
          put(tx, ty, -92 + lean * 0.3, leaf(30 + 44 * grow, 9 + 10 * grow, '#b4e08c', 0)),
          s.soft(690, 626, 190, 18),
          vessel(s, 'pot', 640, 624, 168, '#cf7650', { shadow: 0 }),
          ell(640, 458, 72, 11, '#3f281c'),
          circ(622, 456, 5, '#7d5a40'),
          circ(664, 459, 4, '#7d5a40'),
        )
      },
    },
    file,
  )
const f2 = (v: number): number => Math.round(Math.max(0, v) * 100) / 100
