import { decisionDays } from '@fanlight/contract/order-states'
import { acceptDays, answerDays } from '@fanlight/contract/orders'
import type { Context } from '../../../platform/context.ts'
import { refuse } from '../../../platform/refusal.ts'
import type { SignedIn } from '../../../platform/viewer.ts'
import { announce } from './announcing.ts'
import { answerBlocker, closeBlocker, escalateBlocker, reportBlocker } from './course.ts'
import { lockedOrder } from './fulfilling.ts'
import { refundSent } from './settling.ts'
import * as store from './store.ts'

// A problem that a buyer reports: reported → answered → escalated. Each state has a date on which the order is settled by itself, so that its
// money never stays in escrow because one of them is silent. The buyer may accept at any time, and the seller may refund.

export const reportProblem = (ctx: Context, buyer: SignedIn, id: string, note: string): Promise<void> =>
  ctx.transaction(async (tx) => {
    const order = await lockedOrder(tx, buyer, id, 'buyer')
    const blocker = reportBlocker(order, tx.clock.now())
    if (blocker) refuse(blocker)
    await store.changeOrder(tx, id, {
      problem: { state: 'reported', actInDays: answerDays.answer },
      settleInDays: answerDays.answer + answerDays.refund,
    })
    await store.addEvent(tx, id, { type: 'problem', by: 'buyer', note })
    await announce(tx, id, { mail: 'order_problem', to: 'performer', days: answerDays.answer, text: note })
  })

export const answerProblem = (ctx: Context, seller: SignedIn, id: string, note: string): Promise<void> =>
  ctx.transaction(async (tx) => {
    const order = await lockedOrder(tx, seller, id, 'performer')
    const blocker = answerBlocker(order, tx.clock.now())
    if (blocker) refuse(blocker)
    await store.changeOrder(tx, id, { problem: { state: 'answered' }, settleInDays: acceptDays })
    await store.addEvent(tx, id, { type: 'answered', by: 'performer', note })
    await announce(tx, id, { mail: 'order_answered', to: 'buyer', days: acceptDays, text: note })
  })

/** Staff decide; undecided, it is refunded at a date of its own. */
export const escalateProblem = (ctx: Context, buyer: SignedIn, id: string, note: string): Promise<void> =>
  ctx.transaction(async (tx) => {
    const order = await lockedOrder(tx, buyer, id, 'buyer')
    const blocker = escalateBlocker(order, tx.clock.now())
    if (blocker) refuse(blocker)
    await store.changeOrder(tx, id, {
      problem: { state: 'escalated', actInDays: decisionDays.due },
      settleInDays: decisionDays.refund,
    })
    await store.addEvent(tx, id, { type: 'escalated', by: 'buyer', note })
    await announce(
      tx,
      id,
      { mail: 'order_escalated', to: 'performer', days: decisionDays.due },
      { mail: 'order_escalated', to: 'buyer', days: decisionDays.due },
    )
  })

/** The seller didn't answer in time: the buyer takes the money back. */
export const closeProblem = (ctx: Context, buyer: SignedIn, id: string): Promise<void> =>
  ctx.transaction(async (tx) => {
    const order = await lockedOrder(tx, buyer, id, 'buyer')
    const blocker = closeBlocker(order, tx.clock.now())
    if (blocker) refuse(blocker)
    await store.addEvent(tx, id, { type: 'unanswered', by: 'buyer' })
    await refundSent(
      tx,
      order,
      { mail: 'order_refunded', to: 'buyer' },
      { mail: 'order_problem_refunded', to: 'performer' },
    )
  })
