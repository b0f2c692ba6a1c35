import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type EngineWorld, openEngineWorld, type Peer } from './engine-world.ts'
import { hasLiveKitServer } from './livekit-server.ts'

// What the product needs of an engine of live rooms, whichever it is: the same for each, with browsers and the real server.

const person = () => ({ id: randomUUID(), sessionId: randomUUID() })
const moves = async (peer: Peer) => {
  const before = await peer.frames()
  await expect.poll(() => peer.frames(), { timeout: 20_000 }).toBeGreaterThan(before + 10)
}
const isLost = (peer: Peer) => expect.poll(() => peer.isLost(), { timeout: 20_000 }).toBe(true)

describe.each(['embedded', 'livekit'] as const)('rooms of the engine “%s”', (kind) => {
  describe.skipIf(kind === 'livekit' && !hasLiveKitServer)('with its server', () => {
    let world: EngineWorld
    beforeAll(async () => {
      world = await openEngineWorld(kind)
    }, 120_000)
    afterEach(() => world.leave())
    afterAll(() => world?.stop())

    const publish = async (room: string, creator = person()) => ({
      creator,
      peer: await world.publish(await world.engine.transport(room, creator, 'publish')),
    })
    const watch = async (room: string, fan = person()) => ({
      fan,
      peer: await world.watch(await world.engine.transport(room, fan, 'view')),
    })
    const stateIs = (room: string, state: string | undefined) =>
      expect.poll(async () => (await world.room(room))?.state, { timeout: 30_000 }).toBe(state)

    it('open with their publisher, show moving pictures, and name who is in them', async () => {
      const room = randomUUID()
      expect(await world.room(room)).toBeUndefined()
      const { creator, peer } = await publish(room)
      expect(peer.opened).toBe('open')
      await stateIs(room, 'live')
      const { fan, peer: viewer } = await watch(room)
      expect(viewer.opened).toBe('open')
      await moves(viewer)
      expect(await world.room(room)).toMatchObject({
        publishing: creator.sessionId,
        watching: [fan.sessionId],
        watchingAccounts: [fan.id],
      })
      await viewer.end()
      await expect.poll(async () => (await world.room(room))?.watching).toEqual([])
      await world.engine.close(room)
    })

    it('aren’t opened by a viewer, in which a viewer’s right publishes nothing', async () => {
      const room = randomUUID()
      expect((await watch(room)).peer.opened).not.toBe('open')
      expect(await world.room(room)).toBeUndefined()
      const { creator } = await publish(room)
      await stateIs(room, 'live')
      const right = await world.engine.transport(room, person(), 'view')
      const wrong = right.kind === 'webrtc-http' ? { ...right, url: right.url.replace('whep', 'whip') } : right
      const intruder = await world.publish(wrong)
      expect(intruder.opened).not.toBe('open')
      expect((await world.room(room))?.publishing).toBe(creator.sessionId)
      await world.engine.close(room)
    })

    it('end the media of who is removed at once, and every right of theirs from before', async () => {
      const room = randomUUID()
      await publish(room)
      await stateIs(room, 'live')
      const { peer: stays } = await watch(room)
      const { fan, peer } = await watch(room)
      await moves(peer)
      const kept = await world.engine.transport(room, fan, 'view')
      await world.engine.remove(room, [fan.sessionId])
      await isLost(peer)
      const after = await peer.frames()
      expect((await world.watch(kept)).opened).not.toBe('open')
      await moves(stays)
      expect(await peer.frames()).toBeLessThanOrEqual(after + 5)
      expect((await world.room(room))?.watchingAccounts).not.toContain(fan.id)
      // A right that is given afterwards leads in again: the caller has decided that they may.
      await new Promise((done) => setTimeout(done, 1_100))
      await moves((await watch(room, fan)).peer)
      await world.engine.close(room)
    })

    it('let nobody else see what a removed publisher sends, until they come with a right from afterwards', async () => {
      const room = randomUUID()
      const { creator, peer } = await publish(room)
      await stateIs(room, 'live')
      const kept = await world.engine.transport(room, creator, 'publish')
      await world.engine.remove(room, [creator.sessionId])
      await isLost(peer)
      expect(await peer.end()).toMatchObject({ isReplaced: false })
      expect((await world.publish(kept)).opened).not.toBe('open')
      expect((await world.room(room))?.publishing ?? null).toBeNull()
      await world.engine.close(room)
    })

    it('end for everyone when they are closed, with every right from before', async () => {
      const room = randomUUID()
      const { creator, peer } = await publish(room)
      await stateIs(room, 'live')
      const { peer: viewer } = await watch(room)
      await moves(viewer)
      const kept = await world.engine.transport(room, creator, 'publish')
      await world.engine.close(room)
      await isLost(viewer)
      await isLost(peer)
      await stateIs(room, undefined)
      expect((await world.publish(kept)).opened).not.toBe('open')
      expect(await world.room(room)).toBeUndefined()
      // Also one that is closed already.
      await world.engine.close(room)
    })

    it('stay for a while when their publisher vanishes, and show the one who comes back', async () => {
      const room = randomUUID()
      const { creator, peer } = await publish(room)
      await stateIs(room, 'live')
      const { peer: viewer } = await watch(room)
      await moves(viewer)
      await peer.page.close()
      await stateIs(room, 'away')
      expect((await world.room(room))?.publishing).toBeNull()
      await publish(room, creator)
      await stateIs(room, 'live')
      await moves((await watch(room)).peer)
      await world.engine.close(room)
    })

    it('take one publisher, of two the later, and tell the one before', async () => {
      const room = randomUUID()
      const { creator, peer: first } = await publish(room)
      await stateIs(room, 'live')
      const elsewhere = { ...creator, sessionId: randomUUID() }
      const { peer: second } = await publish(room, elsewhere)
      expect(second.opened).toBe('open')
      await isLost(first)
      expect(await first.end()).toEqual({ isReplaced: true })
      await expect.poll(async () => (await world.room(room))?.publishing).toBe(elsewhere.sessionId)
      await stateIs(room, 'live')
      expect(await second.isLost()).toBe(false)
      expect(await second.end()).toMatchObject({ isReplaced: false })
      await world.engine.close(room)
    })

    it('count for how long video has reached each person, and no longer', async () => {
      const room = randomUUID()
      const began = performance.now()
      const { peer } = await publish(room)
      await stateIs(room, 'live')
      const { fan, peer: viewer } = await watch(room)
      await moves(viewer)
      const received = async () => (await world.room(room))?.received.find(({ userId }) => userId === fan.id)?.ms ?? 0
      await expect.poll(received, { interval: 500 }).toBeGreaterThan(1_500)
      expect(await received()).toBeLessThan(performance.now() - began)
      const { opening } = (await world.room(room))!
      expect((await world.room(room))?.opening).toBe(opening)
      // Twice at once counts once.
      const before = { ms: await received(), at: performance.now() }
      await Promise.all(Array.from({ length: 8 }, received))
      expect((await received()) - before.ms).toBeLessThanOrEqual(performance.now() - before.at + 1_500)
      await peer.page.close()
      await stateIs(room, 'away')
      const sum = await received()
      await new Promise((done) => setTimeout(done, 1_500))
      expect(await received()).toBe(sum)
      await world.engine.close(room)
    })

    it('tell nobody whose browser is where, nor who else watches', async () => {
      const room = randomUUID()
      const { creator, peer: publisher } = await publish(room)
      await stateIs(room, 'live')
      const [one, other] = [await watch(room), await watch(room)]
      await moves(one.peer)
      await moves(other.peer)
      const [from, first, second] = await Promise.all([publisher.told(), one.peer.told(), other.peer.told()])
      for (const [own, others, ids] of [
        [from, [first, second], [one.fan, other.fan]],
        [first, [from, second], [creator, other.fan]],
        [second, [from, first], [creator, one.fan]],
      ] as const) {
        expect(own.text).toContain('candidate')
        expect(own.ports.length).toBeGreaterThan(0)
        for (const port of others.flatMap(({ ports }) => ports.filter((number) => number !== '9')))
          expect(own.text).not.toContain(` ${port} `)
        for (const { id, sessionId } of ids) {
          expect(own.text).not.toContain(id)
          expect(own.text).not.toContain(sessionId)
        }
      }
      await world.engine.close(room)
    })
  })
})
