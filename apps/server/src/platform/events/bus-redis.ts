import type { Logger } from 'pino'
import type { Transport } from './bus.ts'

// Redis publish/subscribe: nothing is stored there. Where Redis is away, processes read events by polling, and signals are lost.

const connectMs = 5_000
const againMaxMs = 5_000

/** Rejects where Redis can't be reached, or does not take the account of `url`. */
export async function pingRedis(url: string): Promise<void> {
  const { createClient } = await import('@redis/client')
  const client = createClient({ url, socket: { connectTimeout: connectMs, reconnectStrategy: false } })
  // What fails rejects below.
  client.on('error', () => {})
  try {
    await client.connect()
    await client.ping()
  } finally {
    if (client.isOpen) client.destroy()
  }
}

export function redisTransport(url: string, channel: string, log: Logger): Transport {
  let isReported = false
  const open = async () => {
    const { createClient } = await import('@redis/client')
    const client = createClient({
      url,
      // What can't be sent now is of no use later.
      disableOfflineQueue: true,
      socket: { connectTimeout: connectMs, reconnectStrategy: (tries) => Math.min(100 * 2 ** tries, againMaxMs) },
    })
    client.on('error', (error: unknown) => {
      if (!isReported) log.warn({ err: error }, 'Redis is away: live messages of other processes come later')
      isReported = true
    })
    client.on('ready', () => (isReported = false))
    return client
  }
  type Client = Awaited<ReturnType<typeof open>>
  let sender: Promise<Client> | undefined
  let subscriber: Client | undefined
  const opened = async () => {
    const client = await open()
    // Resolves when it is connected, however long that takes; until then what is sent is refused.
    void client.connect().catch(() => {})
    await new Promise<void>((resolve) => {
      client.once('ready', resolve)
      setTimeout(resolve, connectMs).unref()
    })
    return client
  }

  return {
    async send(text) {
      sender ??= opened()
      await (await sender).publish(channel, text)
    },
    async subscribe(onText, onBack) {
      subscriber = await open()
      let isFirst = true
      subscriber.on('ready', () => {
        if (!isFirst) onBack()
        isFirst = false
      })
      // The library subscribes again after each reconnect.
      const ready = subscriber
        .connect()
        .then((client) => client.subscribe(channel, onText))
        .then(onBack)
      ready.catch((error: unknown) => log.warn({ err: error }, 'Redis can’t be listened to'))
      // A Redis that is away delays no start.
      await Promise.race([ready.catch(() => {}), new Promise((resolve) => setTimeout(resolve, connectMs).unref())])
    },
    async close() {
      subscriber?.destroy()
      ;(await sender)?.destroy()
    },
  }
}
