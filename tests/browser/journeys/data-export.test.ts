import { readFile } from 'node:fs/promises'
import { hashPassword } from '@fanlight/server/modules/people/accounts/auth/password-hash'
import { unzip } from '@fanlight/server/modules/leaving/exports/testing'
import pg from 'pg'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { barriers } from '../axe.ts'
import { desk, oneStory, openStage, photographFailures, type Stage } from './stage.ts'

// A user exports the data stored about them: requests the export, waits for it, downloads it, inspects its content.

const password = 'seven-quiet-lamps'
let stage: Stage
let page: Page

beforeAll(async () => {
  stage = await openStage()
  const db = new pg.Client({ connectionString: stage.copy.databaseUrl })
  await db.connect()
  await db.query(
    `INSERT INTO accounts (role, name, username, email, password_hash, status, email_verified_at, locale)
      VALUES ('user', 'Noor Haddad', 'noorhaddad', 'noor@example.com', $1, 'active', now(), 'en-US')`,
    [await hashPassword({ password, hashed: false })],
  )
  await db.end()
  page = await stage.visitor(desk)
})
afterAll(() => stage?.close())
photographFailures(() => stage)

describe('one’s own data', () => {
  oneStory()
  it('is requested with one click after logging in, and the page says when it is ready', async () => {
    await page.goto(`${stage.copy.url}/auth/login?redirect=/user/privacy`)
    await page.getByLabel('Email or username').fill('noorhaddad')
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Log in', exact: true }).click()
    await page.waitForURL('**/user/privacy')
    await page.getByRole('heading', { name: 'Download your data' }).waitFor()
    expect(await barriers(page)).toEqual([])
    await page.getByRole('button', { name: 'Export your data' }).click()
    await page.getByRole('button', { name: 'Download', exact: true }).waitFor()
    await page.getByText('You can request another export from').waitFor()
    expect(await barriers(page)).toEqual([])
  })

  it('is one ZIP file with their own things', async () => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download', exact: true }).click(),
    ])
    expect(download.suggestedFilename()).toMatch(/^data-\d{4}-\d\d-\d\d\.zip$/)
    const files = await unzip(await readFile(await download.path()))
    expect(files.get('README.txt')!.toString()).toContain('Your data from')
    expect(JSON.parse(files.get('account.json')!.toString()).records).toMatchObject([
      { username: 'noorhaddad', email: 'noor@example.com' },
    ])
    expect(JSON.parse(files.get('sessions.json')!.toString()).records).toHaveLength(1)
    expect(page.url()).toContain('/user/privacy')
    expect(stage.faults).toEqual([])
  })
})
