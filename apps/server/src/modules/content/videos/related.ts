import type { Context } from '../../../platform/context.ts'
import { pageOf } from '../../../platform/db/cursor.ts'
import type { Viewer } from '../../../platform/viewer.ts'
import { browseItems, type FoundItem } from '../items/browse.ts'
import { type VideoRow, videoTable } from './video-rows.ts'

const relatedMax = 8

/**
 * The newest other videos of the same creator, first those that the viewer may watch, then the newest of others with one of its tags; of both
 * the same number at most. A locked video has no tags to show.
 */
export async function findRelated(
  ctx: Context,
  viewer: Viewer,
  { item, verdict }: FoundItem<VideoRow>,
): Promise<FoundItem<VideoRow>[]> {
  // As many as may be left out: the video itself, and those of the creator.
  const page = pageOf({ current: 1, pageSize: 2 * relatedMax + 1 })
  const browse = (choice: { performerId?: string; tags?: readonly string[] }) =>
    browseItems<VideoRow>(ctx, viewer, videoTable, { sort: 'desc', ...choice }, page)
  const tags = verdict.granted ? item.tags : []
  const pages = await Promise.all([
    browse({ performerId: item.performerId }),
    ...(tags.length > 0 ? [browse({ tags })] : []),
  ])
  const others = new Map(pages.flatMap(({ found }) => found.map((entry) => [entry.item.id, entry])))
  others.delete(item.id)
  const all = [...others.values()]
  const isOwn = ({ item: other }: FoundItem<VideoRow>) => other.performerId === item.performerId
  // What the viewer may watch is next.
  const next = all.filter(isOwn).toSorted((a, b) => Number(b.verdict.granted) - Number(a.verdict.granted))
  const related = all.filter((entry) => !isOwn(entry))
  return [...next.slice(0, relatedMax / 2), ...related.slice(0, relatedMax / 2)]
}
