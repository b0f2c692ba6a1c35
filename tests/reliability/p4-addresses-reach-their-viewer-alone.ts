import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fillInbox } from '@fanlight/server/modules/content/items/inbox'
import { buildFeed } from '@fanlight/server/modules/content/posts/testing'
import { rows, sql } from '@fanlight/server/platform/db/db'
import { api } from '@fanlight/server/testing/api'
import { buildFollow } from '@fanlight/server/testing/builders'
import { startTestServer, type TestServer } from '@fanlight/server/testing/server'
import { type ReliabilityCheck, sabotaged } from './check.ts'
import { addressesIn, answerFor, buildScene, buy, type Scene, soldKinds } from './served-world.ts'

// An address that opens something private for its viewer is in the answers to that viewer, and nowhere else: in no log, email, event of
// others, site map, share image, feed for readers, nor in a table; and an answer that holds some makes browsers name it to no other site.

const privateToken = /(?<![\w-])[doa][\w-]{80}(?![\w-])/g

export const check: ReliabilityCheck = {
  id: 'P4',
  title: 'addresses of private media are nowhere but in the answers to their viewer',
  async run() {
    const server = await startTestServer({ listen: true, env: { LOG_LEVEL: 'debug', LOG_TO: 'file' } })
    const violations: string[] = []
    let n = 0
    try {
      const scene = await buildScene(server)
      const given = await useAddresses(server, scene, violations)
      n += given.length
      if (!sabotaged('P4')) n += await readPublic(server, scene, violations)
      // Errors of ours are logged whole: a file that is missing in storage is one.
      await sql`UPDATE file_variants SET storage_key = storage_key || 'gone'`.execute(server.ctx.db)
      for (const url of given) await server.app.inject({ url, headers: { authorization: scene.fan.token } })
      await server.work()
      const stores: Record<string, string> = { 'the log': await readLog(server), ...(await readTables(server)) }
      if (stores['the log']!.length < 1000) violations.push('there is no log to read')
      for (const [name, text] of Object.entries(stores)) {
        n++
        if (tokensIn(text).length > 0) violations.push(`${name} holds an address of private media`)
      }
    } finally {
      await server.stop()
    }
    return { n, violations: [...new Set(violations)] }
  },
}

const tokensIn = (text: string): string[] => text.match(privateToken) ?? []

/** Everything a buyer and others do with addresses, with good answers and with bad ones. */
async function useAddresses(server: TestServer, scene: Scene, violations: string[]): Promise<string[]> {
  const { fan, creator } = scene
  for (const kind of soldKinds) await buy(server, scene, kind)
  const answers = await Promise.all(soldKinds.map((kind) => answerFor(server, fan, scene, kind)))
  const given = answers.flatMap(addressesIn)
  for (const [at, answer] of answers.entries())
    if (tokensIn(answer).length === 0) violations.push(`${soldKinds[at]}: its buyer has no address`)
  const stranger = (await buildScene(server)).fan
  for (const url of given)
    for (const who of [fan, stranger, undefined]) {
      const headers = who && { authorization: who.token }
      for (const [name, request] of Object.entries({
        plain: { url },
        changed: { url: `${url}x` },
        'too far': { url, headers: { range: 'bytes=900-' } },
        'with a query': { url: `${url}?from=${url}` },
        'by a wrong method': { url, method: 'POST' as const },
        'as a referrer': { url: '/api/users/me', headers: { referer: `http://localhost${url}` } },
        'as a page': { url: `/api${url}` },
      })) {
        const reply = await server.app.inject({
          ...request,
          headers: { ...headers, ...('headers' in request && request.headers) },
        })
        if (name === 'plain' && reply.headers['referrer-policy'] !== 'no-referrer')
          violations.push('media may be named as a referrer')
      }
    }
  for (const path of ['/user/feeds', '/performer-assets/videos/search', '/user/purchases', '/orders/user'])
    violations.push(...named(`GET ${path}`, await api(server).as(fan).get(path)))
  await api(server).as(creator).get('/performer/feeds/search')
  return given
}
const named = (what: string, { headers }: { headers: Record<string, unknown> }) =>
  headers['referrer-policy'] === 'no-referrer' ? [] : [`${what} may be named as a referrer`]

/** What everyone may fetch, requested by those who have addresses as well as by visitors; and what is sent to others. */
async function readPublic(server: TestServer, scene: Scene, violations: string[]): Promise<number> {
  const { ctx } = server
  const { creator, fan, ids } = scene
  await buildFollow(ctx, fan, creator)
  await ctx.transaction((tx) => fillInbox(tx, fan.id, creator.id))
  const other = await buildFeed(ctx, creator, { title: 'Open', gate: { type: 'public' } })
  const paths = [
    '/sitemap.xml',
    '/sitemap/creators-1.xml',
    `/${creator.username}/rss.xml`,
    `/${creator.username}/card.png`,
    `/post/${other}/card.png`,
    `/post/${ids.feed}/card.png`,
    `/gallery/${ids.gallery}/card.png`,
    `/video/${ids.video}/card.png`,
    `/product/${ids.product}/card.png`,
    `/api/performers/${creator.username}`,
    `/api/user/feeds/search/${creator.username}`,
    `/api/search/feeds?q=title`,
    '/api/openapi.json',
    '/robots.txt',
  ]
  let n = 0
  for (const path of paths)
    for (const who of [undefined, fan]) {
      // What the API answers to a buyer is where addresses belong.
      if (who && path.startsWith('/api/')) continue
      n++
      const reply = await server.app.inject({ url: path, headers: who ? { authorization: who.token } : {} })
      if (reply.statusCode !== 200) violations.push(`${path}: answered ${reply.statusCode}`)
      if (tokensIn(reply.payload).length > 0) violations.push(`${path} holds an address of private media`)
    }
  return n
}

async function readLog({ ctx }: TestServer): Promise<string> {
  const path = join(ctx.config.dataDir, 'logs', 'web.log')
  return existsSync(path) ? readFile(path, 'utf8') : ''
}

/** Every row of every table: emails, events, jobs, audit log, replies that are stored for repeated keys. */
async function readTables({ ctx }: TestServer): Promise<Record<string, string>> {
  const tables = await rows(
    ctx.db,
    sql<{
      name: string
    }>`SELECT quote_ident(table_schema) || '.' || quote_ident(table_name) AS name FROM information_schema.tables
      WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema')
        AND has_table_privilege(quote_ident(table_schema) || '.' || quote_ident(table_name), 'SELECT')`,
  )
  const read: Record<string, string> = {}
  for (const { name } of tables) {
    const found = await rows(ctx.db, sql<{ text: string }>`SELECT t::text AS text FROM ${sql.raw(name)} t`)
    read[`the table ${name}`] = found.map(({ text }) => text).join('\n')
  }
  return read
}
