import { fromHundredths } from '@fanlight/contract/fields'
import { type notification, unreadMax } from '@fanlight/contract/notifications'
import type { z } from 'zod'
import type { Context } from '../../../platform/context.ts'
import { readCursor, writeCursor } from '../../../platform/db/cursor.ts'
import type { SignedIn } from '../../../platform/viewer.ts'
import { availabilityOf, gateOf, isHidden } from '../../access/items.ts'
import { authorizeAll, type Lockable, type Verdict } from '../../access/policy.ts'
import { presentAvatar } from '../../people/accounts/profile/images.ts'
import { presentFile } from '../../media/serving/present.ts'
import { pathOf } from './paths.ts'
import { settingsOf, wants } from './settings.ts'
import * as store from './store.ts'

export type Notification = z.infer<typeof notification>

const lockableOf = (item: store.ItemColumns): Lockable => ({
  id: item.id,
  performerId: item.performerId,
  gate: gateOf({ ...item, gatePrice: item.gatePrice === null ? null : BigInt(item.gatePrice) }),
  availability: availabilityOf(item.status, item.statusReason),
})

/** Leaves out what the access policy hides from the viewer, one batch for the whole page. */
async function visibleOf(ctx: Context, viewer: SignedIn, found: readonly store.NotificationRow[]) {
  const items = found.flatMap(({ item }) => (item ? [lockableOf(item)] : []))
  const verdicts = items.length > 0 ? await authorizeAll(ctx, viewer, items) : new Map<string, Verdict>()
  const shown = found.filter(({ item }) => item === null || !isHidden(verdicts.get(item.id)!))
  return { shown, verdicts }
}

interface ListInput {
  filter: store.Filter
  pageSize: number
  cursor?: string | undefined
}
export async function listFor(ctx: Context, viewer: SignedIn, { filter, pageSize, cursor }: ListInput) {
  const options = {
    filter,
    cursor: readCursor(cursor),
    limit: pageSize + 1,
    withPosts: await withPosts(ctx, viewer, filter),
  }
  const found = await store.list(ctx, viewer, options)
  const page = found.slice(0, pageSize)
  const { shown, verdicts } = await visibleOf(ctx, viewer, page)
  const last = page.at(-1)
  return {
    data: groupPosts(
      shown.map((entry) => present(ctx, viewer, entry, verdicts)),
      ctx.clock.now(),
    ),
    total: (await unreadFor(ctx, viewer)).total,
    nextCursor: found.length > pageSize && last ? writeCursor({ at: last.at, id: last.id, passed: 0 }) : null,
  }
}

const withPosts = async (ctx: Context, viewer: SignedIn, filter: store.Filter): Promise<boolean> =>
  store.hasPosts(filter) && wants(await settingsOf(ctx, viewer.id), 'posts', 'inApp')

/** Counts what the list would show as unread. */
export async function unreadFor(ctx: Context, viewer: SignedIn): Promise<{ total: number; totalIsAtLeast: boolean }> {
  const options = {
    filter: 'unread',
    cursor: undefined,
    limit: unreadMax,
    withPosts: await withPosts(ctx, viewer, 'unread'),
  } as const
  const found = await store.list(ctx, viewer, options)
  const { shown } = await visibleOf(ctx, viewer, found)
  return { total: shown.length, totalIsAtLeast: found.length === unreadMax }
}

function present(
  ctx: Context,
  viewer: SignedIn,
  row: store.NotificationRow,
  verdicts: ReadonlyMap<string, Verdict>,
): Notification {
  const actors = row.actors ?? []
  return {
    _id: row.id,
    ids: [row.id],
    kind: row.kind,
    actors: actors.map(({ id, avatar, ...actor }) => ({ _id: id, ...actor, avatar: presentAvatar(ctx, avatar) })),
    actorCount: Math.max(row.actorCount, actors.length),
    item: row.item && {
      _id: row.item.id,
      kind: row.item.kind,
      title: titleOf(row.item, verdicts.get(row.item.id)!),
      files: row.item.files,
      image:
        row.item.image &&
        presentFile(ctx, row.item.image, viewer, {
          granted: row.item.image.purpose.endsWith('thumbnail') || verdicts.get(row.item.id)!.granted,
        }),
    },
    comment: row.comment && { _id: row.comment.id, text: row.comment.text },
    order: row.order && {
      _id: row.order.id,
      number: row.order.number,
      title: row.order.title,
      image: row.order.image && presentFile(ctx, row.order.image, viewer, { granted: true }),
    },
    subscription: row.subscription && {
      _id: row.subscription.id,
      plan: row.subscription.plan,
      accessUntil: row.subscription.accessUntil && new Date(row.subscription.accessUntil).toISOString(),
    },
    tokens: row.tokens === null ? null : fromHundredths(BigInt(row.tokens)),
    detail: row.detail,
    path: pathOf(viewer.id, { ...row, username: actors[0]?.username ?? null }),
    isRead: row.isRead,
    createdAt: row.updatedAt.toISOString(),
  }
}

/** Of an item without a title, the beginning of its text, where the viewer may read it. */
function titleOf({ title, text }: store.ItemColumns, { granted }: Verdict): string {
  if (title !== '' || !granted) return title
  const words = text.replaceAll(/\s+/g, ' ').trim()
  return words.length > excerptMax ? `${words.slice(0, excerptMax).trimEnd()}…` : words
}
const excerptMax = 60

const dayMs = 86_400_000
/** Neighbours that are new items, read or older than a day, become one: “… and 2 others you follow posted”. */
function groupPosts(list: Notification[], now: Date): Notification[] {
  const grouped: Notification[] = []
  const mayGroup = ({ kind, createdAt }: Notification) =>
    kind === 'post_published' && now.getTime() - Date.parse(createdAt) > dayMs
  for (const entry of list) {
    const last = grouped.at(-1)
    if (
      last &&
      mayGroup(last) &&
      mayGroup(entry) &&
      last.isRead === entry.isRead &&
      last.createdAt.slice(0, 10) === entry.createdAt.slice(0, 10)
    )
      grouped[grouped.length - 1] = joined(last, entry)
    else grouped.push(entry)
  }
  return grouped
}

function joined(first: Notification, next: Notification): Notification {
  const isKnown = first.actors.some(({ _id }) => _id === next.actors[0]?._id)
  return {
    ...first,
    ids: [...first.ids, ...next.ids],
    actors: isKnown ? first.actors : [...first.actors, ...next.actors],
    actorCount: first.actorCount + (isKnown ? 0 : 1),
    path: '/home',
  }
}
