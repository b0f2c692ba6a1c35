import { type StudioItem, wasPublished } from './studio-items.ts'

/** The message key that says what saving an item did. Only what is published by now is said to be. */
export function savedText(
  saved: Pick<StudioItem, 'status' | 'participants'>,
  before: Pick<StudioItem, 'status'> | null,
): string {
  if (wasPublished(before) && before?.status === saved.status) return 'ui.saved'
  const isWaiting = saved.status === 'scheduled' || saved.status === 'processing'
  if (isWaiting && saved.participants.some(({ status }) => status !== 'verified')) return 'studio.saved.consent'
  return savedStatuses.has(saved.status) ? `studio.saved.${saved.status}` : 'ui.saved'
}
const savedStatuses: ReadonlySet<string> = new Set(['draft', 'scheduled', 'processing', 'published'])
