import type { ShownFeed } from '@fanlight/contract/feeds'
import type { Context } from '../../platform/context.ts'
import { cut, type Page } from '../../platform/cursor.ts'
import { idOf, type Viewer } from '../../platform/viewer.ts'
import { decideAll, type Decision, type Lockable } from '../access/door.ts'
import { availabilityOf, gateOf, isHidden } from '../access/items.ts'
import { presentFeed } from './present.ts'
import { choose, type FeedList, type FeedRow, fetchChosen } from './store.ts'

export const lockableOf = (feed: FeedRow): Lockable => ({
  id: feed.id,
  performerId: feed.performerId,
  gate: gateOf(feed),
  availability: availabilityOf(feed.status, feed.statusReason),
})

/**
 * A page of posts in four steps: choose the ids, fetch what they need in the same statement, ask the door about all of them at
 * once, present. What the viewer may not know of is left out, so a page can be shorter than asked for.
 */
export async function readPage(
  ctx: Context,
  viewer: Viewer,
  page: Page,
  list: FeedList,
): Promise<{ data: ShownFeed[]; total: number; nextCursor: string | null }> {
  if (page.tooDeep) return { data: [], total: page.offset, nextCursor: null }
  const choice = await choose(ctx, idOf(viewer), list, page)
  const found = choice ? await fetchChosen(ctx, idOf(viewer), choice) : []
  // Pinned posts stand before the page and are no part of its count.
  const pinned = list.pinned ? found.filter((feed) => feed.isPinned) : []
  const { shown, total, nextCursor } = cut(
    pinned.length > 0 ? found.filter((feed) => !feed.isPinned) : found,
    page,
    found[0]?.chosen,
  )
  const feeds = [...pinned, ...shown]
  const decisions = await decideAll(ctx, viewer, feeds.map(lockableOf))
  const visible = feeds
    .map((feed): [FeedRow, Decision] => [feed, decisions.get(feed.id)!])
    .filter(([, decision]) => !isHidden(decision))
  return {
    data: visible.map(([feed, decision]) => presentFeed(ctx, viewer, feed, decision)),
    total: total + pinned.length,
    nextCursor,
  }
}
