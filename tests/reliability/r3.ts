import { publish } from '@fanlight/server/platform/events'
import { suspend } from '@fanlight/server/modules/accounts/suspension'
import { buildConversation } from '@fanlight/server/modules/conversations/testing'
import { api } from '@fanlight/server/testing/api'
import { type Built, buildPerformer, buildSession, buildUser } from '@fanlight/server/testing/builders'
import { startTestServer, type TestServer } from '@fanlight/server/testing/server'
import { connectSocket } from '@fanlight/server/testing/socket'
import type { ReliabilityCheck } from './check.ts'
import { counts } from './counts.ts'
import { becomes } from './live-world.ts'

// Sockets at two processes, whose sessions and rights end. What comes afterwards is sent in an order in which who may still receive it is
// the witness: when the witness has it, the other one had its chance. `n` counts sockets.

const hiddenText = 'HIDDEN-kettle-of-brass'

export const check: ReliabilityCheck = {
  id: 'R3',
  title:
    'After a session or a right has ended, its live sockets are sent nothing more, and no message carries hidden text',
  async run({ tier }) {
    const { rounds, sockets } = counts.R3[tier]
    const server = await startTestServer({ listen: true })
    const second = await startTestServer({ listen: true, databaseOf: server })
    const violations: string[] = []
    const world: World = { nodes: [server, second], server, violations, all: [] }
    try {
      for (let round = 0; round < rounds; round++)
        for (const ending of endings) if (violations.length === 0) await ending(world, sockets)
      for (const device of world.all)
        if (device.frames.some((frame) => frame.includes(hiddenText))) violations.push('a message carried hidden text')
      return { n: world.all.length, violations: [...new Set(violations)] }
    } finally {
      for (const { socket } of world.all) socket.disconnect()
      await second.stop()
      await server.stop()
    }
  },
}

interface World {
  nodes: TestServer[]
  server: TestServer
  violations: string[]
  all: Device[]
}
interface Device {
  socket: Awaited<ReturnType<typeof connectSocket>>
  /** Name and data of what came, and `gone` at its end. */
  frames: string[]
}
async function open({ nodes, all }: World, token: string): Promise<Device> {
  const socket = await connectSocket(nodes[all.length % nodes.length]!)
  const device: Device = { socket, frames: [] }
  all.push(device)
  socket.onAny((name: string, data: unknown) => device.frames.push(`${name} ${JSON.stringify(data)}`))
  socket.once('disconnect', () => device.frames.push('gone'))
  await socket.emitWithAck('auth/login', { token })
  return device
}
const openAll = (world: World, token: string, count: number) =>
  Promise.all(Array.from({ length: count }, () => open(world, token)))
const has = ({ frames }: Device, text: string) => frames.some((frame) => frame.includes(text))
const times = async (world: World, owner: Built, count: number) => {
  const sessions = await Promise.all(Array.from({ length: count }, () => buildSession(world.server.ctx, owner.id)))
  return Promise.all(sessions.map(({ token }) => open(world, token)))
}
const say = (world: World, accountId: string, marker: string) =>
  world.server.ctx.transaction((tx) =>
    publish(tx, 'subscription.renewed', { subscriptionId: marker, userId: accountId, performerId: accountId }),
  )
const marker = () => `0198a000-0000-7000-8000-${String(++markers).padStart(12, '0')}`
let markers = 0

/** All of them were sent why, were cut, and were sent nothing after it. */
async function wereCut(world: World, what: string, devices: Device[], witness: Device, accountId: string) {
  const late = marker()
  await say(world, accountId, late)
  if (!(await becomes(() => has(witness, late), 5_000)))
    world.violations.push(`after ${what} the witness was sent nothing`)
  if (!(await becomes(() => devices.every((device) => has(device, 'gone')), 3_000)))
    world.violations.push(`after ${what} a socket stays`)
  for (const { frames } of devices) {
    const said = frames.findIndex((frame) => frame.startsWith('session/revoked'))
    if (said === -1) world.violations.push(`after ${what} a socket was not sent why`)
    const rest = said === -1 ? [] : frames.slice(said + 1)
    if (rest.some((frame) => frame !== 'gone')) world.violations.push(`after ${what} a socket was sent more`)
  }
}

const endings: ((world: World, sockets: number) => Promise<void>)[] = [
  async function logOut(world, sockets) {
    const fan = await buildUser(world.server.ctx)
    const other = await buildSession(world.server.ctx, fan.id)
    const [devices, witness] = [await openAll(world, fan.token, sockets), await open(world, other.token)]
    await api(world.server).as(fan).post('/auth/logout')
    await wereCut(world, 'logging out', devices, witness, fan.id)
  },
  async function suspendAccount(world, sockets) {
    const [fan, creator] = [await buildUser(world.server.ctx), await buildPerformer(world.server.ctx)]
    const [devices, witness] = [await times(world, fan, sockets), await open(world, creator.token)]
    await world.server.ctx.transaction((tx) => suspend(tx, fan.id, 'spam'))
    // The same event names both.
    const late = marker()
    await world.server.ctx.transaction((tx) =>
      publish(tx, 'subscription.renewed', { subscriptionId: late, userId: fan.id, performerId: creator.id }),
    )
    await becomes(() => has(witness, late), 5_000)
    if (devices.some((device) => has(device, late))) world.violations.push('a suspended account was sent an event')
    await wereCut(world, 'a suspension', devices, witness, creator.id)
  },
  async function block(world, sockets) {
    const [fan, creator] = [await buildUser(world.server.ctx), await buildPerformer(world.server.ctx)]
    const id = await buildConversation(world.server.ctx, creator, fan)
    const [devices, theirs] = [await times(world, fan, sockets), await open(world, creator.token)]
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
    const late = marker()
    await say(world, fan.id, late)
    if (!(await becomes(() => devices.every((device) => has(device, late)), 5_000)))
      world.violations.push('after a block sockets are sent nothing at all')
    devices.forEach(({ frames }, index) => {
      const after = frames.slice(before[index])
      if (after.some((frame) => /^(message|typing|conversation)\//.test(frame)))
        world.violations.push('after a block something of the conversation came')
    })
  },
  async function deleted(world, sockets) {
    const [fan, creator] = [await buildUser(world.server.ctx), await buildPerformer(world.server.ctx)]
    const id = await buildConversation(world.server.ctx, creator, fan)
    const devices = await times(world, fan, sockets)
    const sent = await api(world.server).as(creator).post(`/messages/conversations/${id}`, { text: hiddenText })
    await api(world.server).as(creator).delete(`/messages/${sent.body.data._id}`)
    if (!(await becomes(() => devices.every((device) => has(device, 'message/deleted')), 5_000)))
      world.violations.push('a deletion was not sent')
    for (const { frames } of devices) {
      const names = frames.map((frame) => frame.split(' ', 1)[0])
      if (names.indexOf('message/created') > names.indexOf('message/deleted'))
        world.violations.push('a message came after its deletion')
    }
  },
]
