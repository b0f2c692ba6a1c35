import { randomUUID } from 'node:crypto'
import { buildApp } from '@fanlight/server/app'
import { checkLedger } from '@fanlight/server/modules/money/ledger/check'
import { chainLedger } from '@fanlight/server/modules/money/ledger/upkeep'
import { openContext, type Context } from '@fanlight/server/platform/context'
import { advanceClock } from '@fanlight/server/testing/clock'
import { startTestServer, type TestServer } from '@fanlight/server/testing/server'
import pg from 'pg'

// What the money checks share: two nodes of the API on one database, requests over real connections, and the rules of the ledger.

export interface MoneyWorld {
  server: TestServer
  ctx: Context
  /** Two nodes that share nothing but the database. */
  urls: [string, string]
  /** Changes tables and functions: the application's role can't. */
  owner: pg.Client
  /** Moves the clock of both nodes. */
  advance(interval: string): Promise<void>
  stop(): Promise<void>
}

export async function startMoneyWorld(): Promise<MoneyWorld> {
  const server = await startTestServer({ listen: true, env: { DATABASE_POOL: '16' } })
  const second = await openContext(server.ctx.config, server.ownerUrl, server.ctx.secret)
  const app = await buildApp(second)
  await app.listen({ host: '127.0.0.1', port: 0 })
  const owner = new pg.Client({ connectionString: server.ownerUrl })
  await owner.connect()
  return {
    server,
    ctx: server.ctx,
    urls: [server.url, app.listeningOrigin],
    owner,
    async advance(interval) {
      await advanceClock(server.ctx, interval)
      await second.clock.sync()
    },
    async stop() {
      await owner.end()
      await app.close()
      await second.close()
      await server.stop()
    },
  }
}

export interface Answer {
  status: number
  text: string
  // A check reads what it expects to be there
  body: any
}

/** One request over a connection. `key` is its Idempotency-Key. */
export async function send(
  url: string,
  token: string,
  method: string,
  path: string,
  body?: unknown,
  key: string = randomUUID(),
): Promise<Answer> {
  const reply = await fetch(`${url}/api${path}`, {
    method,
    headers: {
      authorization: token,
      'idempotency-key': key,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(20_000),
  })
  const text = await reply.text()
  return { status: reply.status, text, body: text.startsWith('{') ? JSON.parse(text) : undefined }
}

/** Every rule of the ledger, as violations to report. */
export async function ledgerViolations(ctx: Context): Promise<string[]> {
  await chainLedger(ctx)
  return (await checkLedger(ctx)).map((entry) => `${entry.rule}: ${entry.subject} ${entry.detail}`)
}

/** Breaks a function of the database on purpose. Throws where the text to break is no longer there. */
export async function breakFunction(
  owner: pg.Client,
  name: string,
  changes: [from: string, to: string][],
): Promise<void> {
  const { rows } = await owner.query<{ text: string }>(
    'SELECT pg_get_functiondef(oid) AS text FROM pg_proc WHERE proname = $1',
    [name],
  )
  let text = rows[0]!.text
  for (const [from, to] of changes) {
    if (!text.includes(from)) throw new Error(`${name} no longer says: ${from}`)
    text = text.replaceAll(from, to)
  }
  await owner.query(text)
}

export const count = async (owner: pg.Client, query: string, values: unknown[] = []): Promise<number> =>
  Number((await owner.query<{ n: string }>(query, values)).rows[0]!.n)
