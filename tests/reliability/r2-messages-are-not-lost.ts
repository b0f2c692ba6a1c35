import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from '@fanlight/server/platform/db/db'
import { publishAll } from '@fanlight/server/platform/events/events'
import { api } from '@fanlight/server/testing/api'
import { type Built, buildPerformer, buildSession, buildUser } from '@fanlight/server/testing/builders'
import { testNothing } from '@fanlight/server/testing/events'
import { buildConversation } from '@fanlight/server/modules/talk/conversations/testing'
import { startTestServer, type TestServer } from '@fanlight/server/testing/server'
import pg from 'pg'
import type { ReliabilityCheck } from './check.ts'
import { counts } from './counts.ts'
import { becomes, type LiveClient, type LiveProcess, openClient, startLiveProcess, startProxy } from './socket-world.ts'

// People write to each other while the processes their sockets are connected to are killed and the database loses all connections, behind
// a proxy that cuts what passes it into small pieces. At night PostgreSQL itself is ended once, as a crash would, and starts again: at ci
// other checks use the same one. Each device does what a page does. `n` counts acknowledged messages.

export const check: ReliabilityCheck = {
  id: 'R2',
  title: 'Each acknowledged message reaches every device of its two people once and in order, whatever is killed',
  async run({ tier, random }) {
    const { conversations, messages, kills } = counts.R2[tier]
    const server = await startTestServer({ listen: true, env: { LOG_LEVEL: 'silent' } })
    const restarts = tier !== 'ci' && process.env['TEST_CLUSTER_LOG'] !== undefined
    if (restarts) await makeDurable(server)
    const start = () => startLiveProcess(server)
    let processes: LiveProcess[] = await Promise.all([start(), start()])
    const proxy = await startProxy([processes[0]!.port], () => 1 + Math.floor(random() ** 3 * 200))
    const violations: string[] = []
    const devices: Device[] = []
    const acknowledged = new Map<string, string[]>()
    try {
      for (let n = 0; n < conversations; n++) {
        const [creator, fan] = await Promise.all([buildPerformer(server.ctx), buildUser(server.ctx)])
        const id = await buildConversation(server.ctx, creator, fan)
        acknowledged.set(id, [])
        const phone = await buildSession(server.ctx, fan.id)
        for (const token of [creator.token, fan.token, phone.token])
          devices.push(openDevice(server, proxy.url, id, token, () => 20 + random() * 80))
        await becomes(() => devices.slice(-3).every(({ client }) => client.isSignedIn()))
        people.set(id, [creator, fan])
      }
      // The first messages give every device a position to come back from.
      const writeAll = async (count: number) => {
        await Promise.all(
          [...acknowledged].map(async ([id, ids]) => {
            for (let n = 0; n < count; n++) ids.push(await write(server, id, people.get(id)![n % 2]!))
          }),
        )
      }
      await becomes(async () => {
        await writeAll(1)
        return devices.every(({ client }) => !['0.0', undefined].includes(client.position()))
      })
      const rounds = kills + 1
      for (let round = 0; round < rounds; round++) {
        const writing = writeAll(Math.ceil(messages / rounds))
        if (round < kills) {
          // The one that has the sockets dies while messages are written; the other one takes over.
          const [doomed, heir] = processes as [LiveProcess, LiveProcess]
          // None of its clients finds another one before more was written.
          proxy.leadTo([1])
          await doomed.kill()
          proxy.cut()
          if (round === 0) await loseConnections(server)
          if (round === 1 && restarts) await restartDatabase(server)
          // The process they come to has read all of it by then: what it sends them, it sends because they ask.
          const [id, [creator]] = [...people][0]!
          const witness = openDevice(server, `http://127.0.0.1:${heir.port}`, id, creator.token, () => 20)
          await becomes(() => witness.client.isSignedIn())
          await writeAll(2)
          const last = await write(server, id, creator)
          acknowledged.get(id)!.push(last)
          await becomes(() => witness.seen.has(last))
          witness.client.stop()
          proxy.leadTo([heir.port])
          await writing
          processes = [heir, round + 1 < kills ? await start() : heir]
        }
        await writing
      }
      const isComplete = () =>
        devices.every(({ conversationId, seen }) => acknowledged.get(conversationId)!.every((id) => seen.has(id)))
      await becomes(isComplete, tier === 'ci' ? 4_000 : 60_000)
      for (const device of devices) violations.push(...faultsOf(device, acknowledged.get(device.conversationId)!))
      violations.push(...(await tooLargeGap(server)))
    } finally {
      for (const { client } of devices) client.stop()
      await proxy.stop()
      await Promise.all([...new Set(processes)].map((entry) => entry.kill()))
      await server.stop()
    }
    return { n: [...acknowledged.values()].flat().length, violations }
  },
}
const people = new Map<string, [Built, Built]>()

