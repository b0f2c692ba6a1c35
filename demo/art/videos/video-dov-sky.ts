import { ease, shoot } from '../video.ts'
import { bedPad } from '../music.ts'
import { trails } from '../scenes/dov.ts'
import { glow } from '../light.ts'
import { Sheet, f, g, path, rect, ridge } from '../svg.ts'

export const make = (file: string): Promise<number> =>
  shoot(
    {
      title: 'Four hours of turning',
      seconds: 12,
      crf: 27,
      audio: () => bedPad(12, ['E3', 'C3', 'G2', 'A2'], 'sky', ['E5', 'B5', 'G5', 'D6', 'B5']),
      still: () => {
        const s = new Sheet(1280, 720)
        s.fill(s.rad(['#3a4a9a', '#1d2766', '#0a1030'], 0.5, 0.42, 0.8))
        s.add(
          rect(
            0,
            420,
            1280,
            260,
            s.lin([
              [0, '#e08a6a', 0],
              [1, '#e08a6a', 0.45],
            ]),
          ),
        )
        return s
      },
      frame: (s, t) => {
        s.add(
          g(trails(1280, 720, 640, 270, 0.4 + ease(t) * 40, t * 12), s.clip(rect(0, 0, 1280, 610, '#000'))),
          path(ridge(1280, 720, 570, 46, 't1', 0.7, 50), '#1c2250'),
          path(ridge(1280, 720, 630, 22, 't2', 0.5, 60), '#0c1130'),
        )
        s.add(
          `<g transform="translate(640 640) scale(.62)">${rect(-130, -90, 260, 110, '#2a3268')}${rect(40, -90, 90, 110, '#161c44')}${path('M-140 -90A140 140 0 0 1 140 -90Z', '#46549a')}${path('M20 -228A140 140 0 0 1 140 -90H60C60 -150 50 -200 20 -228Z', '#222b60')}<g transform="translate(${f(-50 + t * 60)} 0)">${path('M-24 -90V-214H24V-90Z', '#0a0e26')}${path('M-16 -96V-204H16V-96Z', '#d9503a')}</g>${rect(-90, -60, 34, 80, '#0a0e26')}${rect(-84, -54, 22, 74, '#ff9a6a', 'opacity=".8"')}</g>`,
          glow(s, 640, 545, 170, '#e4503f', 0.3),
        )
      },
    },
    file,
  )
