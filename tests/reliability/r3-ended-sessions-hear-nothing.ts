import { suspend } from '@fanlight/server/modules/people/accounts/suspension'
import { fanOut } from '@fanlight/server/modules/content/items/fan-out'
import { messageUpdated } from '@fanlight/server/modules/talk/conversations/events'
import { buildConversation } from '@fanlight/server/modules/talk/conversations/testing'
import { buildAccess, buildFeed } from '@fanlight/server/modules/content/posts/testing'
import { revoke } from '@fanlight/server/modules/money/subscriptions/end-subscription'
import { subscriptionRenewed } from '@fanlight/server/modules/money/subscriptions/events'
import { lockSubscription } from '@fanlight/server/modules/money/subscriptions/lock'
import { row, sql } from '@fanlight/server/platform/db/db'
import { publish } from '@fanlight/server/platform/events/events'
import { api } from '@fanlight/server/testing/api'
import { type Built, buildFollow, buildPerformer, buildSession, buildUser } from '@fanlight/server/testing/builders'
import { advanceClock } from '@fanlight/server/testing/clock'
import { startTestServer, type TestServer } from '@fanlight/server/testing/server'
import { connectSocket } from '@fanlight/server/testing/socket'
import type { ReliabilityCheck } from './check.ts'
import { counts } from './counts.ts'
import { becomes } from './socket-world.ts'

// Sockets at two processes, whose sessions and rights end. Those that are cut are sent why and nothing after it. Those that stay are sent
// something else later, on the same connection: whatever came because of the right would have come before that. `n` counts sockets.

const hiddenText = 'HIDDEN-kettle-of-brass'
/** From the end of a right to the last message because of it. */
const slowestMs = 2_000
const p99Ms = 1_000

export const check: ReliabilityCheck = {
  id: 'R3',
  title:
    'After a session or a right has ended, its live sockets are sent nothing more, and no message carries hidden text',
  async run({ tier }) {
    const { rounds, sockets } = counts.R3[tier]
    const server = await startTestServer({ listen: true })
    const second = await startTestServer({ listen: true, databaseOf: server })
    const world: World = { nodes: [server, second], server, violations: [], opened: [], count: 0, tookMs: [] }
    const { violations, tookMs } = world
    try {
      for (let round = 0; round < rounds; round++)
        for (const ending of endings) {
          if (violations.length > 0) break
          await ending(world, sockets)
          if (world.opened.some((device) => has(device, hiddenText))) violations.push('a message carried hidden text')
          for (const { socket } of world.opened.splice(0)) socket.disconnect()
        }
      tookMs.sort((a, b) => a - b)
      const [p99, last] = [tookMs[Math.floor(tookMs.length * 0.99)] ?? 0, tookMs.at(-1) ?? 0]
      if (tier !== 'ci' && (last > slowestMs || p99 > p99Ms))
        violations.push(`the last message came after ${Math.round(last)} ms, of a hundred 99 within ${Math.round(p99)}`)
      return { n: world.count, violations: [...new Set(violations)] }
    } finally {
      for (const { socket } of world.opened) socket.disconnect()
      await second.stop()
      await server.stop()
    }
  },
}

interface World {
  nodes: TestServer[]
  server: TestServer
  violations: string[]
  /** Those of the ending that is looked at. */
  opened: Device[]
  count: number
  /** How long after the end of its right each socket heard of it. */
  tookMs: number[]
}
interface Device {
  socket: Awaited<ReturnType<typeof connectSocket>>
  /** Name and data of what came, and `gone` at its end. */
  frames: string[]
  /** When the last of them came. */
  lastAt: number
}
async function open(world: World, token: string): Promise<Device> {
  const { nodes, opened } = world
  const socket = await connectSocket(nodes[world.count++ % nodes.length]!)
  const device: Device = { socket, frames: [], lastAt: 0 }
  opened.push(device)
  const note = (frame: string) => {
    device.frames.push(frame)
    device.lastAt = performance.now()
  }
  socket.onAny((name: string, data: unknown) => note(`${name} ${JSON.stringify(data)}`))
  socket.once('disconnect', () => note('gone'))
  await socket.emitWithAck('auth/login', { token })
  return device
}
const openAll = (world: World, token: string, count: number) =>
  Promise.all(Array.from({ length: count }, () => open(world, token)))
