import { shoot } from '../video.ts'
import { flip } from '../music.ts'
import { record, tonearm } from '../scenes/lulu.ts'
import { Sheet, circ, ell, f, path } from '../svg.ts'

export const make = (file: string): Promise<number> =>
  shoot(
    {
      title: 'Just the record',
      seconds: 12,
      audio: () => flip(12, false),
      still: () => {
        const s = new Sheet(1280, 720)
        s.fill(s.lin(['#ff9b7a', '#e5527c', '#8a3391'], 35))
        s.add(
          path(
            'M-20 540C240 440 480 580 720 530C960 480 1120 390 1320 430L1320 740L-20 740Z',
            '#5a2580',
            'opacity=".5"',
          ),
          ell(590, 430, 390, 350, '#2a0a2c', `opacity=".4" ${s.blur(30)}`),
        )
        return s.light(0.2)
      },
      frame: (s, t) => {
        s.add(
          record(s, 560, 362, 318, t * 360 * 6.66),
          `<g transform="rotate(${f(Math.sin(t * 42) * 0.4)} 560 362)">${circ(560, 362, 268, 'none', 'stroke="#6a5a8a" stroke-width="1.4" opacity=".4"')}</g>`,
          tonearm(985, 110, 0.83, 9 + t * 5 + Math.sin(t * 42) * 0.35),
        )
      },
    },
    file,
  )
