import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { declared } from '@fanlight/contract'
import type { Endpoint } from '@fanlight/contract/endpoint'
import { sql } from '@fanlight/server/platform/db/db'
import { sha256 } from '@fanlight/server/platform/ids'
import { api } from '@fanlight/server/testing/api'
import type { Built } from '@fanlight/server/testing/builders'
import { startTestCluster } from '@fanlight/server/testing/cluster'
import { startTestServer, type TestServer } from '@fanlight/server/testing/server'
import { buildWorld, type Cast, type World } from '../reliability/api-world.ts'
import { requests } from '../reliability/valid-requests.ts'

// Sends what schemathesis derives from the OpenAPI document to every call, as a fan, a creator and staff, and compares each answer with
// the document. `node scripts/run.mjs tests/schemathesis/run.ts [fan|creator|staff] [part of a path]`

const folder = fileURLToPath(new URL('.', import.meta.url))
const tools = join(folder, '..', '..', '.tools')

interface Session {
  name: string
  of(cast: Cast): Built
  may(call: Endpoint): boolean
}
const sessions: Session[] = [
  { name: 'fan', of: (cast) => cast.fan, may: ({ who }) => who === 'public' || who === 'any' || who === 'user' },
  { name: 'creator', of: (cast) => cast.performer, may: ({ who }) => who === 'performer' || who === 'approved' },
  { name: 'staff', of: (cast) => cast.owner, may: ({ who }) => who.startsWith('admin:') },
]

const [only, path = ''] = process.argv.slice(2)
process.exitCode = await main()

async function main(): Promise<number> {
  const program = install()
  if (!program) return 0
  const cluster = process.env['TEST_CLUSTER_URL'] ? undefined : await startTestCluster(process.env['TEST_DATABASE_URL'])
  if (cluster) Object.assign(process.env, { TEST_CLUSTER_URL: cluster.url, TEST_CLUSTER_TEMPLATE: cluster.template })
  try {
    const chosen = sessions.filter(({ name }) => !only || name === only)
    const outcomes = await Promise.all(chosen.map((session) => tryAs(program, session)))
    return outcomes.every(Boolean) ? 0 : 1
  } finally {
    await cluster?.stop()
  }
}

/** The program in a virtual environment of its own; nothing where this machine has no Python or can't fetch packages. */
function install(): string | undefined {
  const listed = join(folder, 'requirements.txt')
  const target = join(tools, 'schemathesis')
  const program = join(target, 'bin', 'schemathesis')
  const installed = join(target, 'requirements.txt')
  const wanted = readFileSync(listed, 'utf8')
  if (existsSync(installed) && readFileSync(installed, 'utf8') === wanted) return program
  rmSync(target, { recursive: true, force: true })
  mkdirSync(tools, { recursive: true })
  const steps: [string, ...string[]][] = [
    ['python3', '-m', 'venv', target],
    [join(target, 'bin', 'python'), '-m', 'pip', 'install', '--quiet', '--no-deps', '--requirement', listed],
  ]
  for (const [command, ...args] of steps) {
    const { status, error, stderr } = spawnSync(command, args, { encoding: 'utf8' })
    if (status === 0) continue
    const reason = error?.message ?? stderr.trim().split('\n').at(-1)
    console.log(`The OpenAPI document is not tried with schemathesis, which can't be installed here: ${reason}`)
    return undefined
  }
  writeFileSync(installed, wanted)
  return program
}

async function tryAs(program: string, session: Session): Promise<boolean> {
  let restore = async () => {}
  const server = await startTestServer({
    listen: true,
    env: { LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'silent' },
    prepare: (app) => app.addHook('onSend', (request) => (request.method === 'GET' ? Promise.resolve() : restore())),
  })
  try {
    const world = await buildWorld(server)
    const me = session.of(world.cast)
    const document = join(server.ctx.config.dataDir, 'openapi.json')
    writeFileSync(document, JSON.stringify(await documentFor(world, session, me)))
    restore = () => signInAgain(server, me)
    await restore()
    const child = spawn(
      program,
      [
        '--config-file',
        join(folder, 'schemathesis.toml'),
        'run',
        document,
        '--no-color',
        `--url=${server.url}`,
        `--header=Authorization: ${me.token}`,
      ],
      {
        cwd: server.ctx.config.dataDir,
        stdio: ['ignore', 'pipe', 'inherit'],
        env: { ...process.env, PYTHONHASHSEED: '0' },
      },
    )
    const ended = new Promise<number | null>((resolve, reject) => child.once('error', reject).once('close', resolve))
    const [status, printed] = await Promise.all([ended, text(child.stdout)])
    const sent = printed.match(/(\d+) generated/)?.[1] ?? 'no'
    const isClean = status === 0 && sent !== 'no'
    console.log(
      isClean
        ? `As ${session.name}: ${sent} requests, each answered as documented.`
        : `As ${session.name}:\n${printed}`,
    )
    return isClean
  } finally {
    await server.stop()
  }
}

/** The document with the calls that this session may make, and with a request for each that succeeds. */
async function documentFor(world: World, { may }: Session, me: Built): Promise<unknown> {
  const document = (await api(world.server).get('/openapi.json')).body
  const paths: Record<string, any> = {}
  for (const call of declared) {
    if (!may(call) || !call.path.includes(path)) continue
    const [key, method] = [`/api${call.path.replaceAll(/:(\w+)/g, '{$1}')}`, call.method.toLowerCase()]
    const operation = document.paths[key][method]
    // It can't write the parts of uploads; modules/media tests them.
    if (operation.requestBody?.content['application/offset+octet-stream']) continue
    paths[key] = { ...paths[key], [method]: operation }
    const { about, make } = requests[call.route as keyof typeof requests]
    const request = await make(world, me, about.includes('theirs') && !about.includes('own') ? 'theirs' : 'own')
    if (!request || (call.files && !call.formOrJson)) continue
    for (const parameter of operation.parameters) {
      const value = { path: request.params, query: request.query }[parameter.in as string]?.[parameter.name]
      if (value !== undefined) parameter.example = value
    }
    if (request.body !== undefined) operation.requestBody.content['application/json'].example = request.body
  }
  return { ...document, paths }
}

/** Whatever a call did to the account and its session: the next one has both. */
async function signInAgain({ ctx }: TestServer, { id, token }: Built): Promise<void> {
  await sql`UPDATE accounts SET status = 'active' WHERE id = ${id} AND status <> 'active'`.execute(ctx.db)
  await sql`INSERT INTO sessions (account_id, token_hash, remember, second_factor_at, expires_at)
    VALUES (${id}, ${sha256(token)}, true, app_now(), app_now() + interval '365 days')
    ON CONFLICT (token_hash) DO UPDATE SET revoked_at = NULL, expires_at = excluded.expires_at`.execute(ctx.db)
}