const has = ({ frames }: Device, text: string) => frames.some((frame) => frame.includes(text))
const devicesOf = async (world: World, owner: { id: string }, count: number) => {
  const sessions = await Promise.all(Array.from({ length: count }, () => buildSession(world.server.ctx, owner.id)))
  return Promise.all(sessions.map(({ token }) => open(world, token)))
}
const say = (world: World, accountId: string, marker: string) =>
  world.server.ctx.transaction((tx) =>
    publish(tx, subscriptionRenewed, { subscriptionId: marker, userId: accountId, performerId: accountId }),
  )
const marker = () => `0198a000-0000-7000-8000-${String(++markers).padStart(12, '0')}`
let markers = 0

/** All of them were sent why, were cut, and were sent nothing after it. */
async function wereCut(world: World, what: string, from: number, devices: Device[], witness: Device, id: string) {
  const late = marker()
  await say(world, id, late)
  if (!(await becomes(() => has(witness, late), 5_000)))
    world.violations.push(`after ${what} the witness was sent nothing`)
  if (!(await becomes(() => devices.every((device) => has(device, 'gone')), 3_000)))
    world.violations.push(`after ${what} a socket stays`)
  for (const { frames, lastAt } of devices) {
    world.tookMs.push(lastAt - from)
    const said = frames.findIndex((frame) => frame.startsWith('session/revoked'))
    if (said === -1) world.violations.push(`after ${what} a socket was not sent why`)
    const rest = said === -1 ? [] : frames.slice(said + 1)
    if (rest.some((frame) => frame !== 'gone')) world.violations.push(`after ${what} a socket was sent more`)
  }
}

/** Sends each of them something else, and waits for it: what was sent to them before has come by then. */
async function haveAll(world: World, what: string, accountId: string, devices: Device[]): Promise<void> {
  const late = marker()
  await say(world, accountId, late)
  if (!(await becomes(() => devices.every((device) => has(device, late)), 5_000)))
    world.violations.push(`after ${what} sockets are sent nothing at all`)
}

/** Subscribers hear of each new post; when their access has ended, they do not, and write no more where only subscribers do. */
async function accessEnds(
  world: World,
  sockets: number,
  what: string,
  end: (fan: Built, subscriptionId: string) => Promise<void>,
) {
  const { ctx } = world.server
  const [creator, fan, follower] = [await buildPerformer(ctx), await buildUser(ctx), await buildUser(ctx)]
  await buildAccess(ctx, fan, creator)
  await buildFollow(ctx, follower, creator)
  const { id } = (await row(ctx.db, sql<{ id: string }>`SELECT id FROM subscriptions WHERE fan_id = ${fan.id}`))!
  await api(world.server).as(creator).put(`/conversations/stream/${creator.id}/update`, { whoMayWrite: 'subscribers' })
  const write = () => api(world.server).as(fan).post(`/messages/stream/${creator.id}`, { text: 'Hello' })
  const publishPost = async () => {
    const itemId = await buildFeed(ctx, creator, { gate: { type: 'subscribers' } })
    await fanOut(ctx, { itemId })
    return itemId
  }
  const [devices, witness] = [await devicesOf(world, fan, sockets), await open(world, follower.token)]
  const before = await publishPost()
  if (!(await becomes(() => [...devices, witness].every((device) => has(device, before)), 5_000)))
    world.violations.push('subscribers were not sent that there is a post')
  if ((await write()).status !== 200) world.violations.push('a subscriber may not write')
  await end(fan, id)
  const after = await publishPost()
  if (!(await becomes(() => has(witness, after), 5_000))) world.violations.push('a follower was not sent a post')
  await haveAll(world, what, fan.id, devices)
  if (devices.some((device) => has(device, after))) world.violations.push(`after ${what} a socket was sent a post`)
  if ((await write()).body.code !== 'SUBSCRIPTION_REQUIRED') world.violations.push(`after ${what} the fan may write`)
}

