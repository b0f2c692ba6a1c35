import { randomBytes } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import { afterEach, describe, expect, test } from 'vitest'
import { type AmfValue, readAmf, writeAmf } from './amf.ts'
import { Engine } from '../engine.ts'
import type { Refusal } from '../refusal.ts'
import { freePort } from '../testing.ts'
import { ChunkReader, type Message, messageTypes, writeMessage } from './chunks.ts'
import { Feeds } from './feeds.ts'
import { RtmpFront, type RtmpOptions } from './front.ts'
import { MatroskaReader } from './matroska.ts'

// RTMP as far as it goes without an encoder: messages in pieces, and what strangers send to the port.

const fronts: RtmpFront[] = []
const sockets: Socket[] = []
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  for (const front of fronts.splice(0)) await front.close()
})

const nothing = async () => ({
  input: new PassThrough(),
  output: new PassThrough(),
  ended: new Promise<string>(() => {}),
  close() {},
})
async function listen(options: Partial<RtmpOptions> = {}) {
  const feeds = new Feeds()
  const front = await RtmpFront.open(feeds, {
    port: 0,
    bind: '127.0.0.1',
    announced: '127.0.0.1',
    open: nothing,
    log() {},
    admit: async ({ key }) => (key === 'right' ? undefined : 'This stream key is not valid.'),
    ...options,
  })
  fronts.push(front)
  return { front, feeds }
}
async function dial(port: number): Promise<{ socket: Socket; closed: Promise<unknown>; got: () => Buffer }> {
  const socket = connect(port, '127.0.0.1')
  sockets.push(socket)
  const parts: Buffer[] = []
  socket.on('data', (bytes) => parts.push(bytes))
  socket.on('error', () => {})
  const closed = new Promise((done) => socket.once('close', done))
  await once(socket, 'connect')
  return { socket, closed, got: () => Buffer.concat(parts) }
}
const hello = Buffer.concat([Buffer.of(3), Buffer.alloc(1_536)])
const echo = Buffer.alloc(1_536)
const command = (...values: AmfValue[]) => writeMessage(messageTypes.command, writeAmf(...values))
const connectTo = (app: string) => command('connect', 1, { app })
/** What a publisher sends until it may send media. */
const untilPublish = (key: string) =>
  Buffer.concat([
    hello,
    echo,
    connectTo('live'),
    command('createStream', 2, null),
    command('publish', 3, null, key, 'live'),
  ])
const said = (bytes: Buffer) => bytes.toString('latin1')

describe('values', () => {
  test('are read as they were written', () => {
    const values = ['connect', 1, { app: 'live', isIt: true, none: null }, null]
    expect(readAmf(writeAmf(...values))).toEqual(values)
  })
  test('that are cut short, endless or too deep are refused', () => {
    const whole = writeAmf('connect', 1, { app: 'live' })
    const betweenValues = [10, 19]
    for (let length = 1; length < whole.length; length++)
      if (!betweenValues.includes(length)) expect(() => readAmf(whole.subarray(0, length)), `${length}`).toThrow()
    expect(() => readAmf(Buffer.concat(Array.from({ length: 9 }, () => Buffer.from([3, 0, 1, 97]))))).toThrow()
    expect(() => readAmf(Buffer.from([10, 255, 255, 255, 255]))).toThrow()
  })
})

