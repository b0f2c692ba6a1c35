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
  /** Only for `paid`. */
  freeForSubscribers?: true
  /** Names in `assets/`. A teaser is a cut of the file, never the whole of what is for sale. */
  file: string
  teaser?: string
  thumbnail?: string
  daysAgo: number
  chapters?: { at: number; title: string }[]
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
    freeForSubscribers: true,
    file: 'video-priya-fern.mp4',
    teaser: 'teaser-priya-fern.mp4',
    daysAgo: 7,
    chapters: [
      { at: 0, title: 'The stem' },
      { at: 4, title: 'Left and right' },
      { at: 8, title: 'The tip' },
    ],
    captions: [
      {
        locale: 'en-US',
        label: 'English',
        lines: ['One stroke for the stem.', 'Left, then right, never both at once.'],
      },
      { locale: 'fr-FR', label: 'français', lines: ['Un trait pour la tige.', 'À gauche, puis à droite.'] },
    ],
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
