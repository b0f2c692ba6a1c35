import { shoot } from '../video.ts'
import { windowLight } from '../light.ts'
import { loopTwo } from '../music.ts'
import { rng } from '../rng.ts'
import { tapeMachine } from '../scenes/marisol.ts'
import { mug, put } from '../objects.ts'
import { Sheet, circ, f, path, rect, stroke } from '../svg.ts'

export const make = (file: string): Promise<number> => {
  const r = rng('meter')
  const beats = Array.from({ length: 40 }, () => r.range(0.25, 0.95))
  return shoot(
    {
      title: 'Eleven seconds of tape',
      seconds: 11,
      audio: () => loopTwo(11),
      still: () => {
        const s = new Sheet(1280, 720)
        s.fill(s.lin(['#3a2236', '#5b3242', '#41242f'], 60))
        s.add(
          windowLight(s, 120, -160, 520, 640, { colour: '#ff9f7a', op: 0.28 }),
          rect(0, 590, 1280, 130, s.lin(['#7d4a34', '#472722'])),
          rect(0, 584, 1280, 8, '#a8694a'),
          s.soft(620, 612, 480, 36, '#120608', 0.6, 20),
          mug(s, 76, 662, 92, '#e4603f'),
        )
        return s.light(0.24, 0.1, 0.1, '#ffcfa0')
      },
      frame: (s, t, i) => {
        const b = beats[Math.floor(i / 7) % 40]!
        const level = b * Math.exp(-((i % 7) / 7) * 1.1) + 0.08 + Math.sin(i * 0.9) * 0.02
        s.add(`<g transform="translate(160 90) scale(.76)">${tapeMachine(s, t * 720, level)}</g>`)
        const sway = Math.sin(i * 0.13) * 3
        s.add(
          stroke(
            `M953 470C1010 484 ${f(1080 + sway)} 390 ${f(1116 + sway)} 290C1140 230 1080 210 1066 280C${f(1044 + sway)} 390 1004 494 953 482`,
            '#8a5a44',
            6,
          ),
          put(
            1102,
            604,
            -87,
            rect(-10, -11, 400, 22, '#e9b23a', 'rx="3"') +
              rect(-10, 3, 400, 8, '#a8741c') +
              path('M390 -11L428 0L390 11Z', '#e9cfa4') +
              path('M416 -4L430 0L416 4Z', '#2a1c16') +
              rect(-26, -11, 20, 22, '#e07a7a', 'rx="4"'),
          ),
        )
        for (let k = 0; k < 4; k++) {
          const p = (t * 2 + k / 4) % 1
          s.add(circ(76 + Math.sin(p * 5 + k) * 12, 560 - p * 110, 9 + p * 10, '#fff', `opacity="${f(0.1 * (1 - p))}"`))
        }
      },
    },
    file,
  )
}
