import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { hashPassword } from '@fanlight/server/modules/people/accounts/auth/password-hash'
import pg from 'pg'
import { cpuOf, fire, median, print, type Rig, type Served, serveProduct } from '../rig.ts'
import { seedFeeds } from '../seed.ts'

const fans = 200
const password = 'the words of a bench'

/** What one log-in costs beside its argon2id, and what fifty at once do to everybody else. */
export async function login(rig: Rig): Promise<void> {
  await seedFeeds(rig.databaseUrl, { fans, creators: 20, follows: 20, posts: 1_000 })
  const db = new pg.Client({ connectionString: rig.databaseUrl })
  await db.connect()
  await db.query(`UPDATE accounts SET password_hash = $1 WHERE role = 'user'`, [
    await hashPassword({ password, hashed: false }),
  ])
  await db.end()
  const product = await serveProduct(rig)
  await logIn(product, 1)

  // A floor that hashes without a pause has its memory warm. The other one pauses as long as a log-in takes beside its hash.
  const turns: { warm: number; paused: number; ownUs: number; pauseMs: number }[] = []
  for (let round = 0; round < 5; round++) {
    const warm = await oneHash()
    const [before, began] = [cpuOf(product.pid), performance.now()]
    for (let n = 1; n <= 20; n++) await logIn(product, round * 20 + n)
    const [cpu, ms] = [(cpuOf(product.pid) - before) / 20, (performance.now() - began) / 20]
    const pauseMs = Math.max(1, Math.round(ms - warm.ms))
    const paused = await oneHash(pauseMs)
    turns.push({ warm: cpu / warm.cpuUs, paused: cpu / paused.cpuUs, ownUs: cpu - paused.cpuUs, pauseMs })
  }

  const all = Array.from({ length: fans }, (_, n) => n + 1)
  const feed = {
    served: product,
    connections: 8,
    requests: all.map((n) => ({ path: '/api/user/feeds', headers: { authorization: `Bearer token-${n}` } })),
  }
  await fire(feed)
  const delays: number[] = []
  for (let round = 0; round < 5; round++) {
    const quiet = await fire(feed)
    const [busy] = await Promise.all([
      fire(feed),
      Promise.all(Array.from({ length: 50 }, (_, n) => logIn(product, 120 + n))),
    ])
    delays.push(busy.p99Ms / quiet.p99Ms)
  }
  print('log-in', {
    'CPU ÷ one argon2id, pauses between': median(turns.map((turn) => turn.paused)),
    'without pauses': median(turns.map((turn) => turn.warm)),
    'pause ms': median(turns.map((turn) => turn.pauseMs)),
    'CPU beside the paused hash, µs': median(turns.map((turn) => turn.ownUs)),
    'feed p99 during 50 log-ins ÷ quiet': median(delays),
  })
  await product.stop()
}

async function logIn({ url }: Served, n: number): Promise<void> {
  const reply = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: `fan${n}`, password }),
  })
  await reply.arrayBuffer()
  if (!reply.ok) throw new Error(`log-in ${n} was answered ${reply.status}`)
}

const floorScript = fileURLToPath(new URL('../floors/argon2.ts', import.meta.url))
const oneHash = async (pauseMs = 0): Promise<{ cpuUs: number; ms: number }> =>
  JSON.parse((await promisify(execFile)(process.execPath, [floorScript, String(pauseMs)])).stdout)
