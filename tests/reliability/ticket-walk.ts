import { carryOutClosings } from '@fanlight/server/modules/leaving/closing/close-accounts'
import { followTickets, settleAgain, settleTickets } from '@fanlight/server/modules/live/tickets/settling'
import { payer } from '@fanlight/server/modules/money/wallet/testing'
import { deliverTestWebhooks } from '@fanlight/fake-stripe/send-webhooks'
import { requestGateway } from '@fanlight/fake-stripe/testing'
import type { Context } from '@fanlight/server/platform/context'
import { type Built, buildPerformer, buildUser } from '@fanlight/server/testing/builders'
import fc from 'fast-check'
import { type MoneyWorld, send } from './money-world.ts'

// Tickets of a show, or pledges for one with a goal, are bought, raised, returned, disputed and decided by banks; the show is streamed, cancelled or forgotten; its people block one another and
// leave, and workers are killed while they settle, in any order. Once all is decided nothing is in escrow, and whoever paid for a show that took place has a
// ticket of it.

const steps = [
  'buy',
  'raise',
  'return',
  'stream',
  'moment',
  'settle',
  'killed',
  'dispute',
  'win',
  'lose',
  'minutes',
] as const
const rare = ['cancel', 'block', 'fan leaves', 'creator leaves', 'hours'] as const
export type TicketStep = (typeof steps)[number] | (typeof rare)[number]

/** Most walks begin with someone who has a ticket. */
export const ticketPlan = (length: number) =>
  fc
    .tuple(fc.nat(3), anySteps(length))
    .map(([first, rest]) => (first === 0 ? rest : [{ step: 'buy' as const, fan: first % 2 }, ...rest]))
const anySteps = (length: number) =>
  fc.array(
    fc.record({
      step: fc.oneof(
        { weight: 10, arbitrary: fc.constantFrom<TicketStep>(...steps) },
        { weight: 3, arbitrary: fc.constantFrom<TicketStep>('buy', 'minutes', 'killed') },
        { weight: 1, arbitrary: fc.constantFrom<TicketStep>(...rare) },
      ),
      fan: fc.nat(1),
    }),
    { minLength: length / 2, maxLength: length },
  )

/** The deliberate bug: a show counts as settled once it is decided, so that what a killed worker or a bank left is forgotten. */
export async function forgetTickets({ owner }: MoneyWorld): Promise<void> {
  await owner.query(`CREATE FUNCTION forget_tickets() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    NEW.settled_at := app_now(); RETURN NEW; END $$`)
  await owner.query(`CREATE TRIGGER forget_tickets BEFORE UPDATE ON ticket_shows FOR EACH ROW
    WHEN (NEW.status <> 'planned' AND OLD.status = 'planned') EXECUTE FUNCTION forget_tickets()`)
}

/** Ends after so many transactions, as where a worker is killed. */
const dying = (ctx: Context, after: number): Context => {
  let left = after
  return Object.create(ctx, {
    transaction: {
      value: (run: Parameters<Context['transaction']>[0]) => {
        if (left-- <= 0) throw new Error('killed')
        return ctx.transaction(run)
      },
    },
  })
}

