import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { WebSocket } from 'ws'
import { cpuOf, median, print, type Rig, rssOf, type Served, serveFloor, serveProduct } from '../rig.ts'

const watchers = 2_000
const most = 10_000
const fans = 200
const rounds = 5
const messagesPerRound = 20
/** So many connect at once. */
const batch = 100
/** By then what connecting left behind is collected. */
const collectedMs = 5_000
/** How long to wait for what should take seconds, before the row says what did not happen. */
const patienceMs = 60_000

/**
 * One message of a public chat to 2,000 people who watch it, from the beginning of its request to the last receiver; and what a connection
 * costs that is sent nothing, with 2,000 and 10,000 of them. Both beside a bare WebSocket server, which sends as many bytes.
 */
export async function sockets(rig: Rig): Promise<void> {
  const creator = await seed(rig.databaseUrl)
  const [floor, product] = [await serveFloor('sockets-ws', rig), await serveProduct(rig)]
  const heard = { floor: 0, product: 0, bytes: 0 }

  const openFloor = (from: number, to: number) =>
    openAll(from, to, async (n) => {
      const socket = await opened(floor.url.replace('http', 'ws'), n)
      socket.on('message', () => (heard.floor += 1))
      return socket
    })
  const openProduct = (from: number, to: number) =>
    openAll(from, to, async (n) => {
      const socket = await opened(`${product.url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`, n)
      const waiting = new Map<string, (text: string) => void>()
      const answer = (start: string) =>
        within(new Promise<string>((resolve) => waiting.set(start, resolve)), `an answer that begins with ${start}`)
      socket.on('message', (data: Buffer) => {
        const text = data.toString()
        if (text === '2') return socket.send('3')
        if (text.startsWith('42["stream-message/created"')) {
          heard.product += 1
          heard.bytes = text.length
          return
        }
        for (const [start, resolve] of waiting) if (text.startsWith(start)) resolve(text)
      })
      const ask = async (id: number, name: string, body: object) => {
        const answered = answer(`43${id}[`)
        socket.send(`42${id}${JSON.stringify([name, body])}`)
        const text = await answered
        if (!text.includes('"success":true')) throw new Error(`${name} was refused: ${text}`)
      }
      const connected = answer('40{')
      socket.send('40')
      await connected
      await ask(1, 'auth/login', { token: tokenOf(n % fans) })
      await ask(2, 'conversation/join', { conversationId: creator })
      return socket
    })

  const idle = { floor: rssOf(floor.pid), product: rssOf(product.pid) }
  const sockets = { floor: await openFloor(0, watchers), product: await openProduct(0, watchers) }
  await memory(`sockets, ${watchers} idle`, watchers, idle, { floor, product })

  const sendProduct = async (n: number) => {
    const reply = await fetch(`${product.url}/api/messages/stream/${creator}`, {
      method: 'POST',
      headers: { authorization: tokenOf(n % fans), 'content-type': 'application/json' },
      body: JSON.stringify({ text: `Message ${n} of the bench, as long as people write` }),
    })
    if (!reply.ok) throw new Error(`${reply.status} ${await reply.text()}`)
    await reply.arrayBuffer()
  }
  const sendFloor = async () => {
    const reply = await fetch(floor.url, { method: 'POST', body: 'x'.repeat(heard.bytes || 500) })
    await reply.arrayBuffer()
  }
  const fanOut = async (name: 'floor' | 'product', receivers: number, messages: number): Promise<Turn> => {
    const [served, send] = name === 'floor' ? [floor, sendFloor] : [product, sendProduct]
    const took: number[] = []
    const [cpu, began] = [cpuOf(served.pid), performance.now()]
    for (let n = 0; n < messages; n++) {
      heard[name] = 0
      const from = performance.now()
      const sent = send(n)
      // A refusal is found at once, a message that does not come after a while.
      let isRefused = false
      sent.catch(() => (isRefused = true))
      while (heard[name] < receivers && !isRefused) {
        if (performance.now() - from > patienceMs)
          throw new Error(`a message of the ${name} reached ${heard[name]} of ${receivers}`)
        await new Promise((resolve) => setImmediate(resolve))
      }
      took.push(performance.now() - from)
      await sent
    }
    return {
      lastMs: median(took),
      p99Ms: took.toSorted((a, b) => a - b).at(-1)!,
      cpuUs: (cpuOf(served.pid) - cpu) / (messages * receivers),
      perSecond: (messages * receivers * 1000) / (performance.now() - began),
    }
  }
  const compareTurns = async (receivers: number, messages: number) => {
    await fanOut('product', receivers, messages)
    await fanOut('floor', receivers, messages)
    const turns: Record<'floor' | 'product', Turn>[] = []
    for (let round = 0; round < rounds; round++)
      turns.push({
        floor: await fanOut('floor', receivers, messages),
        product: await fanOut('product', receivers, messages),
      })
    const ratio = (of: (turn: Turn) => number) => median(turns.map((turn) => of(turn.product) / of(turn.floor)))
    const of = (name: 'floor' | 'product', pick: (turn: Turn) => number) =>
      median(turns.map((turn) => pick(turn[name])))
    print(`sockets, to ${receivers}`, {
      'CPU ÷ floor': ratio((turn) => turn.cpuUs),
      'last receiver ÷ floor': ratio((turn) => turn.lastMs),
      'received/s': of('product', (turn) => turn.perSecond),
      'floor received/s': of('floor', (turn) => turn.perSecond),
      'CPU µs': of('product', (turn) => turn.cpuUs),
      'floor CPU µs': of('floor', (turn) => turn.cpuUs),
      'last receiver ms': of('product', (turn) => turn.lastMs),
      'floor ms': of('floor', (turn) => turn.lastMs),
      'slowest ms': of('product', (turn) => turn.p99Ms),
      bytes: heard.bytes,
    })
  }
  await compareTurns(watchers, messagesPerRound)

  // Not both at once: this process has a file for each connection.
  const many = async (
    name: 'floor' | 'product',
  ): Promise<Turn & { perConnection: number; openedPerSecond: number }> => {
    const began = performance.now()
    sockets[name].push(...(await (name === 'floor' ? openFloor : openProduct)(watchers, most)))
    const openedPerSecond = ((most - watchers) * 1000) / (performance.now() - began)
    await sleep(collectedMs)
    const perConnection = (rssOf((name === 'floor' ? floor : product).pid) - idle[name]) / most
    const turn = await fanOut(name, most, messagesPerRound)
    for (const socket of sockets[name]) socket.terminate()
    return { ...turn, perConnection, openedPerSecond }
  }
  const [ofProduct, ofFloor] = [await many('product'), await many('floor')]
  print(`sockets, ${most} connected`, {
    'kB ÷ floor': ofProduct.perConnection / ofFloor.perConnection,
    'kB each': ofProduct.perConnection / 1000,
    'floor kB each': ofFloor.perConnection / 1000,
    'signed in and joined/s': ofProduct.openedPerSecond,
    'floor connected/s': ofFloor.openedPerSecond,
  })
  print(`sockets, to ${most}`, {
    'CPU ÷ floor': ofProduct.cpuUs / ofFloor.cpuUs,
    'last receiver ÷ floor': ofProduct.lastMs / ofFloor.lastMs,
    'received/s': ofProduct.perSecond,
    'last receiver ms': ofProduct.lastMs,
    'floor ms': ofFloor.lastMs,
  })
  await floor.stop()
  await product.stop()
}