describe('messages', () => {
  const all = (reader: ChunkReader, bytes: Buffer, size: number): Message[] => {
    const found: Message[] = []
    for (let at = 0; at < bytes.length; at += size) found.push(...reader.take(bytes.subarray(at, at + size)))
    return found
  }
  test.each([1, 7, 128, 10_000])('are whole again from pieces of %i bytes', (size) => {
    const payloads = [randomBytes(1), randomBytes(128), randomBytes(129), randomBytes(4_000)]
    const bytes = Buffer.concat(payloads.map((payload) => writeMessage(messageTypes.video, payload)))
    const found = all(new ChunkReader(5_000), bytes, size)
    expect(found.map(({ payload }) => payload)).toEqual(payloads)
  })
  test('of two streams may be mixed, and later ones say only how much later they are', () => {
    const head = (id: number, type: number) => Buffer.from([id, 0, 0, 40, 0, 0, 130, type, 1, 0, 0, 0])
    const body = (byte: number, length: number) => Buffer.alloc(length, byte)
    const mixed = [
      head(4, 9),
      body(1, 128),
      head(5, 8),
      body(2, 128),
      Buffer.of(0xc4),
      body(1, 2),
      Buffer.of(0xc5),
      body(2, 2),
    ]
    const later = [Buffer.from([0x84, 0, 0, 20]), body(3, 128), Buffer.of(0xc4), body(3, 2)]
    const asMuchLater = [Buffer.of(0xc4), body(4, 128), Buffer.of(0xc4), body(4, 2)]
    const bytes = Buffer.concat([...mixed, ...later, ...asMuchLater])
    expect(
      all(new ChunkReader(5_000), bytes, 50).map(({ type, timestamp, payload }) => [type, timestamp, payload[0]]),
    ).toEqual([
      [9, 40, 1],
      [8, 40, 2],
      [9, 60, 3],
      [9, 80, 4],
    ])
  })
  test('that are too long, or too many at once, are refused before they have come', () => {
    const head = (id: number, length: number) => {
      const bytes = Buffer.alloc(12 + 128)
      bytes[0] = id
      bytes.writeUIntBE(length, 4, 3)
      return bytes
    }
    expect(() => [...new ChunkReader(1_000).take(head(4, 1_001))]).toThrow()
    const reader = new ChunkReader(200)
    expect(() => [3, 4, 5, 6, 7].map((id) => [...reader.take(head(id, 200))])).toThrow()
  })
  test('never break on random bytes', () => {
    for (let n = 0; n < 300; n++) {
      const reader = new ChunkReader(5_000)
      try {
        for (const { payload } of reader.take(randomBytes(400))) readAmf(payload)
      } catch (error) {
        expect((error as Error).constructor).toBe(Error)
      }
      try {
        for (const block of new MatroskaReader().take(randomBytes(400))) expect(block.bytes).toBeInstanceOf(Buffer)
      } catch (error) {
        expect((error as Error).constructor).toBe(Error)
      }
    }
  })
})

