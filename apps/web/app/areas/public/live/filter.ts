import type { Stream } from '../../../parts/live/stream.ts'

export const pageSize = 24
const topicsMax = 8

/** What the address asks for: everyone, whom one follows, what is free to watch, or a topic. */
export function filterFrom({ searchParams }: URL): {
  current: number
  followed?: 'true' | undefined
  type?: 'public'
  category?: string
} {
  const filter = searchParams.get('filter') ?? ''
  const page = Number(searchParams.get('current') ?? 1)
  const current = Number.isInteger(page) && page > 0 && page < 1000 ? page : 1
  if (filter === 'following') return { current, followed: 'true' }
  if (filter === 'free') return { current, type: 'public' }
  const topic = filter.startsWith('topic:') ? filter.slice('topic:'.length).trim().slice(0, 60) : ''
  return topic ? { current, category: topic } : { current }
}

/** The topics that are live now, those of most streams first. */
export function categoriesOf(streams: readonly Pick<Stream, 'category'>[]): string[] {
  const counts = new Map<string, number>()
  for (const { category } of streams) if (category) counts.set(category, (counts.get(category) ?? 0) + 1)
  return [...counts]
    .toSorted(([one, a], [other, b]) => b - a || one.localeCompare(other))
    .slice(0, topicsMax)
    .map(([category]) => category)
}
