import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rows, sql } from './platform/db/db.ts'
import { openSecret } from './platform/secret-settings.ts'
import { api } from './testing/api.ts'
import { startTestServer, type TestServer } from './testing/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const command = fileURLToPath(new URL('command.ts', import.meta.url))
function run(args: string[], input = ''): Promise<{ code: number | null; output: string }> {
  const { PATH = '' } = process.env
  const child = spawn(process.execPath, [command, ...args], {
    env: { PATH, DATABASE_URL: server.ownerUrl, DATA_DIR: server.ctx.config.dataDir, PORT: '4321' },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stdin.end(input)
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, output })))
}

test('the first administrator is created after questions, and gets a link that works', async () => {
  const made = await run(['admin:create'], 'owner@example.com\nhannah\n')
  expect(made, made.output).toMatchObject({ code: 0 })
  expect(made.output).toContain('hannah is now an administrator of this site.')
  const [, secret] = /http:\/\/localhost:4321\/auth\/reset\?token=([\w-]{43})\n/.exec(made.output) ?? []
  const password = 'a-lamp-in-the-window'
  expect((await api(server).put('/auth/users/reset', { token: secret, password })).status).toBe(200)
  expect((await api(server).post('/auth/login', { username: 'hannah', password })).status).toBe(200)

  const again = await run(['admin:create', '--email', 'second@example.com', '--username', 'second.one'])
  expect(again).toMatchObject({ code: 1 })
  expect(again.output).toContain('hannah is already the owner of this site')

  // Typed twice at a prompt, and never shown.
  const typed = await run(
    ['admin:create', '--another', '--password', '--email', 'second@example.com', '--username', 'second.one'],
    `${password}\n${password}\n`,
  )
  expect(typed, typed.output).toMatchObject({ code: 0 })
  expect(typed.output).not.toContain(password)
  expect((await api(server).post('/auth/login', { username: 'second.one', password })).status).toBe(200)
})

test('answers that don’t fit are said in one plain line', { timeout: 60_000 }, async () => {
  for (const [args, input, formatted] of [
    [['admin:create'], 'nowhere\n', 'can’t be the email address'],
    [['admin:create'], '', 'There was no answer.'],
    [['admin:create', '--another', '--password'], 'a@example.com\nanna\none-long-password\nanother\n', 'differ'],
    [['settings', 'noSuchThing'], '', 'There is no setting'],
    [['settings', 'commissionPct', '150'], '', 'commissionPct can’t be “150”'],
    [['nothing'], '', 'There is no command'],
  ] as const) {
    const { code, output } = await run([...args], input)
    expect(code).toBe(1)
    expect(output).toContain(formatted)
    expect(output).not.toMatch(/\n\s+at /)
  }
})

test('a setting is changed for every process, and the change is logged', async () => {
  expect(await run(['settings', 'siteName', 'Lantern', 'House'])).toMatchObject({ code: 0 })
  expect(await run(['settings', 'commissionPct', '12.5'])).toMatchObject({ code: 0 })
  await server.ctx.settings.refresh()
  expect((await api(server).get('/settings/public')).body.siteName).toBe('Lantern House')
  const { output } = await run(['settings'])
  expect(output).toContain('* siteName                   "Lantern House"')
  expect(output).toContain('  currency                   "USD"')
  expect((await run(['settings', 'commissionPct'])).output).toBe('12.5\n')
})

test('a secret is neither stored nor shown nor logged as it is, and rules about several settings hold', async () => {
  const secret = 'a-key-of-the-captcha'
  const outputs = [await run(['settings', 'recaptchaSecretKey', secret]), await run(['settings', 'recaptchaSecretKey'])]
  outputs.push(await run(['settings']))
  for (const { code, output } of outputs) {
    expect(code, output).toBe(0)
    expect(output).not.toContain(secret)
  }
  const kept = await rows(
    server.ctx.db,
    sql<{ text: string }>`SELECT value::text AS text FROM settings UNION ALL
      SELECT concat(before::text, after::text) FROM audit_log WHERE action = 'setting.changed'`,
  )
  expect(kept.filter(({ text }) => text.includes(secret))).toEqual([])
  await server.ctx.settings.refresh()
  expect(openSecret(server.ctx, 'recaptchaSecretKey')).toBe(secret)

  const crossed = await run(['settings', 'defaultLocale', 'ko-KR'])
  expect(crossed.code, crossed.output).toBe(0)
  const refused = await run(['settings', 'supportedLocales', '["en-US"]'])
  expect(refused.code).toBe(1)
  expect(refused.output).not.toMatch(/\n\s+at /)
})
