import { toHundredths } from '@fanlight/contract/fields'
import type { Context } from '../../../platform/context.ts'
import { refuse, refuseIf } from '../../../platform/refusal.ts'
import { lockPairShared } from '../../access/pair-lock.ts'
import { refuseNewTerms } from '../../money/charges/shown-terms.ts'
import { lockAccounts, wallet } from '../../money/ledger/post.ts'
import { ticketTerms } from './present.ts'
import * as store from './store.ts'
import { tellCreator, tellHolders } from './telling.ts'

// A show with a goal takes place if enough is pledged for it by a date. A pledge is a ticket whose buyer says what they pay, from the price of a seat up. Which
// pledge reaches the goal is decided by `grant_stream`, while the show is locked; what happens at the date, by settling.ts.

/** Its goal has yet to be reached, so that pledges can be made, raised and taken back. */
export const isPledging = ({ goal, goalReachedAt }: Pick<store.TicketShowRow, 'goal' | 'goalReachedAt'>): boolean =>
  goal !== null && goalReachedAt === null

/** What a seat costs this buyer, in hundredths of a token: what they pledge until the goal is reached, its price from then on. */
export function priceOf(show: store.TicketShowRow, tokens: number | undefined): bigint {
  if (tokens === undefined) return show.price
  const wanted = toHundredths(tokens)
  if (isPledging(show)) refuseIf(wanted < show.price, 'PLEDGE_TOO_SMALL')
  else if (wanted !== show.price) refuseNewTerms({ price: show.price, terms: ticketTerms(show) })
  return wanted
}

/**
 * Locks what a pledge changes, in the order in which a charge locks it: the pair, the wallet, the show. Who takes a pledge back waits for a pledge that is being
 * counted, and the other way round.
 */
export async function lockToPledge(
  tx: Context,
  userId: string,
  { id, performerId }: Pick<store.TicketShowRow, 'id' | 'performerId'>,
): Promise<store.TicketShowRow> {
  await lockPairShared(tx, userId, performerId)
  await lockAccounts(tx, [wallet(userId)])
  return (await store.lock(tx, id)) ?? refuse('SHOW_NOT_FOUND')
}

/** Its date has come. What a bank had to decide about may have reached the goal since the last pledge. */
export const isReachedByDate = (ctx: Context, show: store.TicketShowRow): boolean =>
  isPledging(show) && show.pledgeUntil! <= ctx.clock.now() && show.pledged! >= show.goal!

/** In the transaction of a pledge, after it: tells everyone where it has reached the goal. */
export async function tellReached(tx: Context, id: string): Promise<void> {
  const show = (await store.byId(tx, null, id))!
  if (show.goalReachedAt !== null && (await tellHolders(tx, id, 'reached')))
    await tellCreator(tx, show, 'own_show_reached')
}
