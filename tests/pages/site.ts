import { once } from 'node:events'
import { type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { loadConfig } from '@fanlight/server/platform/config'
import type { Context } from '@fanlight/server/platform/context'
import '@fanlight/server/testing/attach-demo'
import { createTestDatabase } from '@fanlight/server/testing/database'
import { startWeb } from '@fanlight/server/web-role'

export interface Site {
  ctx: Context
  app: Awaited<ReturnType<typeof startWeb>>['app']
  url: string
  /** The database as its owner sees it, for what the application itself may not do. */
  ownerUrl: string
  /** Requests a page as a browser does, without following redirects. */
  open(path: string, visitor?: Visitor): Promise<Page>
  stop(): Promise<void>
}
export interface Visitor {
  token?: string
  method?: 'GET' | 'POST'
  payload?: string
  cookies?: Record<string, string>
  headers?: Record<string, string>
  /** One of this machine's own addresses, where a visitor's country counts. */
  address?: string
}
export interface Page {
  status: number
  /** Path and query where a redirect leads. */
  location: string | null
  headers: IncomingHttpHeaders
  html: string
}

/** The web role in this process, as it is built, on a database of its own. */
export async function startSite(
  options: { env?: Record<string, string>; through?: (databaseUrl: string) => Promise<string> } = {},
): Promise<Site> {
  const dataDir = await mkdtemp(join(tmpdir(), 'fanlight-pages-'))
  const database = await createTestDatabase()
  const config = loadConfig(
    { DATA_DIR: dataDir, LOG_LEVEL: 'error', RATE_LIMIT_FACTOR: '10000', PORT: '0', ...options.env },
    [],
  )
  const web = await startWeb(config, { databaseUrl: (await options.through?.(database.url)) ?? database.url })
  return {
    ctx: web.ctx,
    app: web.app,
    url: web.address,
    ownerUrl: database.ownerUrl,
    async open(path, { token, method = 'GET', payload, cookies = {}, headers = {}, address = '127.0.0.1' } = {}) {
      const sent = { ...cookies, ...(token && { token }) }
      const cookie = Object.entries(sent).map(([name, value]) => `${name}=${value}`)
      const outgoing = request(web.address + path, {
        method,
        localAddress: address,
        headers: { accept: 'text/html', ...(cookie.length > 0 && { cookie: cookie.join('; ') }), ...headers },
      }).end(payload)
      const [reply] = (await once(outgoing, 'response')) as [IncomingMessage]
      const to = reply.headers.location
      const target = to === undefined ? undefined : new URL(to, web.address)
      return {
        status: reply.statusCode ?? 0,
        location: target ? target.pathname + target.search : null,
        headers: reply.headers,
        html: await text(reply),
      }
    },
    async stop() {
      await web.stop()
      await database.drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
