import { type ReportAction, appealMonths } from '@fanlight/contract/report-values'
import { audit } from '../../../platform/audit.ts'
import type { Context } from '../../../platform/context.ts'
import { newSecret, sha256 } from '../../../platform/ids.ts'
import { refuse, refuseIf, refuseRule } from '../../../platform/refusal.ts'
import { statusOf } from '../../people/accounts/performers.ts'
import * as comments from '../../content/comments/commenting.ts'
import * as messages from '../../talk/conversations/moderation.ts'
import { lift, suspend } from '../moderation/actions.ts'
import type { Staff } from '../moderation/scope.ts'
import { restoreTarget, undoHiding, withholdTarget } from './hiding.ts'
import { notifyAuthor } from './notifying.ts'
import { actionsFor, isWaiting, withheldFrom } from './queue.ts'
import * as store from './store.ts'
import { refundRemovedItemJob } from '../../money/charges/jobs.ts'
import { notifyReportersJob } from './jobs.ts'

// Decisions about cases. Each locks the case: of two at once the second is refused. What was done, the case, the log and the emails
// share one transaction.

/** A case that this member of staff may see, locked. No one decides about themselves. */
async function lockSeen(tx: Context, { viewer }: Staff, id: string): Promise<store.CaseRow> {
  const found = (await store.lockCase(tx, id)) ?? refuse('NOT_FOUND')
  if (withheldFrom(viewer).includes(found.category)) refuse('NOT_FOUND')
  refuseIf(!isWaiting(found), 'ALREADY_REVIEWED')
  refuseIf(found.authorId === viewer.id, 'NOT_TO_ONESELF')
  return found
}
const refuseOthers = ({ viewer }: Staff, { assignedTo }: store.CaseRow): void =>
  refuseIf(assignedTo !== null && assignedTo !== viewer.id, 'REVIEW_CLAIMED')

export const assign = (ctx: Context, staff: Staff, id: string, takeOver: boolean): Promise<void> =>
  ctx.transaction(async (tx) => {
    const found = await lockSeen(tx, staff, id)
    if (!takeOver) refuseOthers(staff, found)
    await store.assign(tx, id, staff.viewer.id)
    await audit(tx, staff.viewer, staff.requestId, {
      action: 'report.assigned',
      target: { type: 'report', id },
      before: { state: found.state, assignedTo: found.assignedTo },
      after: { state: found.state === 'open' ? 'triaged' : found.state, assignedTo: staff.viewer.id },
    })
  })

export interface Decision {
  action: ReportAction
  statement: string
  refundBuyers: boolean
  until: Date | null
}
export const decide = (ctx: Context, staff: Staff, id: string, decision: Decision): Promise<void> =>
  ctx.transaction(async (tx) => {
    const found = await lockSeen(tx, staff, id)
    refuseIf(found.state === 'appealed', 'ALREADY_REVIEWED')
    refuseOthers(staff, found)
    const { action, statement } = decision
    if (!actionsFor(found.targetType).includes(action)) refuseRule('action', 'ACTION_NOT_OFFERED')
    const statusBefore = await act(tx, staff, found, decision)
    const secret = action === 'dismiss' ? null : newSecret()
    const appealUntil = await store.decide(tx, id, {
      state: action === 'dismiss' ? 'dismissed' : 'actioned',
      action,
      statement,
      statusBefore,
      decidedBy: staff.viewer.id,
      appealMonths,
      secretHash: secret === null ? null : sha256(secret),
    })
    if (action === 'dismiss') await store.releaseFiles(tx, id)
    await audit(tx, staff.viewer, staff.requestId, {
      action: action === 'dismiss' ? 'report.dismissed' : 'report.actioned',
      target: { type: 'report', id },
      reason: statement,
      before: { state: found.state, status: statusBefore },
      after: { state: action === 'dismiss' ? 'dismissed' : 'actioned', action, refundBuyers: refunds(decision) },
    })
    if (secret) await notifyAuthor(tx, found, { kind: 'report_decided', action, statement, appealUntil, secret })
    await notifyReportersJob.enqueue(tx, { caseId: id, outcome: action === 'dismiss' ? 'dismissed' : 'actioned' })
  })

const refunds = ({ action, refundBuyers }: Decision): boolean => action === 'remove' && refundBuyers

/** Does what was decided and returns the status that the target had before, to restore it. */
async function act(tx: Context, staff: Staff, found: store.CaseRow, decision: Decision): Promise<string | null> {
  const { action, statement, until } = decision
  if (action === 'dismiss' || action === 'suspend') await undoHiding(tx, found)
  if (action === 'dismiss') return null
  if (action === 'suspend') {
    const before = await statusOf(tx, found.authorId)
    await suspend(tx, staff, found.authorId, statement.replaceAll(/\s+/g, ' ').slice(0, 500), until)
    return before
  }
  if (action === 'delete_comment') {
    refuseIf(!(await comments.removeByStaff(tx, found.targetId)), 'CONFLICT')
    return 'published'
  }
  if (action === 'delete_message') {
    refuseIf(!(await messages.removeByStaff(tx, found.targetId)), 'CONFLICT')
    // Whoever bought it has nothing of it any more.
    await refundRemovedItemJob.enqueue(tx, { itemId: found.targetId, kind: 'message' })
    return 'published'
  }
  const withheld = (await withholdTarget(tx, found, action === 'hide' ? 'hidden' : 'removed')) ?? refuse('CONFLICT')
  const { item } = withheld
  if (item && refunds(decision)) await refundRemovedItemJob.enqueue(tx, { itemId: item.id, kind: item.kind })
  return withheld.statusBefore
}

export interface AppealDecision {
  outcome: 'upheld' | 'reversed'
  statement: string
}
/** Someone else than who decided the case decides about the appeal. */
export const decideAppeal = (ctx: Context, staff: Staff, id: string, decision: AppealDecision): Promise<void> =>
  ctx.transaction(async (tx) => {
    const found = await lockSeen(tx, staff, id)
    refuseIf(found.state !== 'appealed', 'ALREADY_REVIEWED')
    refuseIf(found.decidedBy === staff.viewer.id, 'ANOTHER_MUST_AGREE')
    refuseOthers(staff, found)
    if (decision.outcome === 'reversed') await undo(tx, staff, found, decision.statement)
    await store.decideAppeal(tx, id, { ...decision, by: staff.viewer.id })
    await store.releaseFiles(tx, id)
    await audit(tx, staff.viewer, staff.requestId, {
      action: `report.appeal_${decision.outcome}`,
      target: { type: 'report', id },
      reason: decision.statement,
      before: { state: 'appealed', action: found.action },
      after: { state: 'closed', outcome: decision.outcome },
    })
    await notifyAuthor(tx, found, { kind: 'appeal_decided', ...decision })
    if (decision.outcome === 'reversed') await notifyReportersJob.enqueue(tx, { caseId: id, outcome: 'reversed' })
  })

async function undo(tx: Context, staff: Staff, found: store.CaseRow, statement: string): Promise<void> {
  if (found.action === 'delete_comment')
    return comments.restore(tx, found.targetId, found.snapshot.text, found.snapshot.files[0]?.id ?? null)
  if (found.action === 'delete_message') return messages.restore(tx, found.targetId, found.snapshot.text)
  if (found.action === 'suspend') {
    // A suspension that ended by itself, or was lifted, has nothing to lift.
    if ((await statusOf(tx, found.authorId)) === 'suspended')
      await lift(tx, staff, found.authorId, statement.replaceAll(/\s+/g, ' ').slice(0, 500))
    return
  }
  await restoreTarget(tx, found, found.statusBefore)
}