interface Turn {
  lastMs: number
  p99Ms: number
  /** Of the server, for one receiver of one message. */
  cpuUs: number
  perSecond: number
}

const tokenOf = (n: number) => `token-${n}`
/** A creator, whose id this returns, and fans with a session each. */
async function seed(databaseUrl: string): Promise<string> {
  const db = new pg.Client({ connectionString: databaseUrl })
  await db.connect()
  const account = (role: string, name: string) =>
    db.query<{ id: string }>(
      `INSERT INTO accounts (id, role, email, username, name, status, email_verified_at, terms_accepted_at)
      VALUES (gen_random_uuid(), $1, $2 || '@example.test', $2, $2, 'active', now(), now()) RETURNING id`,
      [role, name],
    )
  const creator = (await account('performer', 'creator')).rows[0]!.id
  await db.query(`INSERT INTO performers (account_id, verification_status) VALUES ($1, 'approved')`, [creator])
  for (let n = 0; n < fans; n++) {
    const { id } = (await account('user', `fan${n}`)).rows[0]!
    await db.query(
      `INSERT INTO sessions (account_id, token_hash, remember, expires_at) VALUES ($1, $2, true, now() + interval '1 day')`,
      [id, createHash('sha256').update(tokenOf(n)).digest()],
    )
  }
  await db.query('ANALYZE')
  await db.end()
  return creator
}

async function within<T>(awaited: Promise<T>, what: string): Promise<T> {
  const timer = new AbortController()
  const late = sleep(patienceMs, undefined, { signal: timer.signal }).then(() => {
    throw new Error(`${what} did not come within ${patienceMs / 1000} seconds`)
  })
  try {
    return await Promise.race([awaited, late])
  } finally {
    timer.abort()
    late.catch(() => {})
  }
}

async function openAll(from: number, to: number, open: (n: number) => Promise<WebSocket>): Promise<WebSocket[]> {
  const sockets: WebSocket[] = []
  for (let n = from; n < to; n += batch)
    sockets.push(...(await Promise.all(Array.from({ length: Math.min(batch, to - n) }, (_, m) => open(n + m)))))
  return sockets
}
/** From one of several addresses, so that ports suffice. */
const opened = async (url: string, n: number): Promise<WebSocket> => {
  const socket = new WebSocket(url, { perMessageDeflate: false, localAddress: `127.0.0.${1 + (n % 20)}` })
  await within(
    new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject)),
    `connection ${n} to ${url}`,
  )
  // What ends it later shows in what is not received.
  socket.on('error', () => {})
  return socket
}

async function memory(
  name: string,
  count: number,
  before: { floor: number; product: number },
  { floor, product }: { floor: Served; product: Served },
): Promise<void> {
  await sleep(collectedMs)
  const [ofFloor, ofProduct] = [rssOf(floor.pid) - before.floor, rssOf(product.pid) - before.product]
  print(name, {
    'kB ÷ floor': ofProduct / ofFloor,
    'kB each': ofProduct / count / 1000,
    'floor kB each': ofFloor / count / 1000,
  })
}
