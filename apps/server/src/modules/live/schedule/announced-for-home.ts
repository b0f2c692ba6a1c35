import type { ComingUp } from '@fanlight/contract/home'
import type { Context } from '../../../platform/context.ts'
import type { SignedIn } from '../../../platform/viewer.ts'
import { anythingAnnounced } from './anything-announced.ts'
import { presentScheduled } from './present.ts'
import { ahead } from './store.ts'

/** The next streams of creators one follows. */
export async function announcedForHome(ctx: Context, viewer: SignedIn, max: number): Promise<ComingUp[]> {
  if (!(await anythingAnnounced(ctx))) return []
  const found = await presentScheduled(ctx, viewer.id, await ahead(ctx, viewer, { followed: true }, max))
  return found.map(({ _id, performer, title, startsAt, type, isReminded }) => ({
    kind: 'stream',
    _id,
    performer,
    title,
    startsAt,
    type,
    isReminded,
  }))
}
