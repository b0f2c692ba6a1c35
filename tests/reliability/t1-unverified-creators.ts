import { declared } from '@fanlight/contract'
import { changesState, type Endpoint } from '@fanlight/contract/endpoint'
import { publishDue } from '@fanlight/server/modules/content/items/publishing'
import { giveTokens } from '@fanlight/server/modules/money/wallet/testing'
import { sql } from '@fanlight/server/platform/db/db'
import { type Built, buildPerformer } from '@fanlight/server/testing/builders'
import { type Change, watchChanges } from '@fanlight/server/testing/changes'
import { startTestServer } from '@fanlight/server/testing/server'
import { buildWorld, freshTokens, sendRequest, type World } from './api-world.ts'
import { type ReliabilityCheck, sabotaged } from './check.ts'
import { requests, type Whose } from './valid-requests.ts'

// A creator with unreviewed, rejected, revoked or expired documents, and one who is suspended, make every write that a creator
// can make, each as valid as can be; and a fan with money tries to pay them in every way there is. The database itself says what
// resulted: nothing published, nothing earned, and also nothing later, when pending entries fall due.

export const check: ReliabilityCheck = {
  id: 'T1',
  title: 'An account that is not an approved creator publishes nothing and earns nothing',
  async run() {
    const violations: string[] = []
    const server = await startTestServer({ env: { LOG_LEVEL: 'silent' } })
    const changes = await watchChanges(server.ownerUrl)
    let n = 0
    try {
      const first = await buildWorld(server)
      for (const state of sabotaged('T1') ? (['draft'] as const) : states) {
        const creator = await inState(first, state)
        // Every request that needs a creator uses this one.
        const own: World = { server, cast: { ...first.cast, kycPending: creator } }
        for (const call of writesOf(['performer', 'approved', 'any']))
          n += await tryCall(own, call, creator, ['own', 'theirs'], `${state} creator`, changes, violations)
        // Existing content continues while documents are renewed: only new work waits for the renewal.
        if (state === 'expired' || sabotaged('T1')) continue
        const paid: World = { server, cast: { ...first.cast, performer: creator } }
        for (const call of writesOf(['any', 'user']).filter(pays))
          n += await tryCall(paid, call, first.cast.fan, ['theirs'], `a fan of a ${state} creator`, changes, violations)
      }
      await changes.taken()
      await publishDue(server.ctx)
      for (const change of await changes.taken())
        if (reaches(change))
          violations.push(`later, ${change.table}.${change.column} became ${JSON.stringify(change.value)}`)
    } finally {
      await changes.close()
      await server.stop()
    }
    return { n, violations: violations.slice(0, 20) }
  },
}

const states = ['draft', 'submitted', 'in_review', 'more_info', 'rejected', 'expired', 'revoked', 'suspended'] as const
type State = (typeof states)[number]

async function inState({ server: { ctx } }: World, state: State): Promise<Built> {
  const creator = await buildPerformer(ctx)
  await giveTokens(ctx, creator.id, 1_000_000)
  if (state === 'suspended')
    await sql`UPDATE accounts SET status = 'suspended' WHERE id = ${creator.id}`.execute(ctx.db)
  else {
    await sql`UPDATE performers SET verification_status = ${state} WHERE account_id = ${creator.id}`.execute(ctx.db)
    await sql`UPDATE verifications SET status = ${state} WHERE performer_id = ${creator.id}`.execute(ctx.db)
  }
  return creator
}

const writesOf = (who: readonly string[]): Endpoint[] =>
  declared.filter((call) => changesState(call.method) && who.includes(call.who))
const pays = ({ route }: Endpoint) => /\/wallet\/charges\/|\/payment\/subscribe/.test(route)

/**
 * Calls by which a user pays others or for themselves, and those about orders that were paid before; a creator may make them, because they
 * begin no earning.
 */
const spends = ({ route }: Endpoint) =>
  pays({ route } as Endpoint) || /\/payment\/|\/orders\/|ticket-shows\/:id\/return/.test(route)

async function tryCall(
  world: World,
  call: Endpoint,
  sender: Built,
  whose: readonly Whose[],
  name: string,
  changes: Awaited<ReturnType<typeof watchChanges>>,
  violations: string[],
): Promise<number> {
  const { about, make } = requests[call.route as keyof typeof requests]
  const isOwn = whose.includes('own')
  if (isOwn && spends(call)) return 0
  let n = 0
  for (const entry of about.length === 0 ? (['own'] as const) : about.filter((each) => whose.includes(each))) {
    const request = await make(world, sender, entry)
    if (!request) continue
    const [token] = await freshTokens(world.server, [sender])
    await changes.taken()
    const reply = await sendRequest(world, call, token, request)
    n++
    const reached = (await changes.taken()).filter((change) => reaches(change, world.cast.kycPending.id))
    for (const { table, column, value } of reached)
      violations.push(
        `${name} × ${call.route}: ${reply.status}, and ${table}.${column} became ${JSON.stringify(value)}`,
      )
    if (call.who === 'approved' && reply.status < 400) violations.push(`${name} × ${call.route}: ${reply.status}`)
    if (reply.status >= 500) violations.push(`${name} × ${call.route}: ${reply.status}`)
  }
  return n
}

/** What publishing and earning leave behind. */
const earned = new Set(['earnings', 'charges', 'ledger_entries', 'ledger_transactions', 'purchases'])
const reaches = ({ table, column, kind, value }: Change, creatorId?: string): boolean =>
  (table === 'feed_inbox' && column === 'performer_id' && value === creatorId) ||
  (table === 'items' && column === 'status' && (value === 'published' || value === 'scheduled')) ||
  (table === 'items' && column === 'published_at' && value !== null) ||
  (table === 'subscriptions' && column === 'status' && ['active', 'trialing'].includes(String(value))) ||
  (earned.has(table) && kind === 'inserted')
