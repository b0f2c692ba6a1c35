import type { ShownFeed } from '@fanlight/contract/posts'
import type { Context } from '../../../platform/context.ts'
import type { Viewer } from '../../../platform/viewer.ts'
import { findItems, type ItemSearch } from '../items/search.ts'
import { visibleItems } from '../items/view-item.ts'
import { type FeedRow, feedTable } from './feed-rows.ts'
import { presentFeed } from './present.ts'

export async function searchFeeds(
  ctx: Context,
  viewer: Viewer,
  search: ItemSearch,
): Promise<{ data: ShownFeed[]; total: number; totalIsAtLeast?: true }> {
  const { ids, ...total } = await findItems(ctx, viewer, feedTable.kind, search)
  const found = await visibleItems<FeedRow>(ctx, viewer, feedTable, ids)
  return { data: found.map(({ item, verdict }) => presentFeed(ctx, viewer, item, verdict)), ...total }
}
