import { ease, shoot } from '../video.ts'
import { bedPad } from '../music.ts'
import { dawn } from '../scenes/rune.ts'
import { rng } from '../rng.ts'
import { f, stroke } from '../svg.ts'

const r = rng('birds')
const birds = Array.from({ length: 5 }, (_, i) => ({
  x: 120 + i * 46 + r.range(-14, 14),
  y: 230 + r.range(-34, 34),
  p: r.range(0, 6),
}))
export const make = (file: string): Promise<number> =>
  shoot(
    {
      title: 'Dawn, the tripod stayed',
      seconds: 12,
      crf: 24,
      audio: () => bedPad(12, ['D3', 'A2', 'B2', 'G2'], 'dawn', ['D5', 'A4', 'F#5', 'E5']),
      frame: (s, t) => {
        s.embed(dawn(1280, 720, ease(0.05 + t * 0.93)), 0, 0, 1)
        if (t > 0.3)
          for (const b of birds) {
            const x = b.x + (t - 0.3) * 820
            const flap = Math.sin(t * 90 + b.p) * 7
            s.add(
              stroke(
                `M${f(x - 15)} ${f(b.y - flap)}Q${f(x - 6)} ${f(b.y - 4)} ${f(x)} ${f(b.y)}Q${f(x + 6)} ${f(b.y - 4)} ${f(x + 15)} ${f(b.y - flap)}`,
                '#3a3560',
                2.6,
                `opacity="${f(Math.min(1, (t - 0.3) * 8))}"`,
              ),
            )
          }
      },
    },
    file,
  )
