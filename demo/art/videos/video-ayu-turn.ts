import { figure, type Pose } from '../figure.ts'
import { ease, shoot } from '../video.ts'
import { glow } from '../light.ts'
import { bedSteps } from '../music.ts'
import { AYU, COUNTS, scarf, TURN } from '../scenes/ayu.ts'
import { Sheet, circ, ell, f, path, type Pt } from '../svg.ts'

const mid = (a: Pt, b: Pt, t: number): Pt => [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t]
const toe = (p: Pose, which: 'A' | 'B'): Pt =>
  which === 'A' ? (p.toeA ?? [p.legA[1][0] + 11, p.legA[1][1] + 3]) : (p.toeB ?? [p.legB[1][0] + 11, p.legB[1][1] + 3])
const between = (a: Pose, b: Pose, t: number): Pose => ({
  head: mid(a.head, b.head, t),
  neck: mid(a.neck, b.neck, t),
  hip: mid(a.hip, b.hip, t),
  tilt: (a.tilt ?? 0) + ((b.tilt ?? 0) - (a.tilt ?? 0)) * t,
  face: t < 0.5 ? a.face : b.face,
  armA: [mid(a.armA[0], b.armA[0], t), mid(a.armA[1], b.armA[1], t)],
  armB: [mid(a.armB[0], b.armB[0], t), mid(a.armB[1], b.armB[1], t)],
  legA: [mid(a.legA[0], b.legA[0], t), mid(a.legA[1], b.legA[1], t)],
  legB: [mid(a.legB[0], b.legB[0], t), mid(a.legB[1], b.legB[1], t)],
  toeA: mid(toe(a, 'A'), toe(b, 'A'), t),
  toeB: mid(toe(a, 'B'), toe(b, 'B'), t),
})
const ORDER: [Pose, number][] = [
  [COUNTS[1]!, 420],
  [COUNTS[2]!, 500],
  [COUNTS[3]!, 560],
  [COUNTS[6]!, 620],
  [TURN, 660],
  [COUNTS[5]!, 700],
  [COUNTS[4]!, 770],
  [COUNTS[7]!, 830],
  [COUNTS[2]!, 720],
  [COUNTS[3]!, 600],
  [COUNTS[1]!, 420],
]
const dress = {
  ...AYU,
  skin: 'tan' as const,
  top: '#c22a6e',
  bottom: '#5a1f4e',
  hairColour: '#331436',
  skirt: '#a51f6a',
}
const pose = (t: number): { p: Pose; x: number } => {
  const v = Math.max(0, Math.min(0.99999, t)) * (ORDER.length - 1)
  const k = Math.floor(v)
  const e = ease(Math.min(1, (v - k) * 1.25))
  const [a, xa] = ORDER[k]!
  const [b, xb] = ORDER[k + 1]!
  return { p: between(a, b, e), x: xa + (xb - xa) * e }
}
export const make = (file: string): Promise<number> =>
  shoot(
    {
      title: 'The turn, slow',
      seconds: 10,
      audio: () => bedSteps(10),
      still: () => {
        const s = new Sheet(1280, 720)
        s.fill(s.lin(['#f48fa0', '#fba58e', '#ffc69a', '#ffd9b0']))
        s.add(
          glow(s, 640, 330, 460, '#fff0c4', 0.7),
          circ(640, 340, 270, s.lin(['#fff2c8', '#ffcf7e'])),
          path('M0 618C300 602 980 602 1280 618V720H0Z', s.lin(['#7a2a72', '#3b1a4a'])),
          ell(640, 650, 420, 20, '#ffb98a', `opacity=".35" ${s.blur(10)}`),
        )
        return s
      },
      frame: (s, t, i) => {
        const { p, x } = pose(t)
        const K = 2.1
        const at = (q: Pt): Pt => [x + q[0] * K, 648 + q[1] * K]
        const lag = (d: number): Pt => {
          const o = pose(t - d)
          const q = o.p.armB[1]
          return [o.x + q[0] * K, 648 + q[1] * K]
        }
        const a = at(p.armB[1])
        const tail: Pt[] = [
          a,
          ...[0.02, 0.045, 0.075, 0.11, 0.15].map((d, k): Pt => {
            const q = lag(d)
            return [q[0] - (k + 1) * 46, q[1] + Math.sin(i * 0.16 - k * 1.1) * (10 + k * 9) + k * 8]
          }),
        ]
        s.add(
          ell(x, 652, 90, 9, '#220a28', 'opacity=".4"'),
          scarf(tail, 17, '#ffe9dc'),
          `<g transform="translate(${f(x)} 648) scale(${K})">${figure(p, dress)}</g>`,
        )
      },
    },
    file,
  )
