import type { WebRtcTransport } from '@fanlight/contract/streaming'
import { grantSecondsMax, readGrant } from '@fanlight/live-engine/token'
import { followRooms } from '@fanlight/server/modules/live/streams/streaming'
import { buildFan, payer } from '@fanlight/server/modules/money/wallet/testing'
import { keyFor } from '@fanlight/server/platform/keys'
import { api } from '@fanlight/server/testing/api'
import { type Built, buildBlock } from '@fanlight/server/testing/builders'
import type { ReliabilityCheck } from './check.ts'
import { counts } from './counts.ts'
import { idleOffer, type LiveWorld, startLiveWorld } from './live-world.ts'

// Rights to live video: each is for one person in one room and for one thing, for a minute. A viewer tries to publish, to watch other rooms, to change
// what a right says, to use it after they were removed or after the end, and to command the engine. Nobody but its two people sees a private show.

/** Something that is to be refused, as a request to our own address. */
interface Attempt {
  what: string
  path: string
  bearer: string
  method?: string
}

export const check: ReliabilityCheck = {
  id: 'W3',
  title: 'A right to live video is good for one person, room, purpose and minute',
  async run({ tier, random }) {
    const world = await startLiveWorld()
    const violations: string[] = []
    let n = 0
    const refused = async (attempt: Attempt) => {
      n++
      const status = await tried(world, attempt)
      // Too many (429) says nothing of the right.
      if (status < 400 || status >= 500 || status === 429) violations.push(`${attempt.what}: ${status}`)
    }
    try {
      const [one, other] = [await world.goLive(), await world.goLive()]
      const fan = await buildFan(world.server.ctx, 1_000)
      const mine = (await world.join(fan, one.id))!
      const viewer = await world.watch(mine)
      if (!(await world.isShown(viewer))) violations.push('a viewer who may watch sees nothing')
      violations.push(...wrongIn(world, mine))

      const rights = { viewer: mine.bearer, publisher: one.transport.bearer }
      for (const [whose, bearer] of Object.entries(rights)) {
        await refused({ what: `a ${whose} watches another room`, path: `/live/whep/${other.id}`, bearer })
        await refused({ what: `a ${whose} publishes in another room`, path: `/live/whip/${other.id}`, bearer })
        for (const attempt of commands(bearer)) await refused({ ...attempt, what: `a ${whose} ${attempt.what}` })
      }
      await refused({ what: 'a viewer publishes', path: `/live/whip/${one.id}`, bearer: mine.bearer })
      await refused({ what: 'a publisher watches', path: `/live/whep/${one.id}`, bearer: one.transport.bearer })
      for (let times = 0; times < counts.W3[tier]; times++)
        await refused({
          what: 'a changed right is good',
          path: `/live/${random() < 0.5 ? 'whip' : 'whep'}/${random() < 0.5 ? one.id : other.id}`,
          bearer: changed(mine.bearer, random, other.id),
        })

      await showOfTwo(world, violations, refused)

      // They are removed while they watch: their video ends, their right with it, and there is no new one.
      await buildBlock(world.server.ctx, one.creator, fan)
      await followRooms(world.server.ctx)
      await world.isShown(viewer, 50)
      if (await world.isShown(viewer, 300)) violations.push('who is blocked still sees video')
      await refused({ what: 'who is blocked comes back', path: mine.url, bearer: mine.bearer })
      if (await world.join(fan, one.id)) violations.push('who is blocked gets a new right')

      const late = (await world.join(await buildFan(world.server.ctx, 10), other.id))!
      await api(world.server).as(other.creator).put(`/streaming/live/${other.id}`, { status: 'ended' })
      await refused({ what: 'a viewer comes after the end', path: late.url, bearer: late.bearer })
      await refused({
        what: 'a publisher comes after the end',
        path: other.transport.url,
        bearer: other.transport.bearer,
      })
    } finally {
      await world.stop()
    }
    return { n, violations }
  },
}

async function tried({ server }: LiveWorld, { path, bearer, method = 'POST' }: Attempt): Promise<number> {
  const reply = await fetch(`${server.url}${path}`, {
    method,
    headers: { authorization: `Bearer ${bearer}`, ...(method === 'POST' && { 'content-type': 'application/sdp' }) },
    ...(method === 'POST' && { body: idleOffer(path.includes('/whip') ? 'publish' : 'view') }),
  })
  await reply.arrayBuffer()
  return reply.status
}