describe('the port', () => {
  test('lets in who has the key, and tells the others why not', async () => {
    const { front } = await listen()
    const [one, other] = [await dial(front.port), await dial(front.port)]
    one.socket.write(untilPublish('right'))
    other.socket.write(untilPublish('wrong'))
    await expect.poll(() => said(one.got())).toContain('NetStream.Publish.Start')
    await other.closed
    expect(said(other.got())).toContain('This stream key is not valid.')
    expect(front.connections).toEqual({ all: 1, silent: 0 })
  })

  test('ends who speaks no RTMP, wants to watch, names another application or sends too much', async () => {
    const { front } = await listen()
    const before = [hello, echo]
    for (const bytes of [
      randomBytes(5_000).fill(7, 0, 1),
      Buffer.from('GET / HTTP/1.1\r\n\r\n'),
      Buffer.concat([...before, connectTo('other')]),
      Buffer.concat([...before, command('connect', 1, { app: { live: 'live' } })]),
      Buffer.concat([...before, connectTo('live'), command('publish', 2, null, { right: 'right' }, 'live')]),
      Buffer.concat([...before, connectTo('live'), command('play', 2, null, 'right')]),
      Buffer.concat([...before, randomBytes(60_000).fill(0xff, 0, 2)]),
      Buffer.concat([...before, writeMessage(messageTypes.audio, Buffer.alloc(16_385))]),
      Buffer.concat([
        ...before,
        ...Array.from({ length: 20 }, () => writeMessage(messageTypes.audio, Buffer.alloc(8_000))),
      ]),
    ]) {
      const peer = await dial(front.port)
      peer.socket.write(bytes)
      await peer.closed
      expect(said(peer.got())).not.toContain('Publish.Start')
    }
    await expect.poll(() => front.connections).toEqual({ all: 0, silent: 0 })
  })

  test('ends who takes too long to name a key, and no more of one address than its limit', async () => {
    const { front } = await listen({ limits: { helloMs: 300, perAddressMax: 3 } })
    const slow = await dial(front.port)
    slow.socket.write(hello.subarray(0, 700))
    await slow.closed
    const peers = [await dial(front.port), await dial(front.port), await dial(front.port)]
    await (await dial(front.port)).closed
    for (const { closed } of peers) await closed
    await expect.poll(() => front.connections.all).toBe(0)
    expect((await dial(front.port)).socket.writable).toBe(true)
  })

  test('who comes takes the place of who says nothing, and of nobody who publishes', async () => {
    const { front } = await listen({ limits: { connectionsMax: 2 } })
    const live = await dial(front.port)
    live.socket.write(untilPublish('right'))
    await expect.poll(() => said(live.got())).toContain('Publish.Start')
    const silent = await dial(front.port)
    const next = await dial(front.port)
    await silent.closed
    next.socket.write(untilPublish('right'))
    await expect.poll(() => said(next.got())).toContain('Publish.Start')
    await (await dial(front.port)).closed
    expect(front.connections.all).toBe(2)
  })

  test('media before the key, and of another codec after it, lead nowhere', async () => {
    const { front, feeds } = await listen()
    const peer = await dial(front.port)
    peer.socket.write(
      Buffer.concat([hello, echo, connectTo('live'), writeMessage(messageTypes.video, Buffer.alloc(90, 0x12))]),
    )
    peer.socket.write(Buffer.concat([command('createStream', 2, null), command('publish', 3, null, 'right', 'live')]))
    await expect.poll(() => said(peer.got())).toContain('Publish.Start')
    expect(feeds.taken).toBe(0)
    peer.socket.write(writeMessage(messageTypes.video, Buffer.alloc(90, 0x12)))
    await peer.closed
    expect(said(peer.got())).toContain('Send H.264 and AAC.')
  })

  test('who may publish sends nothing where no more can be converted at once', async () => {
    const engine = new Engine({ port: await freePort(), bind: '127.0.0.1', announced: '127.0.0.1' }, undefined, {
      encodersMax: 1,
    })
    const now = Math.floor(Date.now() / 1000)
    const grant = (room: string) =>
      ({ room, user: room, session: room, may: 'publish', issuedAt: now, expiresAt: now + 60 }) as const
    const statuses: number[] = []
    const front = await RtmpFront.open(engine.feeds, {
      port: 0,
      bind: '127.0.0.1',
      announced: '127.0.0.1',
      open: nothing,
      log() {},
      async admit({ key, feed }) {
        try {
          engine.takeFeed(grant(key), feed)
          return undefined
        } catch (error) {
          statuses.push((error as Refusal).status)
          return (error as Refusal).message
        }
      },
    })
    fronts.push(front)
    const [first, second] = [await dial(front.port), await dial(front.port)]
    first.socket.write(untilPublish('one'))
    await expect.poll(() => said(first.got())).toContain('Publish.Start')
    second.socket.write(untilPublish('other'))
    await second.closed
    expect(statuses).toEqual([503])
    expect(() => engine.takeFeed(grant('other'), 'nobody')).toThrow('Nothing is sent under this name.')
    // The end of the room ends the connection, and makes place for another.
    engine.close('one')
    await first.closed
    const third = await dial(front.port)
    third.socket.write(untilPublish('third'))
    await expect.poll(() => said(third.got())).toContain('Publish.Start')
    await engine.stop()
    await third.closed
  })
})
