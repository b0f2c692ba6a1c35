import { hiddenWhenLate, hidesAtOnce, type ReportTarget } from '@fanlight/contract/report-values'
import type { Context } from '../../../platform/context.ts'
import { lockForStaff, restoreItem, withholdItem } from '../../content/items/moderation.ts'
import { returnPhoto, withholdPhoto } from '../../content/galleries/withholding.ts'
import { notifyAuthor } from './notifying.ts'
import * as store from './store.ts'

// What a report is about is hidden before staff decide: at once for the severe kinds, and when others are past due. A decision takes its
// place, or undoes it.

const hideable: readonly ReportTarget[] = ['feed', 'video', 'gallery', 'photo', 'product']
/** What stands for the status of a photo that is withheld alone. */
const photoAlone = 'photo'
const batchMax = 100
const reasonOf = ({ number }: store.CaseRow) => `report ${number}`

/** Withholds the target: a photo alone, unless it is the last of its gallery. Returns the status that it had, and the item if it is one. */
export async function withholdTarget(tx: Context, found: store.CaseRow, status: 'hidden' | 'removed') {
  if (found.hiddenStatus === photoAlone) return { statusBefore: photoAlone, item: null }
  if (found.targetType === 'photo' && (await withholdPhoto(tx, found.targetId)))
    return { statusBefore: photoAlone, item: null }
  const item = found.snapshot.itemId ? await lockForStaff(tx, found.snapshot.itemId) : undefined
  if (!item) return null
  await withholdItem(tx, item, status, reasonOf(found))
  return { statusBefore: found.hiddenStatus ?? item.status, item }
}

/** Returns a target that was withheld to the status that it had. */
export async function restoreTarget(tx: Context, found: store.CaseRow, statusBefore: string | null): Promise<void> {
  if (statusBefore === photoAlone) return returnPhoto(tx, found.targetId)
  const item = found.snapshot.itemId ? await lockForStaff(tx, found.snapshot.itemId) : undefined
  if (item) await restoreItem(tx, item, statusBefore ?? 'archived')
}

/** After a report of a severe kind by an account whose reports can be trusted. */
export async function hideAtOnce(tx: Context, found: store.CaseRow, reporterId: string): Promise<void> {
  if (!hidesAtOnce.includes(found.category) || !isShown(found)) return
  const { targetType: type, targetId } = found
  if (await store.mayHideAtOnce(tx, { reporterId, type, targetId })) await hide(tx, found, 'severe')
}

/** Hides what should have been decided by now; a scheduled job. */
export async function hideOverdue(ctx: Context): Promise<void> {
  for (;;) {
    const ids = await store.overdueShown(ctx, { categories: hiddenWhenLate, types: hideable, limit: batchMax })
    for (const id of ids)
      await ctx.transaction(async (tx) => {
        const found = await store.lockCase(tx, id)
        if (found && isShown(found)) await hide(tx, found, 'late')
      })
    if (ids.length < batchMax) return
  }
}

const isShown = ({ state, hiddenAt, targetType }: store.CaseRow): boolean =>
  (state === 'open' || state === 'triaged') && hiddenAt === null && hideable.includes(targetType)

async function hide(tx: Context, found: store.CaseRow, why: 'severe' | 'late'): Promise<void> {
  const item = found.snapshot.itemId ? await lockForStaff(tx, found.snapshot.itemId) : undefined
  const isThere = item?.status === 'published' || item?.status === 'archived'
  const withheld = isThere ? await withholdTarget(tx, found, 'hidden') : null
  await store.setHidden(tx, found.id, withheld?.statusBefore ?? null)
  if (withheld) await notifyAuthor(tx, found, { kind: 'report_hidden', why })
}

/** Shows again what was hidden until a decision, unless something else withholds it by now. */
export async function undoHiding(tx: Context, found: store.CaseRow): Promise<void> {
  if (found.hiddenStatus === null) return
  if (found.hiddenStatus === photoAlone) return returnPhoto(tx, found.targetId)
  const item = await lockForStaff(tx, found.snapshot.itemId!)
  if (item?.status === 'hidden' && item.statusReason === reasonOf(found))
    await restoreItem(tx, item, found.hiddenStatus)
}
