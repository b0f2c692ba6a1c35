import type { ComingUp } from '@fanlight/contract/home'
import type { Context } from '../../../platform/context.ts'
import type { SignedIn } from '../../../platform/viewer.ts'
import { anythingAnnounced } from '../../live/schedule/anything-announced.ts'
import { presentScheduled } from '../../live/schedule/present.ts'
import * as schedule from '../../live/schedule/store.ts'
import { presentTicketShows } from '../../live/tickets/present.ts'
import * as tickets from '../../live/tickets/store.ts'

/** Streams that creators announced whom one follows, and shows with tickets, the next first. */
export async function nextShows(ctx: Context, viewer: SignedIn, max: number): Promise<ComingUp[]> {
  const [announced, shows] = await Promise.all([
    anythingAnnounced(ctx).then((is) => (is ? schedule.ahead(ctx, viewer, { followed: true }, max) : [])),
    tickets.ahead(ctx, viewer, max),
  ])
  const [streams, ticketed] = await Promise.all([
    presentScheduled(ctx, viewer.id, announced),
    presentTicketShows(ctx, viewer, shows),
  ])
  return [
    ...streams.map(({ _id, performer, title, startsAt, type, isReminded }) => ({
      kind: 'stream' as const,
      _id,
      performer,
      title,
      startsAt,
      type,
      isReminded,
    })),
    ...ticketed.map(({ _id, performer, title, startsAt, price, mayWatch }) => ({
      kind: 'show' as const,
      _id,
      performer,
      title,
      startsAt,
      price,
      mayWatch,
    })),
  ]
    .toSorted((a, b) => a.startsAt.localeCompare(b.startsAt))
    .slice(0, max)
}
