import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import { notifyTransport } from './bus-notify.ts'
import { redisTransport } from './bus-redis.ts'
import { keyFor } from '../keys.ts'

// What the processes of an installation say to each other. Nothing is stored, and what is lost is not repeated: events are rows, which
// every process also reads by polling; signals are of use in this moment alone.

/** How texts reach other processes: Redis where it is configured, PostgreSQL otherwise. */
export interface Transport {
  send(text: string): Promise<void>
  /** Calls `onText` for every text, its own included, and `onBack` whenever some may have been missed. */
  subscribe(onText: (text: string) => void, onBack: () => void): Promise<void>
  close(): Promise<void>
}

export interface BusListener {
  /** There are new events. */
  onWake(): void
  /** A signal of this process or of another one. */
  onSignal(signal: unknown): void
}
export interface Bus {
  /** Says that events were committed. It may be called often: other processes are notified once for many. */
  wake(): void
  /** Sends something that is not stored to all processes, this one included. It is dropped where it is too large or they are too many. */
  signal(signal: unknown): void
  listen(listener: BusListener): Promise<() => void>
  close(): Promise<void>
}

interface Message {
  from: string
  signals: unknown[]
}

/** NOTIFY takes less than 8,000 bytes. */
export const messageBytesMax = 7_500
const waitingMax = 1_000
/** Messages are sent so far apart at least: each is a transaction, and wakes every process. */
const restMs = 10

export function openBus(config: Config, databaseUrl: string, secret: Buffer, log: Logger): Bus {
  const transport = config.redisUrl
    ? redisTransport(config.redisUrl, `fanlight:${keyFor(secret, 'bus channel').toString('hex').slice(0, 16)}`, log)
    : notifyTransport(databaseUrl, log)
  return busOver(transport, log)
}

export function busOver(transport: Transport, log: Logger): Bus {
  const from = randomUUID()
  const listeners = new Set<BusListener>()
  let waiting: string[] = []
  let isWakeWaiting = false
  let sending: Promise<void> | undefined
  let isSubscribed = false
  let closed = false

  // One message is sent at a time; what comes meanwhile is in the next one.
  let sentAt = -Infinity
  const flush = async (): Promise<void> => {
    while ((isWakeWaiting || waiting.length > 0) && !closed) {
      const restLeft = sentAt + restMs - performance.now()
      if (restLeft > 0) {
        await setTimeout(restLeft)
        continue
      }
      sentAt = performance.now()
      isWakeWaiting = false
      const signals = takeFitting(waiting)
      waiting = waiting.slice(signals.length)
      try {
        await transport.send(`{"from":"${from}","signals":[${signals.join()}]}`)
      } catch (error) {
        if (!closed)
          log.warn({ err: error }, 'other processes were not notified of new events; they read them a little later')
      }
    }
  }
  const flushSoon = () => {
    sending ??= Promise.resolve()
      .then(flush)
      .finally(() => {
        sending = undefined
        // Closed, nothing is sent any more: trying would never end.
        if (!closed && (isWakeWaiting || waiting.length > 0)) flushSoon()
      })
  }
  const wakeAll = () => listeners.forEach((listener) => listener.onWake())

  const receive = (text: string) => {
    const message = JSON.parse(text) as Message
    if (message.from === from) return
    wakeAll()
    for (const signal of message.signals) for (const listener of listeners) listener.onSignal(signal)
  }

  return {
    wake() {
      if (closed) return
      wakeAll()
      isWakeWaiting = true
      flushSoon()
    },
    signal(signal) {
      if (closed) return
      for (const listener of listeners) listener.onSignal(signal)
      const text = JSON.stringify(signal)
      if (waiting.length >= waitingMax || Buffer.byteLength(text) > messageBytesMax) return
      waiting.push(text)
      flushSoon()
    },
    async listen(listener) {
      listeners.add(listener)
      if (!isSubscribed) {
        isSubscribed = true
        await transport.subscribe(receive, wakeAll)
      }
      return () => void listeners.delete(listener)
    },
    async close() {
      closed = true
      await sending
      await transport.close()
    },
  }
}

function takeFitting(texts: readonly string[]): string[] {
  let bytes = 0
  const taken: string[] = []
  for (const text of texts) {
    bytes += Buffer.byteLength(text) + 1
    if (bytes > messageBytesMax && taken.length > 0) break
    taken.push(text)
  }
  return taken
}
