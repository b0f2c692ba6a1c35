import { PassThrough, type Readable } from 'node:stream'
import type { Context } from '../../../platform/context.ts'
import type { Cursor, PublishedEvent } from '../../../platform/events/events.ts'
import { type Follower, hubOf } from './hub.ts'
import { type KeyHolder, sign, signingSecretOf } from './keys.ts'
import { messagesOf, type RoomMessage, stateOf, topics } from './messages.ts'
import { missed } from './store.ts'

// One connection: what was missed or how the room stands, then what happens. A client that comes back names the last event that it had.

const heartbeatMs = 15_000
/** How soon a client comes back. */
const comeBackMs = 2_000
/** Who was away for more than this is told how the room stands instead. */
const missedMax = 200
const scannedMax = 20_000
/** Who doesn't read is let go. */
const unreadBytesMax = 512 * 1024

/** The text of a connection. It ends with the key, and where its reader goes or reads too slowly. */
export function follow(ctx: Context, holder: KeyHolder, key: string, lastId: string | undefined): Readable {
  const hub = hubOf(ctx)
  const stream = new PassThrough({ highWaterMark: unreadBytesMax })
  const secret = signingSecretOf(key)
  const write = (text: string) => {
    if (!stream.writable) return
    if (stream.writableLength + stream.readableLength > unreadBytesMax) return void stream.destroy()
    stream.write(text)
  }
  const tell = (id: string, place: string, { name, data }: RoomMessage) => {
    const at = ctx.clock.now()
    const body = JSON.stringify({ id, name, at: at.toISOString(), data })
    write(`id: ${place}\nevent: ${name}\ndata: ${JSON.stringify({ signature: sign(secret, body, at), body })}\n\n`)
  }
  const tellAll = (event: PublishedEvent, messages: readonly RoomMessage[], position: string) =>
    // What comes twice has the same id.
    messages.forEach((message, n) => {
      if (!isInState(message)) tell(`${event.id}.${n}`, `${position}.${event.id}`, message)
    })

  /** Messages of the chat that the state of the room had in it; their events may be read here a moment later. */
  const inState = new Set<unknown>()
  const isInState = ({ name, data }: RoomMessage) => name === 'chat/message' && inState.has(data['messageId'])

  let early: (() => void)[] | undefined = []
  const told = new Set<bigint>()
  const follower: Follower = {
    holder,
    send(event, messages, position) {
      // What was read from the table may be read here a moment later.
      const say = () => told.has(event.id) || tellAll(event, messages, position)
      if (early) early.push(say)
      else say()
    },
    end: () => stream.end(),
  }
  const leave = hub.enter(follower)
  write(`retry: ${comeBackMs}\n\n`)
  const heartbeat = setInterval(() => write(':\n\n'), heartbeatMs)
  stream.once('close', () => {
    clearInterval(heartbeat)
    leave()
  })

  const begin = async () => {
    const from = placeIn(lastId)
    const position = hub.position()
    const events =
      from && (await missed(ctx, holder.performerId, from.cursor, { topics, max: missedMax, scanned: scannedMax }))
    if (!events) {
      const state = await stateOf(ctx, holder.performerId)
      for (const line of state.data.chat) inState.add(line['messageId'])
      tell(`${position}.state`, position, state)
    }
    for (const event of events ?? []) {
      told.add(event.id)
      if (event.id !== from?.last)
        tellAll(event, await messagesOf(ctx, event, holder.performerId), `${from!.cursor.xid}.${from!.cursor.id}`)
    }
    const waiting = early ?? []
    early = undefined
    for (const say of waiting) say()
  }
  begin().catch((error: unknown) => {
    ctx.log.error({ err: error }, 'a room was not followed')
    stream.end()
  })
  return stream
}

/** `xid.id`, and the event that was told last where there was one. */
function placeIn(lastId: string | undefined): { cursor: Cursor; last: bigint | undefined } | undefined {
  const [, xid, id, last] = /^(\d{1,19})\.(\d{1,18})(?:\.(\d{1,18}))?$/.exec(lastId ?? '') ?? []
  if (xid === undefined || id === undefined || xid === '0') return undefined
  return { cursor: { xid, id: BigInt(id) }, last: last === undefined ? undefined : BigInt(last) }
}
