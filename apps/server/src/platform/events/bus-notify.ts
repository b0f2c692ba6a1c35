import pg from 'pg'
import type { Logger } from 'pino'
import type { Transport } from './bus.ts'

// NOTIFY on a connection of its own. It is a transaction of its own, too: within those that write events it would put all their commits
// in one queue. Nothing of it has to survive a crash, so it waits for no disk.

const channel = 'fanlight_bus'
const againMs = 1_000

export function notifyTransport(databaseUrl: string, log: Logger): Transport {
  let client: pg.Client | undefined
  let connecting: Promise<pg.Client> | undefined
  let subscriber: { onText: (text: string) => void; onBack: () => void } | undefined
  let again: NodeJS.Timeout | undefined
  let closed = false

  const connect = async (): Promise<pg.Client> => {
    const made = new pg.Client({
      connectionString: databaseUrl,
      options: '-c role=fanlight_app -c synchronous_commit=off -c statement_timeout=10s',
      connectionTimeoutMillis: 5_000,
      application_name: 'fanlight bus',
      keepAlive: true,
    })
    made.on('error', () => {})
    made.on('end', () => {
      if (client === made) client = undefined
      if (!closed && subscriber) reconnectLater()
    })
    made.on('notification', ({ payload }) => subscriber?.onText(payload ?? ''))
    await made.connect()
    client = made
    if (subscriber) await made.query(`LISTEN ${channel}`)
    // The process has ended meanwhile.
    if (closed) await made.end()
    return made
  }
  const connected = (): Promise<pg.Client> => {
    if (client) return Promise.resolve(client)
    connecting ??= connect().finally(() => (connecting = undefined))
    return connecting
  }
  const reconnectLater = () => {
    clearTimeout(again)
    again = setTimeout(() => {
      connected().then(
        () => subscriber?.onBack(),
        (error: unknown) => {
          if (closed) return
          log.warn({ err: error }, 'no connection to hear of new events; trying again')
          reconnectLater()
        },
      )
    }, againMs)
    again.unref()
  }

  return {
    async send(text) {
      const { query } = await connected().then((open) => ({ query: open.query.bind(open) }))
      await query('SELECT pg_notify($1, $2)', [channel, text])
    },
    async subscribe(onText, onBack) {
      subscriber = { onText, onBack }
      const open = await connected()
      await open.query(`LISTEN ${channel}`)
    },
    async close() {
      closed = true
      clearTimeout(again)
      await connecting?.catch(() => {})
      await client?.end().catch(() => {})
    },
  }
}
