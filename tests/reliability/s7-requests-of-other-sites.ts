import { changesState } from '@fanlight/contract/endpoint'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { declared } from '@fanlight/contract'
import type { Endpoint } from '@fanlight/contract/endpoint'
import { watchChanges } from '@fanlight/server/testing/changes'
import { startTestServer } from '@fanlight/server/testing/server'
import { startSite } from '../pages/site.ts'
import { allowedFor, type ApiRequest, buildWorld, freshTokens, sendRequest, type World } from './api-world.ts'
import { type ReliabilityCheck, sabotaged } from './check.ts'
import { requests } from './valid-requests.ts'

// A signed-in user opens another site. Whatever requests that site makes the browser send, nothing changes here: every write is sent
// with their cookie as each kind of foreign page would send it, and then as a page of ours would, so that it was the origin which was
// rejected. Reads never write, no foreign page can read a response, and none can open a socket.

export const check: ReliabilityCheck = {
  id: 'S7',
  title: 'No page of another site can act or read for a signed-in account',
  async run() {
    const violations: string[] = []
    const server = await startTestServer({ env: { LOG_LEVEL: 'silent' }, listen: true })
    const changes = await watchChanges(server.ownerUrl)
    let n = 0
    try {
      const world = await buildWorld(server)
      for (const call of declared) {
        if (violations.length >= violationsMax) break
        const writes = changesState(call.method)
        if (writes) n += await writeFromElsewhere(world, call, changes, violations)
        else if (!sabotaged('S7')) n += await readAlone(world, call, changes, violations)
        n += await readFromElsewhere(world, call, violations)
      }
      if (!sabotaged('S7')) n += await sockets(server.url, violations)
    } finally {
      await changes.close()
      await server.stop()
    }
    if (!sabotaged('S7')) n += await pages(violations)
    return { n, violations }
  },
}

const violationsMax = 10
/** The origin of requests sent with `inject`. */
const own = 'http://localhost:80'
const foreign: Record<string, Record<string, string>> = {
  'another site': { origin: 'https://elsewhere.example' },
  'a page without an origin': { origin: 'null' },
  'a name that begins like ours': { origin: 'http://localhost:80.elsewhere.example' },
  'another port': { origin: 'http://localhost:81' },
  'another scheme': { origin: 'https://localhost:80' },
  'no origin at all': {},
  'a form in plain text': { origin: 'https://elsewhere.example', 'content-type': 'text/plain' },
  'a form in plain text without an origin': { 'content-type': 'text/plain' },
  'a form of ours in plain text': { origin: own, 'content-type': 'text/plain' },
}

/** The sender who may make this call, with something to make it about. */
async function requestWithToken(
  world: World,
  call: Endpoint,
): Promise<{ request: ApiRequest; token: string } | undefined> {
  const who = allowedFor(call, world.cast) ?? world.cast.fan
  const { about, make } = requests[call.route as keyof typeof requests]
  for (const whose of about.length > 0 ? about : (['own'] as const)) {
    const apiRequest = await make(world, who, whose)
    if (!apiRequest) continue
    const [token] = await freshTokens(world.server, [who])
    return { request: apiRequest, token: token! }
  }
  return undefined
}

const withCookie = (
  { request: apiRequest, token }: { request: ApiRequest; token: string },
  headers: Record<string, string>,
): ApiRequest => {
  const { origin: _own, ...others } = apiRequest.headers ?? {}
  return { ...apiRequest, headers: { ...others, cookie: `token=${token}`, ...headers } }
}

async function writeFromElsewhere(
  world: World,
  call: Endpoint,
  changes: Awaited<ReturnType<typeof watchChanges>>,
  violations: string[],
): Promise<number> {
  const sending = await requestWithToken(world, call)
  if (!sending) {
    violations.push(`${call.route}: no account could send it`)
    return 0
  }
  await changes.taken()
  // Without a body that is read, or as a file, its kind is nothing to refuse.
  const tries = Object.entries(foreign).filter(([, { origin }]) => origin !== own || (call.body && !call.files))
  await Promise.all(
    tries.map(async ([name, headers]) => {
      const reply = await sendRequest(world, call, undefined, withCookie(sending, headers))
      const code = reply.body?.code
      const refused = headers['origin'] === own ? reply.status === 415 : code === 'FOREIGN_ORIGIN'
      if (!refused) violations.push(`${call.route} from ${name}: ${reply.status} ${code}`)
      if (reply.headers['set-cookie']) violations.push(`${call.route} from ${name}: sets a cookie`)
    }),
  )
  const changed = new Set((await changes.taken()).map((entry) => entry.table))
  for (const table of changed) violations.push(`${call.route}: a foreign page changed ${table}`)
  // The same from a page of ours is heard.
  const reply = await sendRequest(world, call, undefined, withCookie(sending, { origin: own }))
  if (reply.body?.code === 'FOREIGN_ORIGIN') violations.push(`${call.route}: a page of ours is taken for another’s`)
  return tries.length
}

