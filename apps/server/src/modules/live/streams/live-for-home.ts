import type { LiveNow } from '@fanlight/contract/home'
import type { Context } from '../../../platform/context.ts'
import type { SignedIn } from '../../../platform/viewer.ts'
import { anybodyLive } from './anybody-live.ts'
import { presentStreams } from './present.ts'
import * as store from './store.ts'

/** So many of others, beside those whom one follows. */
const othersMax = 4

/** Whom one follows first, then the most watched. Not one's own stream. */
export async function liveForHome(ctx: Context, viewer: SignedIn, max: number): Promise<LiveNow[]> {
  if (!(await anybodyLive(ctx))) return []
  const by = { sortBy: 'viewers', sort: 'desc' } as const
  const [followed, watched] = await Promise.all([
    store.live(ctx, viewer, { ...by, followed: true }, max),
    // One's own, and those whom one follows, may be among them.
    store.live(ctx, viewer, by, max + othersMax + 1),
  ])
  const isFollowed = new Set(followed.map(({ id }) => id))
  const others = watched.filter(({ id, performerId }) => !isFollowed.has(id) && performerId !== viewer.id)
  const shown = [...followed, ...others.slice(0, othersMax)].slice(0, max)
  return (await presentStreams(ctx, viewer.id, shown)).map(({ _id, performer, title, type, viewers }) => ({
    _id,
    performer,
    title,
    type,
    viewers,
    isFollowed: isFollowed.has(_id),
  }))
}
