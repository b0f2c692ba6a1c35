import {
  type ReportAction,
  type ReportCategory,
  type ReportState,
  type ReportTarget,
  restrictedCategories,
} from '@fanlight/contract/report-values'
import type { MediaFile } from '@fanlight/contract/media'
import { audit } from '../../../platform/audit.ts'
import type { Context } from '../../../platform/context.ts'
import { countRows, cut, pageOf } from '../../../platform/db/cursor.ts'
import { refuse } from '../../../platform/refusal.ts'
import { hasPermission, type SignedIn } from '../../../platform/viewer.ts'
import { presentAvatar } from '../../people/accounts/profile/images.ts'
import { entriesAbout, entriesOfTarget } from '../audit/log.ts'
import { loadFiles, presentFile } from '../../media/serving/present.ts'
import type { Staff } from '../moderation/scope.ts'
import * as store from './store.ts'
import { readTarget, type TargetState } from './targets.ts'

// The queue of reports, and one case as staff see it.

/** The categories that this member of staff may not see: abuse of minors and intimate images need the permission compliance as well. */
export const withheldFrom = (viewer: SignedIn): readonly ReportCategory[] =>
  hasPermission(viewer, 'compliance') ? [] : restrictedCategories

export interface QueueQuery {
  state?: ReportState | 'all' | undefined
  category?: ReportCategory | undefined
  due?: 'late' | 'day' | undefined
  mine?: boolean | undefined
  pageSize: number
  cursor?: string | undefined
}
export async function listCases(ctx: Context, viewer: SignedIn, query: QueueQuery) {
  const page = pageOf({ current: 1, pageSize: query.pageSize, cursor: query.cursor })
  const filter = {
    state: query.state,
    category: query.category,
    due: query.due,
    assignedTo: query.mine ? viewer.id : undefined,
    without: withheldFrom(viewer),
  }
  const { shown, nextCursor } = cut(await store.listCases(ctx, filter, page), page)
  return {
    data: shown.map((entry) => presentListed(ctx, entry)),
    total: await countRows(ctx, store.casesMatching(filter)),
    nextCursor,
  }
}

const titleMax = 80
/** The title of a target, or the beginning of its text. */
export const titleOf = ({ title, text }: { title: string; text: string }): string => {
  const first = title || text.replaceAll(/\s+/g, ' ').trim()
  return first.length > titleMax ? `${first.slice(0, titleMax - 1).trimEnd()}…` : first
}

type Person = { id: string; name: string; username: string | null; avatar: Parameters<typeof presentAvatar>[1] }
const presentPerson = (ctx: Context, { id, name, username, avatar }: Person) => ({
  _id: id,
  name,
  username,
  avatar: presentAvatar(ctx, avatar),
})
const presentMember = (member: { id: string; name: string } | null | undefined) =>
  member ? { _id: member.id, name: member.name } : null

const presentListed = (ctx: Context, entry: store.ListedCase) => ({
  _id: entry.id,
  number: entry.number,
  targetType: entry.targetType,
  targetId: entry.targetId,
  // Lists show nothing of private messages: each look at one is logged.
  title: entry.targetType === 'message' ? '' : titleOf(entry.snapshot),
  author: presentPerson(ctx, entry.author),
  category: entry.category,
  state: entry.state,
  dueAt: entry.dueAt.toISOString(),
  reports: Number(entry.reports),
  assignedTo: presentMember(entry.assignee),
  action: entry.action,
  createdAt: entry.createdAt.toISOString(),
  updatedAt: entry.updatedAt.toISOString(),
})

/** What was reported of an account, for its page; null for staff who may not see reports. */
export async function reportsAbout(ctx: Context, viewer: SignedIn, accountId: string) {
  if (!hasPermission(viewer, 'moderation')) return null
  const withheld = withheldFrom(viewer)
  const cases = await store.casesAbout(ctx, accountId, { categories: withheld, id: null })
  return {
    strikes: await store.strikesOf(ctx, accountId, withheld),
    cases: cases.map((entry) => presentListed(ctx, entry)),
  }
}