/** What a read may note: that it happened. Reviewed as code. */
const noted: Record<string, readonly string[]> = {
  'GET /user/feeds/:id': ['views', 'counter_deltas'],
  'GET /performer-assets/products/:id': ['views', 'counter_deltas'],
  'GET /admin/audit/export': ['audit_log', 'audit_unchained'],
  'GET /admin/verifications/:id': ['audit_log', 'audit_unchained'],
  'GET /admin/reports/:id': ['audit_log', 'audit_unchained'],
  'GET /admin/consents/:id': ['audit_log', 'audit_unchained'],
  'GET /admin/consents/:id/documents/:documentId': ['audit_log', 'audit_unchained'],
  'GET /admin/verifications/:id/documents/:documentId': ['audit_log', 'audit_unchained'],
}

async function readAlone(
  world: World,
  call: Endpoint,
  changes: Awaited<ReturnType<typeof watchChanges>>,
  violations: string[],
): Promise<number> {
  const sending = await requestWithToken(world, call)
  if (!sending) return 0
  await changes.taken()
  await sendRequest(world, call, undefined, withCookie(sending, {}))
  for (const { table } of await changes.taken())
    if (!noted[call.route]?.includes(table)) violations.push(`${call.route} is a read and wrote ${table}`)
  return 1
}

const sharing = ['access-control-allow-origin', 'access-control-allow-credentials', 'access-control-allow-methods']

async function readFromElsewhere(world: World, call: Endpoint, violations: string[]): Promise<number> {
  const origin = 'https://elsewhere.example'
  const path = `/api${call.path.replaceAll(/:[a-zA-Z]+/g, 'x')}`
  const apiRequests = [
    {
      method: 'OPTIONS' as const,
      headers: {
        origin,
        'access-control-request-method': call.method,
        'access-control-request-headers': 'content-type',
      },
    },
    ...(call.method === 'GET' ? [{ method: 'GET' as const, headers: { origin } }] : []),
  ]
  for (const apiRequest of apiRequests) {
    const { headers } = await world.server.app.inject({ ...apiRequest, url: path })
    for (const name of sharing)
      if (headers[name] !== undefined)
        violations.push(`${apiRequest.method} ${call.path} answers ${name}: ${String(headers[name])}`)
  }
  return apiRequests.length
}

async function sockets(url: string, violations: string[]): Promise<number> {
  const open = { [url]: true, none: true }
  const tries = {
    ...open,
    'https://elsewhere.example': false,
    null: false,
    [`${url}.elsewhere.example`]: false,
    'http://127.0.0.1': false,
  }
  let n = 0
  for (const [origin, opens] of Object.entries(tries))
    for (const transport of ['polling', 'websocket'])
      for (const space of ['', '/api']) {
        n++
        const status = await handshake(`${url}/socket.io/?EIO=4&transport=${transport}&nsp=${space}`, {
          ...(origin !== 'none' && { origin }),
          cookie: 'token=whatever',
          ...(transport === 'websocket' && {
            connection: 'Upgrade',
            upgrade: 'websocket',
            'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
            'sec-websocket-version': '13',
          }),
        })
        if ((status === 200 || status === 101) !== opens)
          violations.push(`a ${transport} socket from ${origin} was answered ${status}`)
      }
  return n
}

async function handshake(url: string, headers: Record<string, string>): Promise<number> {
  const socketRequest = request(url, { headers }).end()
  const answered = once(socketRequest, 'response').then(([reply]) => (reply as IncomingMessage).statusCode ?? 0)
  const upgraded = once(socketRequest, 'upgrade').then(() => 101)
  const status = await Promise.race([answered, upgraded]).catch(() => 0)
  answered.catch(() => {})
  upgraded.catch(() => {})
  socketRequest.destroy()
  return status
}

/** Forms of pages: all paths share one handler, so a few of each kind represent all. */
async function pages(violations: string[]): Promise<number> {
  const site = await startSite()
  const changes = await watchChanges(site.ownerUrl)
  let n = 0
  try {
    for (const path of [
      '/',
      '/preferences',
      '/auth/login',
      '/auth/logout',
      '/auth/register',
      '/user/account',
      '/creator/posts/new',
      '/admin',
      '/explore.data',
      '/no-such-page',
    ])
      for (const [name, headers] of Object.entries(foreign)) {
        if (headers['origin'] === own) continue
        n++
        const page = await site.open(path, { method: 'POST', headers: { ...headers, cookie: 'token=whatever' } })
        if (page.status !== 403) violations.push(`POST ${path} from ${name}: ${page.status}`)
        if (page.headers['set-cookie']) violations.push(`POST ${path} from ${name}: sets a cookie`)
        for (const header of sharing) if (page.headers[header]) violations.push(`POST ${path} answers ${header}`)
      }
    for (const { table } of await changes.taken()) violations.push(`a foreign form changed ${table}`)
  } finally {
    await changes.close()
    await site.stop()
  }
  return n
}
