import { sql } from '@fanlight/server/platform/db/db'
import { api } from '@fanlight/server/testing/api'
import { startTestServer } from '@fanlight/server/testing/server'
import { expect, test } from 'vitest'
import { choosePasswords, demoPassword, removePublishedPasswords, shownAccounts } from './accounts.ts'
import { loadDemoWorld } from './seed.ts'

type Server = Awaited<ReturnType<typeof startTestServer>>

const logIn = async (server: Server, username: string, password: string) =>
  (await api(server).post('/auth/login', { username, password })).status
/** The steps of a start with FANLIGHT_DEMO_PUBLIC=1, and the passwords that it prints. */
async function startPublicly(server: Server) {
  const ctx = { ...server.ctx, config: { ...server.ctx.config, demoPublic: true } }
  await removePublishedPasswords(ctx)
  await loadPeople(ctx)
  return choosePasswords(ctx)
}
/** The demo world, as far as its accounts. */
async function loadPeople(ctx: Server['ctx']) {
  const loaded = new Error('enough')
  const transaction: typeof ctx.transaction = async (work) => {
    const result = await ctx.transaction(work)
    const { rows } = await sql`SELECT FROM accounts WHERE username = ${shownAccounts[0]}`.execute(ctx.db)
    if (rows.length > 0) throw loaded
    return result
  }
  await loadDemoWorld({ ...ctx, transaction }).catch((error: unknown) => {
    if (error !== loaded) throw error
  })
}

test.each([
  ['before its accounts exist', false],
  ['with accounts that had the published password', true],
])('a demo that is opened to others %s has passwords that are printed once', async (_when, loadedBefore) => {
  const server = await startTestServer()
  try {
    if (loadedBefore) {
      await loadPeople(server.ctx)
      for (const username of shownAccounts) expect(await logIn(server, username, demoPassword)).toBe(200)
    }
    const printed = await startPublicly(server)
    expect(printed.map(({ username }) => username).sort()).toEqual([...shownAccounts].sort())
    expect(new Set(printed.map(({ password }) => password)).size).toBe(printed.length)
    for (const { username, password } of printed) {
      expect(await logIn(server, username, demoPassword), username).toBe(401)
      expect(await logIn(server, username, password), username).toBe(200)
    }
    const { rows } = await sql`SELECT username FROM accounts WHERE password_hash IS NOT NULL`.execute(server.ctx.db)
    expect(rows).toHaveLength(shownAccounts.length)
    expect((await api(server).get('/settings/public')).body.demo.accounts).toEqual([])
    expect(await startPublicly(server)).toEqual([])
    for (const { username, password } of printed) expect(await logIn(server, username, password), username).toBe(200)
  } finally {
    await server.stop()
  }
})