/** Of a show with a goal, that two seats reach, or one that is raised. */
export async function takeTickets(
  world: MoneyWorld,
  walk: readonly { step: TicketStep; fan: number }[],
  hasGoal: boolean,
) {
  const { ctx, server, owner, urls } = world
  const creator = await buildPerformer(ctx)
  const fans = [await buildUser(ctx), await buildUser(ctx)]
  // Their cards are those of disputed payments before.
  await owner.query('UPDATE disputes SET blocks_paying = false')
  const payments: string[] = []
  for (const fan of fans) {
    const as = payer(server, fan)
    const paid = await as.keyed('/payment/wallet/top-up', { amount: 20, cardId: await as.card() })
    payments.push(paid.body.data._id)
  }
  const inMinutes = (minutes: number) => new Date(ctx.clock.now().getTime() + minutes * 60_000).toISOString()
  const planned = await send(urls[0], creator.token, 'POST', '/streaming/ticket-shows', {
    title: 'The winter kiln',
    startsAt: inMinutes(hasGoal ? 75 : 35),
    minutes: 60,
    price: 15.01,
    seats: 2,
    ...(hasGoal && { goal: 26, pledgeUntil: inMinutes(44) }),
  })
  const show = planned.body.data._id as string
  const wrong: string[] = []
  const [disputed, decided] = [new Set<number>(), new Set<number>()]
  const call = async (who: Built, path: string, body?: object) => {
    const answers = await Promise.all(urls.map((url) => send(url, who.token, 'POST', path, body)))
    for (const { status, text } of answers) if (status >= 500) wrong.push(`POST ${path} was answered ${text}`)
  }
  const bank = async (fan: number, status: 'needs_response' | 'won' | 'lost') => {
    if (decided.has(fan)) return
    if (status === 'needs_response') disputed.add(fan)
    else decided.add(fan)
    const { rows } = await owner.query<{ ref: string }>(
      'SELECT gateway_ref AS ref FROM payment_transactions WHERE id = $1',
      [payments[fan]],
    )
    await requestGateway(ctx, 'test_helpers/disputes', { payment_intent: rows[0]!.ref, status })
    await deliverTestWebhooks(ctx)
    await server.work()
  }
  const leave = async (who: Built) => {
    await owner.query(`UPDATE accounts SET status = 'closing' WHERE id = $1`, [who.id])
    await owner.query(
      'INSERT INTO account_closings (account_id, closes_at) VALUES ($1, app_now()) ON CONFLICT DO NOTHING',
      [who.id],
    )
    await carryOutClosings(ctx)
  }
  /** As if it had been streamed for so many minutes until now. */
  const streamed = (minutes: number) =>
    owner.query(
      `INSERT INTO streams (id, performer_id, type, ticket_show_id, title, status, started_at, ended_at)
        SELECT gen_random_uuid(), performer_id, 'ticket', id, title, 'ended', app_now() - make_interval(mins => $2), app_now()
        FROM ticket_shows WHERE id = $1 AND status = 'planned' AND starts_at < app_now() + interval '30 minutes'
          AND (goal IS NULL OR goal_reached_at IS NOT NULL)`,
      [show, minutes],
    )
  const pass = async (interval: string) => {
    await world.advance(interval)
    await owner.query(`UPDATE sessions SET expires_at = app_now() + interval '60 days'`)
    await Promise.all([followTickets(ctx), followTickets(ctx)])
  }

  for (const { step, fan } of walk) {
    const who = fans[fan]!
    if (step === 'buy') await call(who, `/wallet/charges/stream/${show}`, { expectedPrice: 15.01 })
    else if (step === 'raise') await call(who, `/wallet/charges/stream/${show}`, { tokens: 26.5 })
    else if (step === 'return') await call(who, `/streaming/ticket-shows/${show}/return`)
    else if (step === 'cancel') await call(creator, `/streaming/ticket-shows/${show}/cancel`, {})
    else if (step === 'block') await call(creator, '/block/users', { userId: who.id })
    else if (step === 'stream') await streamed(15)
    else if (step === 'moment') await streamed(1)
    else if (step === 'dispute') await bank(fan, 'needs_response')
    else if (step === 'win') await bank(fan, 'won')
    else if (step === 'lose') await bank(fan, 'lost')
    else if (step === 'fan leaves') await leave(who)
    else if (step === 'creator leaves') await leave(creator)
    else if (step === 'minutes') await pass('20 minutes')
    else if (step === 'hours') await pass('3 hours')
    else if (step === 'killed') {
      await followTickets(ctx)
      // It is killed within the settling, and its job is lost with its machine.
      await settleTickets(dying(ctx, fan), show).catch(() => {})
      await owner.query('DELETE FROM graphile_worker._private_jobs WHERE key = $1', [`settle-tickets:${show}`])
    } else {
      await Promise.all([followTickets(ctx), settleAgain(ctx)])
      await server.work()
    }
    if (wrong.length > 0) return [...wrong, `at ${step} ${fan}`]
  }

  for (const fan of disputed) await bank(fan, fan === 0 ? 'won' : 'lost')
  for (let n = 0; n < 3; n++) {
    await pass('2 hours')
    await settleAgain(ctx)
    await server.work()
  }
  return remaining(world, show)
}

/** What must not be once a show is over and banks have decided. */
async function remaining({ owner }: MoneyWorld, show: string): Promise<string[]> {
  const { rows: shows } = await owner.query<{ status: string; isSettled: boolean; isReached: boolean | null }>(
    `SELECT status, settled_at IS NOT NULL AS "isSettled", CASE WHEN goal IS NOT NULL THEN goal_reached_at IS NOT NULL END AS "isReached" FROM ticket_shows WHERE id = $1`,
    [show],
  )
  const { rows } = await owner.query<{ id: string; status: string; returned: bigint; escrow: bigint; owned: number }>(
    `SELECT c.id, c.status, c.tokens_returned AS returned, (SELECT count(*)::int FROM purchases u WHERE u.charge_id = c.id AND u.revoked_at IS NULL) AS owned,
        (SELECT coalesce(sum(e.amount), 0)::bigint FROM ledger_entries e JOIN ledger_accounts a ON a.id = e.account_id
          WHERE a.kind = 'escrow' AND a.owner_id = c.id) AS escrow
      FROM charges c WHERE c.type = 'stream' AND c.target_id = $1`,
    [show],
  )
  const { status, isSettled, isReached } = shows[0]!
  const wrong: string[] = []
  if (status === 'planned' || !isSettled) wrong.push(`the show is ${status}${isSettled ? '' : ' and not settled'}`)
  if (isReached === false && (status === 'held' || status === 'not_held'))
    wrong.push(`the goal was not reached, and the show is ${status}`)
  if (isReached !== false && status === 'not_reached') wrong.push('the goal was reached, and the pledges go back')
  if (rows.filter(({ owned }) => owned > 0).length > 2) wrong.push('more tickets than seats')
  for (const charge of rows) {
    if (charge.escrow !== 0n) wrong.push(`${charge.escrow} hundredths of ticket ${charge.id} are still in escrow`)
    if (charge.owned > 1) wrong.push(`charge ${charge.id} has ${charge.owned} tickets`)
    if (charge.owned === 1 && (status !== 'held' || charge.returned > 0n))
      wrong.push(`ticket ${charge.id} of a show that is ${status} opens it with ${charge.returned} returned`)
    // What a bank took back is not returned to the wallet once more.
    if (status !== 'held' && charge.status === 'succeeded')
      wrong.push(`ticket ${charge.id} is paid, and the show ${status}`)
  }
  return wrong
}
