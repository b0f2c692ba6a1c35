import type { Reply } from '../../../api/client.ts'
import type { Tone } from '../../../ui/badge.tsx'

/** One's own post as the studio gets it. */
export type StudioPost = Reply<'GET /performer/feeds/:id'>['data']

export const tones: Record<string, Tone> = {
  published: 'leaf',
  scheduled: 'sky',
  processing: 'lamp',
  pending_review: 'lamp',
  removed: 'ember',
  hidden: 'quiet',
}
