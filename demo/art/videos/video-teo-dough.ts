import { arm } from '../hand.ts'
import { ease, shoot } from '../video.ts'
import { planks } from '../light.ts'
import { bedPlucks, CHORDS } from '../music.ts'
import { doughBowl, wheat } from '../scenes/teo.ts'
import { rng } from '../rng.ts'
import { Sheet, circ, ell, f } from '../svg.ts'

export const make = (file: string): Promise<number> =>
  shoot(
    {
      title: 'The only fold you need',
      seconds: 12,
      audio: () => bedPlucks(12, [CHORDS.C, CHORDS.F, CHORDS.C, CHORDS.G, CHORDS.F, CHORDS.C], 0.3, 'dough'),
      still: () => {
        const s = new Sheet(1280, 720)
        const r = rng('fl')
        s.add(
          planks(s, 0, 0, 1280, 720, '#d9ae7c', '#8f6040', 5, 'td'),
          ell(1060, 150, 240, 150, '#fff6e4', `opacity=".55" ${s.blur(36)}`),
          ...Array.from({ length: 120 }, () =>
            circ(r.range(860, 1270), r.range(10, 320), r.range(1, 4), '#fffaf0', `opacity="${f(r.range(0.3, 0.9))}"`),
          ),
          wheat(30, 150, 22, 1.2),
          wheat(24, 210, 10, 1.1),
        )
        return s
      },
      frame: (s, t) => {
        const folds = 4
        const x = t * folds
        const k = Math.floor(x)
        const p = x - k
        const fold = p < 0.2 ? 0 : p < 0.72 ? ease((p - 0.2) / 0.52) : 1
        const back = p > 0.8 ? ease((p - 0.8) / 0.2) : 0
        const turn = (k + back) * 22
        s.add(`<g transform="rotate(${f(turn)} 620 350)">${doughBowl(s, 620, 350, 300, fold * (1 - back))}</g>`)
        const reach = p < 0.2 ? ease(p / 0.2) : p < 0.72 ? 1 - ease((p - 0.2) / 0.52) * 0.95 : 0.05 * (1 - back)
        const y = 505 - reach * 270
        s.add(
          arm({
            a: [180, 830],
            b: [270, 690],
            c: [500 - reach * 18, y],
            r: 58,
            sleeve: '#f2e8d6',
            shade: '#b9a684',
            skin: 'fair',
            kind: 'rest',
            turn: -58,
            k: 1.55,
            rolled: 0.16,
          }),
          arm({
            a: [1060, 830],
            b: [970, 690],
            c: [740 + reach * 18, y],
            r: 58,
            sleeve: '#e8dcc6',
            shade: '#a9946f',
            skin: 'fair',
            kind: 'rest',
            turn: -122,
            k: 1.55,
            flip: true,
            rolled: 0.16,
          }),
        )
      },
    },
    file,
  )
