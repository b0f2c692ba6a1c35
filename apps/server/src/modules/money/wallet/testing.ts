import { randomUUID } from 'node:crypto'
import type { Context } from '../../../platform/context.ts'
import { row, sql } from '../../../platform/db/db.ts'
import { api } from '../../../testing/api.ts'
import { type Built, buildUser, type SignInOptions } from '../../../testing/builders.ts'
import type { TestServer } from '../../../testing/server.ts'
import { clearing, post, tokenFloat, wallet } from '../ledger/post.ts'

/** A fan with the given number of tokens, posted to the ledger as a regular top-up. */
export async function buildFan(ctx: Context, tokens = 0, options: SignInOptions = {}): Promise<Built> {
  const fan = await buildUser(ctx, options)
  if (tokens > 0) await giveTokens(ctx, fan.id, tokens)
  return fan
}

export const giveTokens = (ctx: Context, accountId: string, tokens: number): Promise<string> =>
  ctx.transaction((tx) => {
    const amount = BigInt(Math.round(tokens * 100))
    return post(tx, {
      key: `test:${randomUUID()}`,
      reason: 'top_up',
      moves: [
        { from: clearing('TOK'), to: wallet(accountId), amount },
        { from: clearing('USD'), to: tokenFloat('USD'), amount: (amount + 9n) / 10n },
      ],
    })
  })

/** A published feed that costs so many tokens. */
export const buildLockedFeed = async (
  ctx: Context,
  performer: { id: string },
  price: number,
  more: { freeForSubscribers?: boolean; status?: string } = {},
): Promise<string> =>
  (await row(
    ctx.db,
    sql<{
      id: string
    }>`INSERT INTO items (kind, performer_id, title, status, published_at, gate_type, gate_price, gate_free_for_subscribers)
      VALUES ('feed', ${performer.id}, 'Locked', ${more.status ?? 'published'}, app_now(), 'paid', ${BigInt(Math.round(price * 100))}, ${more.freeForSubscribers ?? false}) RETURNING id`,
  ))!.id

export const buildPlan = async (
  ctx: Context,
  performer: { id: string },
  { type = 'monthly', price = 999n, months = 1 }: { type?: string; price?: bigint | null; months?: number } = {},
): Promise<string> =>
  (await row(
    ctx.db,
    sql<{
      id: string
    }>`INSERT INTO plans (performer_id, name, type, months, price) VALUES (${performer.id}, 'Plan', ${type}, ${months}, ${price}) RETURNING id`,
  ))!.id

/** Money calls with a key of their own, unless one is given. */
export function payer(server: TestServer, who: { token: string }) {
  const client = api(server).as(who)
  const keyed = (path: string, body: unknown, key: string = randomUUID()) =>
    client.post(path, body, { headers: { 'idempotency-key': key } })
  return {
    ...client,
    keyed,
    tip: (performer: { id: string }, tokens: unknown, key?: string) =>
      keyed(`/wallet/charges/tip/${performer.id}`, { tokens }, key),
    unlock: (feedId: string, key?: string) => keyed(`/wallet/charges/feed/${feedId}`, undefined, key),
    /** Types a number into the card form and keeps the card. Returns its id. */
    async card(number = '4242424242424242'): Promise<string> {
      const token = await cardToken(server, client, number)
      const saved = await client.post('/test/cards', { token })
      if (saved.status !== 200) throw new Error(saved.text)
      return saved.body.data.card._id
    },
  }
}

/** Types a number into the gateway's form; undefined where the form did not take it. */
export async function cardToken(
  server: TestServer,
  client: ReturnType<typeof api>,
  number: string,
): Promise<string | undefined> {
  const begun = await client.post('/test/cards', {})
  if (begun.status !== 200) throw new Error(begun.text)
  const { form } = begun.body.data
  const typed = await server.app.inject({
    method: 'POST',
    url: form.url,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ number, expiry: '12/34', cvc: '123' }).toString(),
  })
  const { location } = typed.headers
  return location ? (new URL(String(location), 'http://x').searchParams.get('cardToken') ?? undefined) : undefined
}
