import type { Gate } from './seed-accounts.ts'

/** Videos that creators of the demo world publish beside their posts. */
export interface SeedVideo {
  key: string
  /** The key of the creator. */
  by: string
  title: string
  text: string
  tags: string[]
  gate: Gate
  /** Only for `paid`. */
  priceTokens?: number
  /** Names in `assets/`. */
  file: string
  teaser?: string
  thumbnail?: string
  daysAgo: number
  captions?: { locale: string; label: string; lines: string[] }[]
}

export const videos: SeedVideo[] = [
  {
    key: 'ines-cylinder',
    by: 'ines',
    title: 'One cylinder, start to finish',
    text: 'Centre, open, three pulls. The hands stay still and the clay does the walking.',
    tags: ['pottery', 'wheel', 'basics'],
    gate: 'public',
    file: 'video-ines-wheel.mp4',
    daysAgo: 2,
    captions: [
      {
        locale: 'en-US',
        label: 'English',
        lines: ['Keep the outside hand still.', 'The inside hand does the lifting.'],
      },
      { locale: 'es-ES', label: 'español', lines: ['La mano de fuera no se mueve.', 'La de dentro levanta.'] },
    ],
  },
  {
    key: 'teo-dough',
    by: 'teo',
    title: 'Shaping wet dough without flour',
    text: 'Water on the bench, a steel scraper and four folds. Nothing else.',
    tags: ['bread', 'basics'],
    gate: 'subscribers',
    file: 'video-teo-dough.mp4',
    daysAgo: 5,
  },
  {
    key: 'priya-fern',
    by: 'priya',
    title: 'A fern from six strokes',
    text: 'The whole drawing, with every stroke named as it lands.',
    tags: ['drawing', 'ink'],
    gate: 'paid',
    priceTokens: 90,
    file: 'video-priya-fern.mp4',
    teaser: 'video-priya-fern.mp4',
    daysAgo: 7,
  },
  {
    key: 'ayu-turn',
    by: 'ayu',
    title: 'The turn, from three sides',
    text: 'Slow first, then at the speed of the stage.',
    tags: ['dance', 'rehearsal'],
    gate: 'followers',
    file: 'video-ayu-turn.mp4',
    daysAgo: 9,
  },
]