/** What a right says is what it is for, and a minute is its whole life. */
function wrongIn({ server }: LiveWorld, { bearer }: WebRtcTransport): string[] {
  const grant = readGrant(keyFor(server.ctx.secret, 'live grants'), bearer, Date.now() / 1000)
  if (!grant) return ['a right is not signed by us']
  const seconds = grant.expiresAt - grant.issuedAt
  return [
    ...(grant.may === 'view' ? [] : [`a viewer’s right is to ${grant.may}`]),
    ...(seconds <= grantSecondsMax && grantSecondsMax <= 60 ? [] : [`a right lasts ${seconds} seconds`]),
    ...(readGrant(keyFor(server.ctx.secret, 'live grants'), bearer, grant.expiresAt) ? ['a right never ends'] : []),
  ]
}

/** Ways to the engine’s own commands, and to addresses that the caller chose, through the address of the site. */
const commands = (bearer: string): Attempt[] =>
  [
    '/live/control/rooms/',
    '/control/rooms/',
    '/live/../control/rooms/',
    '/live/whip/..%2f..%2fcontrol%2frooms%2f',
    '/live/whep/%2e%2e/%2e%2e/control/rooms/',
    '/live/whep/http:%2f%2f127.0.0.1:1%2f',
    '/live/whep//127.0.0.1:1/',
    '/live/sessions/..%2f..%2fcontrol',
  ].flatMap((path) =>
    ['GET', 'POST', 'DELETE'].map((method) => ({ what: `commands ${method} ${path}`, path, bearer, method })),
  )

/** Another reader of the same right: a field changed, its mark kept; its mark changed; half of it. */
function changed(bearer: string, random: () => number, room: string): string {
  const [body = '', mark = ''] = bearer.split('.')
  const grant = JSON.parse(Buffer.from(body, 'base64url').toString()) as Record<string, unknown>
  const write = (more: object) => Buffer.from(JSON.stringify({ ...grant, ...more })).toString('base64url')
  const at = Math.floor(random() * mark.length)
  const ways = [
    () => `${write({ may: 'publish' })}.${mark}`,
    () => `${write({ may: 'control' })}.${mark}`,
    () => `${write({ room })}.${mark}`,
    () => `${write({ may: 'publish', room })}.${mark}`,
    () => `${write({ expiresAt: Date.now() })}.${mark}`,
    () => `${body}.${mark.slice(0, at)}${mark[at] === 'A' ? 'B' : 'A'}${mark.slice(at + 1, -1)}`,
    () => `${write({ may: 'publish', room })}.`,
    () => `${write({ may: 'publish', room })}`,
    () => `${body}.${mark}.${mark}`,
  ]
  return ways[Math.floor(random() * ways.length)]!()
}

/** A private show: a third person knows its address and holds rights of their own, and sees nothing. */
async function showOfTwo(world: LiveWorld, violations: string[], refused: (attempt: Attempt) => Promise<void>) {
  const { server } = world
  const { creator, id } = await world.goLive()
  await api(server).as(creator).put('/streaming/update', { pricePerMinute: 60 })
  const [fan, third] = [await buildFan(server.ctx, 1_000), await buildFan(server.ctx, 1_000)]
  const theirs = (await world.join(third, id))!
  const asked = await payer(server, fan).post('/streaming/private-requests', {
    performerId: creator.id,
    expectedPrice: 60,
  })
  const { _id: show, conversationId } = asked.body.data as { _id: string; conversationId: string }
  await api(server).as(creator).put(`/streaming/private-requests/${conversationId}`, { status: 'accepted' })
  const rightOf = async (who: Built) => {
    const reply = await api(server).as(who).get(`/streaming/private-requests/${conversationId}/join`)
    return (reply.body.data as { transport: WebRtcTransport } | undefined)?.transport
  }
  const [publishing, watching] = [await rightOf(creator), await rightOf(fan)]
  if (!publishing || !watching) throw new Error('A private show gives its people no right.')
  await world.publish(publishing)
  if (!(await world.isShown(await world.watch(watching)))) violations.push('a fan sees nothing of their own show')

  if (await rightOf(third)) violations.push('a third person gets a right to a private show')
  if (await world.join(third, show)) violations.push('a third person joins a private show as a stream')
  await refused({ what: 'a third person watches a private show', path: `/live/whep/${show}`, bearer: theirs.bearer })
  await refused({ what: 'a third person publishes in it', path: `/live/whip/${show}`, bearer: theirs.bearer })
  await refused({ what: 'its fan publishes', path: `/live/whip/${show}`, bearer: watching.bearer })
  await refused({ what: 'its fan watches another room', path: `/live/whep/${id}`, bearer: watching.bearer })
  const hls = await fetch(`${server.url}/live/hls/${show}/master.m3u8`, { headers: { authorization: third.token } })
  if (hls.status < 400) violations.push(`a third person gets a private show by HLS: ${hls.status}`)
}
