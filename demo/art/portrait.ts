/** Avatars (square) and portraits (3:4, for the arch: head in the upper middle, the person's surroundings blurred behind). */
import { bust, type Look, type Mood } from './person.ts'
import { Sheet, at, f, g, rect } from './svg.ts'

export function avatar(l: Look, m: Mood = {}): Sheet {
  const s = new Sheet(512, 512)
  s.fill(s.lin([l.back[0], l.back[1]], 62))
  s.fill(
    s.rad(
      [
        [0, '#ffffff', 0.55],
        [1, '#ffffff', 0],
      ],
      0.26,
      0.2,
      0.6,
    ),
  )
  return s.add(at(256, 262, 2.62, bust(s, l, m)))
}

export function portrait(l: Look, place: Sheet, x: number, y: number, k: number, m: Mood = {}): Sheet {
  const s = new Sheet(900, 1200)
  const from = s.body.length
  s.embed(place, x, y, k)
  const back = s.body.splice(from)
  const soft = s.def(
    (id) => `<filter id="${id}" x="0" y="0" width="100%" height="100%"><feGaussianBlur stdDeviation="5"/></filter>`,
  )
  s.add(
    g(back),
    g(back, `filter="${soft}"`),
    rect(
      0,
      0,
      900,
      1200,
      s.lin(
        [
          [0, l.back[1], 0.1],
          [1, l.back[1], 0.34],
        ],
        90,
      ),
    ),
  )
  s.add(s.soft(452, 1040, 420, 240, '#1a0f14', 0.32, 60))
  s.add(`<g transform="translate(450 ${f(560)}) scale(4.9)">${bust(s, l, m)}</g>`)
  return s.fill(
    s.rad(
      [
        [0, '#fff0cf', 0.2],
        [1, '#fff0cf', 0],
      ],
      0.15,
      0.12,
      0.9,
    ),
  )
}
