import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import pg from 'pg'
import { cpuOf, databasePid, print, type Rig, type Served, server, serveProduct } from '../rig.ts'
import { idOf, seedFeeds } from '../seed.ts'

const fans = 1000
const creators = 200
const clients = 16
const rounds = 5
/** Code is compiled while it runs: of the first thousands a tip costs up to twice of what it costs from then on. */
const warmTips = 4_000
const idleSeconds = 5
const seconds = Number(process.env['BENCH_SECONDS'] ?? 5)

/**
 * Tips over HTTP against PostgreSQL's own tpcb-like on the same server and disk, and one creator that everybody tips against two
 * hundred. The worker does meanwhile what it does in production. What follows a tip is awaited, so its CPU is counted with the tip.
 */
export async function tip(rig: Rig): Promise<void> {
  await seedFeeds(rig.databaseUrl, { fans, creators: 1, follows: 1, posts: 1 })
  const performers = await buildCast(rig.databaseUrl)
  const bench = withPgbench(rig.databaseUrl)
  const product = await serveProduct(rig)
  const worker = startWorker(rig)
  const db = new pg.Client({ connectionString: rig.databaseUrl })
  await db.connect()
  try {
    await compareTips(product, performers, bench, {
      cpu: () => ({ database: cpuOf(databasePid(rig)), api: cpuOf(product.pid), worker: cpuOf(worker.pid!) }),
      followed: () => allFollowed(db),
    })
  } finally {
    await db.end()
    worker.kill('SIGTERM')
    await product.stop()
  }
  await assertBooks(rig.databaseUrl)
}

type Cpu = Record<'database' | 'api' | 'worker', number>
interface Measures {
  /** Microseconds so far: beside other work on the machine they say more than the rates do. */
  cpu(): Cpu
  /** Resolves when all that follows the tips is done. */
  followed(): Promise<void>
}
interface Turn {
  tpcb: number
  spread: number
  contended: number
  tpcbCpu: number
  /** Of database, API and worker together, for one tip with all that follows it. */
  tipCpu: number
  apiCpu: number
  workerCpu: number
}

async function compareTips(
  product: Served,
  performers: string[],
  bench: () => number,
  { cpu, followed }: Measures,
): Promise<void> {
  for (let warmed = 0; warmed < warmTips; ) warmed += (await tipsPerSecond(product, performers)) * seconds
  await followed()
  const idle = await idleCpu(cpu)
  const turns: Turn[] = []
  for (let round = 0; round < rounds; round++) {
    const before = cpu()
    const tpcb = bench()
    const between = cpu()
    const began = performance.now()
    const spread = await tipsPerSecond(product, performers)
    await followed()
    const after = cpu()
    const passed = (performance.now() - began) / 1000
    const a = (of: keyof Cpu) => (after[of] - between[of] - idle[of] * passed) / (spread * seconds)
    const [apiCpu, workerCpu] = [a('api'), a('worker')]
    turns.push({
      tpcb,
      spread,
      tpcbCpu: (between.database - before.database) / (tpcb * seconds),
      tipCpu: a('database') + apiCpu + workerCpu,
      apiCpu,
      workerCpu,
      contended: await tipsPerSecond(product, performers.slice(0, 1)),
    })
    await followed()
  }
  const middle = (of: (turn: Turn) => number) => turns.map(of).toSorted((a, b) => a - b)[Math.floor(rounds / 2)]!
  print('tip ÷ tpcb-like', {
    'tip/s ÷ tpcb-like': middle((turn) => turn.spread / turn.tpcb),
    'hot ÷ spread': middle((turn) => turn.contended / turn.spread),
    'tip/s': middle((turn) => turn.spread),
    'hot tip/s': middle((turn) => turn.contended),
    'tpcb-like/s': middle((turn) => turn.tpcb),
    'CPU ÷ tpcb-like': middle((turn) => turn.tipCpu / turn.tpcbCpu),
    'CPU µs': middle((turn) => turn.tipCpu),
    'of it API': middle((turn) => turn.apiCpu),
    'of it worker': middle((turn) => turn.workerCpu),
  })
}

/** Microseconds a second that all of it takes without tips. */
async function idleCpu(cpu: Measures['cpu']): Promise<Cpu> {
  const before = cpu()
  await new Promise((resolve) => setTimeout(resolve, idleSeconds * 1000))
  const after = cpu()
  const a = (of: keyof Cpu) => (after[of] - before[of]) / idleSeconds
  return { database: a('database'), api: a('api'), worker: a('worker') }
}

/**
 * Until every event was handled, the chain and the balances are up to date, and no job waits. Emails wait a minute, for what is read
 * meanwhile: here they are due at once.
 */
