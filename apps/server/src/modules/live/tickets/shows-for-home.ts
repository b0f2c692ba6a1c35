import type { ComingUp } from '@fanlight/contract/home'
import type { Context } from '../../../platform/context.ts'
import type { SignedIn } from '../../../platform/viewer.ts'
import { presentTicketShows } from './present.ts'
import { ahead } from './store.ts'

/** The next shows of creators one follows, and those one has a ticket for. */
export async function showsForHome(ctx: Context, viewer: SignedIn, max: number): Promise<ComingUp[]> {
  const found = await presentTicketShows(ctx, viewer, await ahead(ctx, viewer, max))
  return found.map(({ _id, performer, title, startsAt, price, mayWatch }) => ({
    kind: 'show',
    _id,
    performer,
    title,
    startsAt,
    price,
    mayWatch,
  }))
}
