import pg from 'pg'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makePhoto } from '../material.ts'
import { addStaff, signedIn } from './creator-steps.ts'
import { openStage, photographFailures, type Stage } from './stage.ts'

// Staff submit again because no answer came: the first request was executed, and the second answers so. A time relative to now is
// the one of the first press.

let stage: Stage
let staff: Page
let db: pg.Client

beforeAll(async () => {
  stage = await openStage()
  await addStaff(stage, 'Mara Lindt')
  staff = await signedIn(stage, 'maralindt')
  db = new pg.Client({ connectionString: stage.copy.databaseUrl })
  await db.connect()
})
afterAll(async () => {
  await db?.end()
  await stage?.close()
})
photographFailures(() => stage)

/** The server does what the next such request requests, and its answer never arrives. Gives the bodies that were sent. */
async function loseOneAnswer(path: string): Promise<unknown[]> {
  const sent: unknown[] = []
  await staff.route(`**${path}`, async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    sent.push(route.request().postDataJSON())
    if (sent.length > 1) return route.continue()
    expect((await route.fetch()).ok()).toBe(true)
    return route.abort()
  })
  return sent
}
const noAnswer = () => staff.getByRole('alert').filter({ hasText: 'No response from the server' })

describe('an answer that was lost', () => {
  it('suspends for a week from the first press, once', async () => {
    const { rows } = await db.query<{ id: string }>(
      `INSERT INTO accounts (role, name, username) VALUES ('user', 'Jamie Rowe', 'jamierowe') RETURNING id`,
    )
    await staff.goto(`/admin/users/${rows[0]!.id}`)
    const sent = await loseOneAnswer(`/admin/accounts/${rows[0]!.id}/suspension`)
    await staff.getByRole('button', { name: 'Suspend', exact: true }).click()
    const dialog = staff.getByRole('dialog')
    await dialog.getByLabel('Duration').selectOption('week')
    await dialog.getByLabel('Reason').fill('Wrote to people who did not want messages.')
    await dialog.getByRole('button', { name: 'Suspend' }).click()
    await noAnswer().waitFor()
    expect(await dialog.getByLabel('Reason').inputValue()).toContain('Wrote to people')
    await dialog.getByRole('button', { name: 'Suspend' }).click()
    await dialog.waitFor({ state: 'detached' })
    expect(sent).toHaveLength(2)
    expect(sent[1]).toEqual(sent[0])
    const log = await db.query(`SELECT FROM audit_log WHERE action = 'account.suspended' AND target_id = $1`, [
      rows[0]!.id,
    ])
    expect(log.rowCount).toBe(1)
  })

  it('makes one promo that starts at once', async () => {
    await staff.goto('/admin/promos')
    const sent = await loseOneAnswer('/admin/promos')
    await staff.getByRole('button', { name: 'New promo' }).click()
    const sheet = staff.getByRole('dialog')
    const wide = await makePhoto(stage.folder, 'wide', 40, { width: 1600, height: 600 })
    await sheet.locator('input[type=file]').setInputFiles(wide)
    await sheet.getByRole('img').waitFor()
    // It counts once it was sent and made.
    const underWay = sheet.locator('[role=progressbar], [role=status]')
    await expect.poll(() => underWay.count()).toBe(0)
    await sheet.getByLabel('Title').fill('Twelve creators, one evening')
    await sheet.getByLabel('Link').fill('/explore')
    await sheet.getByRole('button', { name: 'Save' }).click()
    await noAnswer().waitFor()
    await sheet.getByRole('button', { name: 'Save' }).click()
    await sheet.waitFor({ state: 'detached' })
    expect(sent).toHaveLength(2)
    expect(sent[1]).toEqual(sent[0])
    expect((await db.query('SELECT FROM promos')).rowCount).toBe(1)
  })
})
