import {
  type ReportCategory,
  type ReportTarget,
  reportCategories,
  reportDueHours,
} from '@fanlight/contract/report-values'
import type { Context } from '../../../platform/context.ts'
import { refuseIf, refuseRule } from '../../../platform/refusal.ts'
import { idOf, type Viewer } from '../../../platform/viewer.ts'
import { hideAtOnce } from './hiding.ts'
import * as store from './store.ts'
import { visibleTarget } from './targets.ts'

export interface NewReport {
  target: { type: ReportTarget; id: string }
  category: ReportCategory
  text: string
  contact?: string | undefined
  goodFaith: boolean
}

/**
 * Reports of one target come into one case, with a snapshot of the target that is taken in the same transaction. What a sender reports
 * again changes nothing. Suspected abuse of minors may be reported without an address.
 */
export const report = (ctx: Context, sender: Viewer, entry: NewReport): Promise<{ number: string; dueAt: Date }> =>
  ctx.transaction(async (tx) => {
    const { type, id } = entry.target
    const me = idOf(sender)
    if (me === null && !entry.contact && entry.category !== 'minor') refuseRule('contact', 'CONTACT_MISSING')
    const target = await visibleTarget(tx, sender, type, id)
    refuseIf(target.authorId === me, 'NOT_TO_ONESELF')
    await store.lockTarget(tx, id)
    const hours = reportDueHours[entry.category]
    const present = await store.liveCase(tx, type, id)
    const { authorId, status: _status, publishedAt, ...shown } = target
    const snapshot = { ...shown, publishedAt: publishedAt?.toISOString() ?? null }
    const found =
      present ??
      (await store.insertCase(tx, { type, targetId: id, authorId, category: entry.category, hours, snapshot }))
    const isNew = await store.insertReport(tx, {
      caseId: found.id,
      reporterId: me,
      email: me === null ? (entry.contact ?? null) : null,
      category: entry.category,
      text: entry.text,
      goodFaith: entry.goodFaith,
      locale: sender.locale,
    })
    const dueAt =
      present && isNew
        ? await store.makeMoreUrgent(tx, found.id, moreUrgent(present.category, entry.category), hours)
        : found.dueAt
    const category = present ? moreUrgent(present.category, entry.category) : entry.category
    if (isNew && me !== null) await hideAtOnce(tx, { ...found, category }, me)
    return { number: found.number, dueAt }
  })

/** Restricted categories stay restricted; of two others the one that is due earlier. */
function moreUrgent(one: ReportCategory, other: ReportCategory): ReportCategory {
  const rank = (category: ReportCategory) => reportDueHours[category] * 100 + reportCategories.indexOf(category)
  return rank(other) < rank(one) ? other : one
}