const historyMax = 50
/** One case. The access is logged: it shows who reported, and texts that may be locked for everyone else. */
export const viewCase = (ctx: Context, { viewer, requestId }: Staff, id: string) =>
  ctx.transaction(async (tx) => {
    const found = (await store.viewCase(tx, id)) ?? refuse('NOT_FOUND')
    const withheld = withheldFrom(viewer)
    if (withheld.includes(found.category)) refuse('NOT_FOUND')
    await audit(tx, viewer, requestId, { action: 'report.viewed', target: { type: 'report', id } })
    const present = await readTarget(tx, found.targetType, found.targetId)
    const reports = await store.reportsOf(tx, id, withheld)
    const others = await store.casesAbout(tx, found.authorId, { categories: withheld, id })
    const members = new Map(
      (await store.namesOf(tx, [found.decidedBy, found.appealDecidedBy])).map((member) => [member.id, member]),
    )
    const history = [
      ...(await entriesOfTarget(tx, 'report', id, historyMax)),
      ...(await entriesAbout(tx, found.authorId, historyMax)),
    ]
    const { snapshot } = found
    return {
      ...presentListed(tx, found),
      isMine: found.assignedTo === viewer.id,
      hiddenAt: found.hiddenStatus === null ? null : (found.hiddenAt?.toISOString() ?? null),
      strikes: await store.strikesOf(tx, found.authorId, withheld),
      snapshot: {
        takenAt: new Date(snapshot.takenAt).toISOString(),
        title: snapshot.title,
        text: snapshot.text,
        name: snapshot.name ?? '',
        username: snapshot.username ?? null,
        publishedAt: snapshot.publishedAt,
        files: snapshot.files.map(({ id: fileId, kind, sha256, bytes }) => ({ _id: fileId, kind, sha256, bytes })),
        beside: (snapshot.beside ?? []).map((message) => ({ ...message, at: new Date(message.at).toISOString() })),
      },
      now: present
        ? {
            status: present.status,
            title: present.title,
            text: present.text,
            path: present.isOnPage ? pathOf(found.targetType, present) : null,
            isChanged: present.title !== snapshot.title || present.text !== snapshot.text,
            buyers: await buyersOf(tx, found, present),
          }
        : null,
      statements: reports.map((entry) => ({
        _id: entry.id,
        category: entry.category,
        text: entry.text,
        goodFaith: entry.goodFaith,
        reporter: entry.reporter && presentPerson(tx, entry.reporter),
        reporterHistory: entry.reporter && { actioned: entry.actioned, dismissed: entry.dismissed },
        createdAt: entry.createdAt.toISOString(),
      })),
      decision:
        found.action && found.decidedAt
          ? {
              action: found.action,
              statement: found.statement,
              by: presentMember(members.get(found.decidedBy ?? '')),
              at: found.decidedAt.toISOString(),
              isMine: found.decidedBy === viewer.id,
            }
          : null,
      appeal:
        found.appealText !== null && found.appealedAt
          ? {
              text: found.appealText,
              at: found.appealedAt.toISOString(),
              outcome: found.appealOutcome,
              statement: found.appealStatement,
              by: presentMember(members.get(found.appealDecidedBy ?? '')),
            }
          : null,
      others: others.map((entry) => presentListed(tx, entry)),
      history,
      can: {
        assign:
          isWaiting(found) &&
          found.assignedTo !== viewer.id &&
          !(found.state === 'appealed' && found.decidedBy === viewer.id),
        actions: found.state === 'open' || found.state === 'triaged' ? actionsFor(found.targetType) : [],
        decideAppeal: found.state === 'appealed' && found.decidedBy !== viewer.id,
      },
    }
  })

/** How many bought what a decision acts on. */
const buyersOf = async (ctx: Context, { targetType, targetId }: store.CaseRow, { itemId }: TargetState) => {
  if (targetType === 'message') return store.buyersOf(ctx, targetId)
  return itemId && targetType !== 'comment' && targetType !== 'photo' ? store.buyersOf(ctx, itemId) : 0
}

export const isWaiting = ({ state }: store.CaseRow): boolean =>
  state === 'open' || state === 'triaged' || state === 'appealed'

/** What may be decided about a target. */
export function actionsFor(type: ReportTarget): ReportAction[] {
  if (type === 'performer' || type === 'user') return ['suspend', 'dismiss']
  if (type === 'comment') return ['delete_comment', 'suspend', 'dismiss']
  if (type === 'message') return ['delete_message', 'suspend', 'dismiss']
  return ['hide', 'remove', 'suspend', 'dismiss']
}

const paths: Readonly<Record<string, string>> = { feed: 'post', video: 'video', gallery: 'gallery', product: 'product' }
function pathOf(type: ReportTarget, { itemId, itemKind, username }: TargetState): string | null {
  if (itemId !== null && itemKind !== null) return `/${paths[itemKind]}/${itemId}`
  return type === 'performer' && username ? `/${username}` : null
}

/** The files of a reported target, as they were when it was reported. Each access is logged before an address is given out. */
export const viewMedia = (ctx: Context, { viewer, requestId }: Staff, id: string): Promise<MediaFile[]> =>
  ctx.transaction(async (tx) => {
    const found = (await store.readCase(tx, id)) ?? refuse('NOT_FOUND')
    if (withheldFrom(viewer).includes(found.category)) refuse('NOT_FOUND')
    const ids = found.snapshot.files.map((file) => file.id)
    await audit(tx, viewer, requestId, {
      action: 'report.media_viewed',
      target: { type: 'report', id },
      after: { files: ids },
    })
    const files = await loadFiles(tx, ids)
    return ids.flatMap((fileId) => {
      const file = files.get(fileId)
      return file ? [presentFile(tx, file, viewer, { granted: true })] : []
    })
  })
