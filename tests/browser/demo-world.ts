import { existsSync, mkdirSync, readFileSync, renameSync, rmdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createTestDatabase } from '@fanlight/server/testing/database'
import pg from 'pg'
import { startProduct } from './product.ts'

// The demo world takes minutes to fill. The first test that needs it fills it once; every copy of the product then begins with a copy of
// its database and its data folder.

interface Template {
  database: string
  folder: string
}

/** The creator of the demo world whose posts tests look at; her files are the first to be made. */
export const creator = 'valloyclay'
export const demoPassword = 'let-the-light-in'
const fillMsMax = 900_000
/** How long a test file that begins with the demo world may take to begin. */
export const demoWorldMsMax = fillMsMax + 120_000

/** The session token of a user in the demo world. */
export async function tokenOf({ url }: { url: string }, username: string): Promise<string> {
  const reply = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password: demoPassword }),
  })
  return ((await reply.json()) as { data: { token: string } }).data.token
}

/** Filled by the first process that needs it; another that comes meanwhile waits for it. */
export async function demoWorldTemplate(): Promise<Template> {
  const { TEST_DEMO_WORLD: root } = process.env
  if (!root) throw new Error('No folder for the demo world: run this through vitest.')
  const templateFile = join(root, 'template.json')
  const lock = join(root, 'lock')
  if (!isFirst(lock)) {
    const deadline = Date.now() + fillMsMax
    while (!existsSync(templateFile)) {
      if (Date.now() > deadline) throw new Error('The demo world, which another test file fills, did not fill.')
      await new Promise((resolve) => setTimeout(resolve, 500))
    }
    return JSON.parse(readFileSync(templateFile, 'utf8')) as Template
  }
  const folder = join(root, 'data')
  mkdirSync(folder, { recursive: true })
  const { ownerUrl } = await createTestDatabase()
  const product = await startProduct({ databaseUrl: ownerUrl, folder, demoWorld: true })
  try {
    await untilFull(product.url, ownerUrl)
  } catch (error) {
    // The next one tries it anew.
    rmSync(folder, { recursive: true, force: true })
    rmdirSync(lock)
    throw error
  } finally {
    await product.stop()
  }
  const template = { database: new URL(ownerUrl).pathname.slice(1), folder }
  // Renamed into place: who waits never reads half of it.
  writeFileSync(`${templateFile}.new`, JSON.stringify(template))
  renameSync(`${templateFile}.new`, templateFile)
  return template
}

/** Whether this process is the first to create the folder. */
function isFirst(folder: string): boolean {
  try {
    mkdirSync(folder)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

// People, posts, then what processing makes of their files.
async function untilFull(url: string, databaseUrl: string): Promise<void> {
  const began = Date.now()
  const db = new pg.Client({ connectionString: databaseUrl })
  await db.connect()
  const isFull = async () => {
    // No one can log in before there are people.
    const token = await tokenOf({ url }, creator).catch(() => undefined)
    if (!token) return false
    const headers = { authorization: `Bearer ${token}` }
    const reply = await fetch(`${url}/api/user/feeds/search/${creator}?pageSize=50`, { headers })
    const { data = [] } = (await reply.json()) as {
      data?: { files: { kind: string; status: string; hls: unknown }[] }[]
    }
    const files = data.flatMap((post) => post.files)
    const isReady = files.every(({ kind, status, hls }) => (kind === 'video' ? hls : status === 'ready'))
    if (files.length === 0 || !isReady) return false
    const due = await db.query(
      'SELECT FROM graphile_worker._private_jobs WHERE run_at <= now() AND attempts < max_attempts LIMIT 1',
    )
    return due.rowCount === 0
  }
  try {
    while (!(await isFull())) {
      if (Date.now() - began > fillMsMax) throw new Error('The demo world did not fill.')
      await new Promise((resolve) => setTimeout(resolve, 1_500))
    }
  } finally {
    await db.end()
  }
}