const endings: ((world: World, sockets: number) => Promise<void>)[] = [
  async function logOut(world, sockets) {
    const fan = await buildUser(world.server.ctx)
    const other = await buildSession(world.server.ctx, fan.id)
    const [devices, witness] = [await openAll(world, fan.token, sockets), await open(world, other.token)]
    await api(world.server).as(fan).post('/auth/logout')
    await wereCut(world, 'logging out', performance.now(), devices, witness, fan.id)
  },
  async function suspendAccount(world, sockets) {
    const [fan, creator] = [await buildUser(world.server.ctx), await buildPerformer(world.server.ctx)]
    const [devices, witness] = [await devicesOf(world, fan, sockets), await open(world, creator.token)]
    await world.server.ctx.transaction((tx) => suspend(tx, fan.id, 'spam'))
    const from = performance.now()
    // The same event names both.
    const late = marker()
    await world.server.ctx.transaction((tx) =>
      publish(tx, subscriptionRenewed, { subscriptionId: late, userId: fan.id, performerId: creator.id }),
    )
    await becomes(() => has(witness, late), 5_000)
    if (devices.some((device) => has(device, late))) world.violations.push('a suspended account was sent an event')
    await wereCut(world, 'a suspension', from, devices, witness, creator.id)
  },
  async function block(world, sockets) {
    const [fan, creator] = [await buildUser(world.server.ctx), await buildPerformer(world.server.ctx)]
    const id = await buildConversation(world.server.ctx, creator, fan)
    const [devices, theirs] = [await devicesOf(world, fan, sockets), await open(world, creator.token)]
    await api(world.server).as(creator).post(`/messages/conversations/${id}`, { text: hiddenText })
    await becomes(() => devices.every((device) => has(device, 'message/created')), 5_000)
    await api(world.server).as(creator).post('/block/users', { userId: fan.id })
    const before = devices.map(({ frames }) => frames.length)
    const answers = [
      await theirs.socket.emitWithAck('typing/set', { conversationId: id, isTyping: true }),
      await devices[0]!.socket.emitWithAck('typing/set', { conversationId: id, isTyping: true }),
      await devices[0]!.socket.emitWithAck('conversation/read', { conversationId: id }),
    ]
    const sent = await api(world.server).as(creator).post(`/messages/conversations/${id}`, { text: 'After' })
    if (sent.status < 400 || answers.some(({ success }) => success)) world.violations.push('a block stops nothing')
    await haveAll(world, 'a block', fan.id, devices)
    devices.forEach(({ frames }, index) => {
      const after = frames.slice(before[index])
      if (after.some((frame) => /^(message|typing|conversation)\//.test(frame)))
        world.violations.push('after a block something of the conversation came')
    })
  },
  /** Access lasts to the end of the period that is paid. */
  async function cancel(world, sockets) {
    await accessEnds(world, sockets, 'the end of a cancelled subscription', async (fan, id) => {
      const reply = await api(world.server).as(fan).post(`/payment/wallet/cancel-subscription/${id}`)
      if (reply.status !== 200) throw new Error(`Cancelling was refused: ${reply.status}`)
      await advanceClock(world.server.ctx, '31 days')
    })
  },
  async function refund(world, sockets) {
    await accessEnds(world, sockets, 'the refund of a subscription', (_fan, id) =>
      world.server.ctx.transaction(async (tx) => revoke(tx, (await lockSubscription(tx, id))!)),
    )
  },
  /** Creators remove people from their public chat by blocking them. */
  async function removeFromChat(world, sockets) {
    const { ctx } = world.server
    const [creator, fan, other] = [await buildPerformer(ctx), await buildUser(ctx), await buildUser(ctx)]
    const [devices, witness] = [await devicesOf(world, fan, sockets), await open(world, other.token)]
    const join = ({ socket }: Device) => socket.emitWithAck('conversation/join', { conversationId: creator.id })
    const write = (text: string) => api(world.server).as(creator).post(`/messages/stream/${creator.id}`, { text })
    for (const device of [...devices, witness])
      if (!(await join(device)).success) world.violations.push('a public chat can’t be watched')
    await write('While all watch')
    if (!(await becomes(() => [...devices, witness].every((device) => has(device, 'While all watch')), 5_000)))
      world.violations.push('those who watch a chat were not sent a message')
    await api(world.server).as(creator).post('/block/users', { userId: fan.id })
    const from = performance.now()
    await write('After the removal')
    if (!(await becomes(() => has(witness, 'After the removal'), 5_000)))
      world.violations.push('those who still watch a chat were not sent a message')
    await haveAll(world, 'the removal from a chat', fan.id, devices)
    for (const device of devices) {
      world.tookMs.push(device.lastAt - from)
      if (!has(device, 'conversation/left')) world.violations.push('a socket was not sent that it left the chat')
      if (has(device, 'After the removal')) world.violations.push('a socket was sent more of a chat that it left')
      if ((await join(device)).success) world.violations.push('who was removed from a chat watches it again')
    }
  },
  async function deleted(world, sockets) {
    const { ctx } = world.server
    const [fan, creator] = [await buildUser(ctx), await buildPerformer(ctx)]
    const id = await buildConversation(ctx, creator, fan)
    const devices = await devicesOf(world, fan, sockets)
    const sent = await api(world.server).as(creator).post(`/messages/conversations/${id}`, { text: hiddenText })
    const about = { conversationId: id, messageId: sent.body.data._id as string }
    await ctx.transaction((tx) => publish(tx, messageUpdated, { ...about, people: [fan.id, creator.id] }))
    await api(world.server).as(creator).delete(`/messages/${about.messageId}`)
    if (!(await becomes(() => devices.every((device) => has(device, 'message/deleted')), 5_000)))
      world.violations.push('a deletion was not sent')
    for (const { frames } of devices) {
      const names = frames.map((frame) => frame.split(' ', 1)[0])
      if (names.indexOf('message/created') > names.indexOf('message/deleted'))
        world.violations.push('a message came after its deletion')
      if (!names.includes('message/updated')) world.violations.push('a change of a message was not sent')
    }
  },
  /** What is said in a public chat is sent with its text: once, and never again after it was deleted. */
  async function deletedInChat(world, sockets) {
    const { ctx } = world.server
    const [fan, creator] = [await buildUser(ctx), await buildPerformer(ctx)]
    const devices = await devicesOf(world, fan, sockets)
    await haveAll(world, 'signing in', fan.id, devices)
    const known = devices.map(({ frames }) => (JSON.parse(frames.at(-1)!.split(' ', 2)[1]!) as { seq: string }).seq)
    await Promise.all(
      devices.map(({ socket }) => socket.emitWithAck('conversation/join', { conversationId: creator.id })),
    )
    const sent = await api(world.server).as(fan).post(`/messages/stream/${creator.id}`, { text: 'Said-once' })
    if (!(await becomes(() => devices.every((device) => has(device, 'Said-once')), 5_000)))
      world.violations.push('those who watch a chat were not sent a message')
    await api(world.server).as(creator).delete(`/messages/${sent.body.data._id}`)
    if (!(await becomes(() => devices.every((device) => has(device, 'stream-message/deleted')), 5_000)))
      world.violations.push('a deletion in a chat was not sent')
    // They ask for everything once more.
    await Promise.all(devices.map(({ socket }, n) => socket.emitWithAck('sync/since', { seq: known[n] })))
    await haveAll(world, 'a deletion in a chat', fan.id, devices)
    for (const { frames } of devices) {
      const gone = frames.findIndex((frame) => frame.startsWith('stream-message/deleted'))
      if (frames.slice(gone).some((frame) => frame.includes('Said-once')))
        world.violations.push('a message of a chat came after its deletion')
    }
  },
]