async function allFollowed(db: pg.Client): Promise<void> {
  for (;;) {
    await db.query('UPDATE graphile_worker._private_jobs SET run_at = now() WHERE run_at > now()')
    const { rows } = await db.query<{ isDone: boolean }>(`SELECT NOT EXISTS (SELECT FROM event_subscribers s, events e
        WHERE (e.xid, e.id) > (s.xid, s.event_id)) AND NOT EXISTS (SELECT FROM ledger_unchained)
      AND NOT EXISTS (SELECT FROM ledger_tail) AND NOT EXISTS (SELECT FROM graphile_worker._private_jobs) AS "isDone"`)
    if (rows[0]!.isDone) return
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}

/** A closed loop of clients, each on a connection of its own; every tip has a key of its own. */
async function tipsPerSecond(served: Served, among: readonly string[], duration = seconds): Promise<number> {
  const { hostname, port } = new URL(served.url)
  const body = '{"tokens":10}'
  let turn = 0
  let done = 0
  const began = performance.now()
  const client = async () => {
    const socket = connect(Number(port), hostname).setNoDelay(true)
    await once(socket, 'connect')
    while (performance.now() - began < duration * 1000) {
      const n = turn++
      socket.write(
        `POST /api/wallet/charges/tip/${among[n % among.length]} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nAuthorization: token-${1 + ((n * 7) % fans)}\r\n` +
          `Idempotency-Key: ${randomUUID()}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
      )
      let text = ''
      while (!isWhole(text)) text += String((await once(socket, 'data'))[0])
      if (!text.startsWith('HTTP/1.1 200')) throw new Error(text)
      done++
    }
    socket.destroy()
  }
  await Promise.all(Array.from({ length: clients }, client))
  return done / ((performance.now() - began) / 1000)
}

function isWhole(text: string): boolean {
  const end = text.indexOf('\r\n\r\n')
  return (
    end > 0 &&
    text.length >= end + 4 + Number(/content-length: (\d+)/i.exec(text.slice(0, end))?.[1] ?? Number.POSITIVE_INFINITY)
  )
}

/** Performers to tip, and tokens for everybody. */
async function buildCast(url: string): Promise<string[]> {
  const db = new pg.Client({ connectionString: url })
  await db.connect()
  await db.query(
    `SELECT ledger_post(uuid_v7(), 'bench:' || n, 'top_up', NULL, NULL, '{}', ARRAY[ledger_account('gateway_clearing', NULL, 'TOK')],
    ARRAY[ledger_account('fan_wallet', ${idOf(`'fan' || n`)}, 'TOK')], ARRAY[100000000000]::bigint[]) FROM generate_series(1, $1::int) n`,
    [fans],
  )
  const { rows } = await db.query<{ id: string }>(
    `WITH made AS (INSERT INTO accounts (role, username, status) SELECT 'performer', 'tipped' || n, 'active' FROM generate_series(1, $1::int) n RETURNING id)
    INSERT INTO performers (account_id, verification_status) SELECT id, 'approved' FROM made RETURNING account_id AS id`,
    [creators],
  )
  await db.end()
  return rows.map((row) => row.id)
}

/** Runs tpcb-like in a database of its own; a client for each connection, durable like the product. */
function withPgbench(url: string): () => number {
  const address = new URL(url)
  const env = {
    ...process.env,
    PGHOST: address.hostname,
    PGPORT: address.port,
    PGUSER: address.username,
    PGPASSWORD: decodeURIComponent(address.password),
  }
  const run = (program: string, ...args: string[]) => {
    const result = spawnSync(program, args, { env, encoding: 'utf8' })
    if (result.status !== 0) throw new Error(`${program}: ${result.stderr || result.error?.message}`)
    return result.stdout
  }
  run('createdb', 'bench')
  run('pgbench', '-q', '-i', '-s', '20', 'bench')
  return () =>
    Number(
      /tps = ([\d.]+)/.exec(
        run('pgbench', '-n', '-c', String(clients), '-j', '2', '-T', String(seconds), 'bench'),
      )?.[1],
    )
}

const startWorker = (rig: Rig): ChildProcess =>
  spawn(process.execPath, [server, 'worker'], {
    env: {
      PATH: process.env['PATH'] ?? '',
      DATABASE_URL: rig.databaseUrl,
      DATA_DIR: `${rig.folder}/data`,
      LOG_LEVEL: 'error',
      PORT: '0',
      NODE_ENV: 'production',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })

async function assertBooks(url: string): Promise<void> {
  const db = new pg.Client({ connectionString: url })
  await db.connect()
  const { rows } = await db.query(`SELECT (SELECT coalesce(sum(amount), 0) FROM ledger_entries) AS sum,
    (SELECT count(*) FROM ledger_accounts a WHERE a.balance + coalesce((SELECT sum(amount) FROM ledger_tail t WHERE t.account_id = a.id), 0)
      <> coalesce((SELECT sum(amount) FROM ledger_entries e WHERE e.account_id = a.id), 0)) AS wrong,
    (SELECT count(*) FROM ledger_unchained) AS unchained, (SELECT count(*) FROM ledger_chain_links) AS chained`)
  await db.end()
  if (Number(rows[0].sum) !== 0 || Number(rows[0].wrong) !== 0)
    throw new Error(`the books are wrong: ${JSON.stringify(rows[0])}`)
  console.log(`${''.padEnd(24)} ledger correct, ${rows[0].chained} postings chained, ${rows[0].unchained} waiting`)
}