interface Device {
  conversationId: string
  client: LiveClient
  /** Messages by id, as often as they came. */
  seen: Map<string, number>
  faults: string[]
}
function openDevice(
  server: TestServer,
  url: string,
  conversationId: string,
  token: string,
  pauseMs: () => number,
): Device {
  const seen = new Map<string, number>()
  const fetched = new Set<string>()
  const faults: string[] = []
  let newest = 0
  const client = openClient(url, token, {
    pauseMs,
    handle({ name, data }) {
      if (name !== 'message/created') return
      const {
        messageId,
        sequence,
        conversationId: of,
      } = data as unknown as Record<string, string> & { sequence: number }
      if (of !== conversationId) return void faults.push('a message of other people came')
      if (fetched.has(messageId!)) return
      if (sequence <= newest) faults.push(`message ${sequence} came after message ${newest}`)
      newest = Math.max(newest, sequence)
      seen.set(messageId!, (seen.get(messageId!) ?? 0) + 1)
    },
    async refetch() {
      const { body } = await api(server).as({ token }).get(`/messages/conversations/${conversationId}?limit=100`)
      for (const { _id } of body.data as { _id: string }[])
        if (!seen.has(_id)) {
          fetched.add(_id)
          seen.set(_id, 1)
        }
    },
  })
  return { conversationId, client, seen, faults }
}

function faultsOf({ seen, faults }: Device, acknowledged: string[]): string[] {
  const lost = acknowledged.filter((id) => !seen.has(id)).length
  const doubled = [...seen.values()].filter((times) => times > 1).length
  return [
    ...new Set(faults),
    ...(lost ? [`${lost} of ${acknowledged.length} messages did not come`] : []),
    ...(doubled ? [`${doubled} messages came more than once`] : []),
  ]
}

/** Writes a message until it is acknowledged: the same one, whatever is away meanwhile. */
async function write(server: TestServer, conversationId: string, sender: Built): Promise<string> {
  const body = { text: 'Hello', clientId: randomUUID() }
  for (;;) {
    const { status, body: reply } = await api(server).as(sender).post(`/messages/conversations/${conversationId}`, body)
    if (status === 200) return reply.data._id as string
    if (status < 500) throw new Error(`A message was refused: ${status}`)
    await sleep(20)
  }
}

/** As after a restart of the database: every connection to it ends. */
const loseConnections = (server: TestServer) =>
  asOwner(server, (owner) =>
    owner.query(
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
    ),
  )

/** What is acknowledged survives the end of PostgreSQL, as in production; tests are faster without. */
async function makeDurable(server: TestServer): Promise<void> {
  const database = new URL(server.ownerUrl).pathname.slice(1)
  await asOwner(server, (owner) => owner.query(`ALTER DATABASE "${database}" SET synchronous_commit = 'on'`))
  await loseConnections(server)
}

/** Ends PostgreSQL without writing anything down; who started it for this run starts it again, at the same port. */
async function restartDatabase(server: TestServer): Promise<void> {
  const startedAt = (owner: pg.Client) => owner.query<{ at: Date }>('SELECT pg_postmaster_start_time() AS at')
  const before = (await asOwner(server, startedAt)).rows[0]!.at.getTime()
  const { rows } = await asOwner(server, (owner) =>
    owner.query<{ file: string }>(`SELECT pg_read_file('postmaster.pid') AS file`),
  )
  process.kill(Number.parseInt(rows[0]!.file), 'SIGQUIT')
  const isBack = () =>
    asOwner(server, startedAt).then(
      (found) => found.rows[0]!.at.getTime() > before,
      () => false,
    )
  if (!(await becomes(isBack, 60_000))) throw new Error('PostgreSQL did not start again.')
}

async function asOwner<T>({ ownerUrl }: TestServer, use: (owner: pg.Client) => Promise<T>): Promise<T> {
  const owner = new pg.Client({ connectionString: ownerUrl })
  owner.on('error', () => {})
  await owner.connect()
  return use(owner).finally(() => owner.end().catch(() => {}))
}

/** Who was away for more events than are stored gets the instruction to fetch again. */
async function tooLargeGap(server: TestServer): Promise<string[]> {
  const [creator, fan] = [await buildPerformer(server.ctx), await buildUser(server.ctx)]
  const id = await buildConversation(server.ctx, creator, fan)
  let refetches = 0
  let messages = 0
  const proxy = await startProxy([Number(new URL(server.url).port)])
  const client = openClient(proxy.url, fan.token, {
    pauseMs: () => 10,
    handle: ({ name }) => (messages += name === 'message/created' ? 1 : 0),
    refetch: async () => void refetches++,
  })
  const witness = openClient(server.url, creator.token, { pauseMs: () => 10, handle: () => {} })
  try {
    await becomes(() => client.isSignedIn() && witness.isSignedIn())
    await becomes(async () => {
      await write(server, id, creator)
      return client.position() !== undefined && client.position() !== '0.0'
    })
    const before = client.position()
    const signIns = client.signIns()
    proxy.leadTo([1])
    proxy.cut()
    const many = Array.from({ length: 5_100 }, (_, n) => ({ n }))
    await server.ctx.transaction((tx) => publishAll(tx, testNothing, many))
    await sql`SELECT 1`.execute(server.ctx.db)
    const known = witness.position()
    await write(server, id, creator)
    // The witness has what came last: this process has read all before it.
    await becomes(() => witness.position() !== known && witness.position() !== before)
    proxy.leadTo([Number(new URL(server.url).port)])
    await becomes(() => client.signIns() > signIns)
    return refetches === 1 ? [] : [`after a gap that is not stored, the client fetched ${refetches} times`]
  } finally {
    client.stop()
    witness.stop()
    await proxy.stop()
  }
}
