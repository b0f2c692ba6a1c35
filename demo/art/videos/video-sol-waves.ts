import { shoot } from '../video.ts'
import { bedSea } from '../music.ts'
import { wave } from '../scenes/sol.ts'

export const make = (file: string): Promise<number> =>
  shoot(
    {
      title: 'What the water was doing',
      seconds: 9,
      crf: 26,
      audio: () => bedSea(9),
      frame: (s, t) => void s.embed(wave(1280, 720, (t * 3) % 1, true), 0, 0, 1),
    },
    file,
  )
