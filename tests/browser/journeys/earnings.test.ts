import { randomUUID } from 'node:crypto'
import { mkdirSync, readFileSync } from 'node:fs'
import pg from 'pg'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fits, narrowPhone, openStageOfCreator, signedIn, valloy } from './creator-steps.ts'
import { texts } from './locale-text.ts'
import { desk, oneStory, phone, photographFailures, type Stage } from './stage.ts'

// A creator looks at what they earned: where it is, of which kind and day, every sale, and the statement of a month, which is printed.

const t = texts('en-US')
const ar = texts('ar')
let stage: Stage
let db: pg.Client
let creator: Page
/** As a statement names it: the month before this one, in UTC. */
let past: string

beforeAll(async () => {
  ;({ stage, creator } = await openStageOfCreator({ fans: ['Jamie Rowe', 'Mia Brandt'], tokens: 2000 }))
  db = new pg.Client({ connectionString: stage.copy.databaseUrl })
  await db.connect()
  for (const [username, amounts] of [
    ['jamierowe', [1000, 250, 40]],
    ['miabrandt', [500, 60.5]],
  ] as const) {
    const fan = await signedIn(stage, username)
    const found = await fan.request.get(`/api/performers/${valloy.username}`)
    const { data } = (await found.json()) as { data: { _id: string } }
    for (const tokens of amounts) {
      const tip = await fan.request.post(`/api/wallet/charges/tip/${data._id}`, {
        headers: { origin: stage.copy.url, 'idempotency-key': randomUUID() },
        data: { tokens, ...(tokens === 40 && { note: 'For the one that cracked' }) },
      })
      expect(tip.status()).toBe(200)
    }
    await fan.context().close()
  }
  // The account is older than a month, and the largest tip came in the month before this one.
  await db.query(
    `UPDATE accounts SET created_at = created_at - interval '3 months', timezone = 'UTC' WHERE username = $1`,
    [valloy.username],
  )
  const moved = await db.query<{ month: string }>(
    `UPDATE earnings SET created_at = date_trunc('month', app_now()) - interval '10 days', available_at = app_now() - interval '1 minute'
      WHERE gross = 100000 RETURNING to_char(created_at, 'YYYY-MM') AS month`,
  )
  past = moved.rows[0]!.month
  await db.query('SELECT release_earnings(100)')
})
afterAll(async () => {
  await db?.end()
  await stage?.close()
})
photographFailures(() => stage)

const shots = process.env['JOURNEY_SHOTS']
const look = async (page: Page, name: string) => {
  await fits(page)
  if (!shots) return
  mkdirSync(shots, { recursive: true })
  await page.screenshot({ path: `${shots}/${name}-${page.viewportSize()?.width}.png`, fullPage: true })
}
const sales = (page: Page) => page.getByRole('table', { name: t('studio.earnings.each') }).locator('tbody tr')
const downloadedText = async (press: () => Promise<void>) => {
  const download = creator.waitForEvent('download')
  await press()
  return readFileSync(await (await download).path(), 'utf8')
}

describe('earnings', () => {
  oneStory()

  it('show where the money is, first in money and then in tokens', async () => {
    await creator.setViewportSize(desk)
    await creator.goto('/creator/earnings?view=quarter')
    // 1,000 tokens are released; of the others a fifth is the fee, and the rest is pending.
    await creator.getByText('$80.00', { exact: true }).first().waitFor()
    await creator.getByText('$68.04', { exact: true }).first().waitFor()
    await creator.getByText(t('studio.earnings.nothingHeld')).waitFor()
    await creator.getByText(t('studio.earnings.noPayout')).waitFor()
    await creator.getByRole('row', { name: /^Tips 5 \$148\.04 100%$/ }).waitFor()
    await expect.poll(() => sales(creator).count()).toBe(5)
    await look(creator, 'earnings')
    await creator.setViewportSize(phone)
    await look(creator, 'earnings')
  })

  it('tell on a phone all of one sale, and lead to its fan', async () => {
    await creator.setViewportSize(phone)
    const row = sales(creator).filter({ hasText: 'For the one that cracked' })
    await row.getByRole('button', { name: t('studio.one.tip') }).click()
    const sheet = creator.getByRole('dialog', { name: t('studio.one.tip') })
    for (const text of ['For the one that cracked', '$4.00', '20%', '$3.20'])
      await sheet.getByText(text, { exact: true }).waitFor()
    await look(creator, 'earnings-sale')
    await sheet.getByRole('link', { name: 'Jamie Rowe' }).click()
    await creator.waitForURL('**/creator/audience/jamierowe')
    await creator.goBack()
    await creator.waitForURL('**/creator/earnings**')
  })

  it('are found by the fan and by kind, and saved as a file', async () => {
    await creator.setViewportSize(desk)
    await creator.getByRole('searchbox', { name: t('studio.earnings.find') }).fill('mia')
    await creator.keyboard.press('Enter')
    await expect.poll(() => sales(creator).count()).toBe(2)
    const exported = creator.getByRole('dialog', { name: t('studio.earnings.exportTitle') })
    await creator
      .getByRole('button', { name: t('studio.orders.export') })
      .first()
      .click()
    await exported.getByText(t('studio.earnings.salesCount', { count: 2 })).waitFor()
    // A sale of another kind is not among them, and says so before anything is saved.
    await exported.getByRole('combobox', { name: t('studio.earnings.kind') }).selectOption('shop')
    await exported.getByText(t('studio.earnings.salesCount', { count: 0 })).waitFor()
    await exported.getByRole('combobox', { name: t('studio.earnings.kind') }).selectOption('tips')
    await exported.getByText(t('studio.earnings.salesCount', { count: 2 })).waitFor()
    await exported.getByRole('checkbox', { name: t('studio.earnings.feeTokens') }).uncheck()
    await look(creator, 'earnings-export')
    const file = await downloadedText(() =>
      exported.getByRole('button', { name: t('studio.earnings.download') }).click(),
    )
    await exported.waitFor({ state: 'detached' })
    expect(file.trim().split('\n')).toHaveLength(3)
    expect(file).toContain(t('studio.earnings.netTokens'))
    expect(file).not.toContain(t('studio.earnings.feeTokens'))
    expect(file).toContain('miabrandt')
    expect(file).not.toContain('jamierowe')
    await creator
      .getByRole('navigation', { name: t('studio.earnings.kind') })
      .getByRole('link', { name: t('studio.group.shop'), exact: true })
      .click()
    await creator.getByText(t('studio.earnings.noneOfKind')).waitFor()
    await look(creator, 'earnings-none')
  })

  it('of a month are a statement that adds up', async () => {
    await creator.goto('/creator/earnings')
    await creator
      .getByRole('link', { name: t('studio.earnings.statements') })
      .first()
      .click()
    await creator.waitForURL(`**/creator/earnings/statements/${past}`)
    const sheet = creator.getByRole('article')
    await sheet.getByText(t('studio.statement.title')).waitFor()
    for (const amount of ['$80.00', '$0.00', '$100.00', '−$20.00'])
      await sheet.getByText(amount, { exact: true }).filter({ visible: true }).first().waitFor()
    await look(creator, 'statement')
    await creator.setViewportSize(phone)
    // Where there is no room for its columns, what makes up an amount stands below its kind.
    for (const amount of ['$80.00', '$100.00', '−$20.00'])
      await sheet.getByText(amount, { exact: true }).filter({ visible: true }).first().waitFor()
    await look(creator, 'statement')
    await creator.setViewportSize(desk)
    const file = await downloadedText(() =>
      creator
        .getByRole('button', { name: t('studio.orders.export') })
        .first()
        .click(),
    )
    expect(file).toContain('Tip,1,1000,0,200,800,80')
    // The present month begins with what that one ended with.
    await creator
      .getByRole('navigation', { name: t('studio.earnings.statements') })
      .getByRole('link')
      .first()
      .click()
    await creator.waitForURL((url) => !url.pathname.endsWith(past))
    await sheet.getByText('$68.04', { exact: true }).filter({ visible: true }).first().waitFor()
    await sheet.getByText('$148.04', { exact: true }).filter({ visible: true }).first().waitFor()
    await look(creator, 'statement-present')
  })

  it('are printed as a sheet and nothing else', async () => {
    await creator.emulateMedia({ media: 'print' })
    const visible = (page: Page, text: string) =>
      page
        .getByText(text, { exact: true })
        .first()
        .evaluate((element) => getComputedStyle(element).visibility)
    expect(await visible(creator, t('studio.statement.title'))).toBe('visible')
    expect(await visible(creator, t('studio.statement.print'))).toBe('hidden')
    if (shots) await creator.screenshot({ path: `${shots}/statement-print.png`, fullPage: true })
    await creator.emulateMedia({ media: 'screen' })
  })

  it('that were taken back after they were paid out are a loss, and the next ones pay it before they become available', async () => {
    const post = (from: string, reason: string) =>
      db.query(
        `SELECT ledger_post(gen_random_uuid(), 'journey:' || gen_random_uuid(), $3, NULL, NULL, '{}', ARRAY[ledger_account($2, id, 'TOK')],
          ARRAY[ledger_account('gateway_clearing', NULL, 'TOK')], ARRAY[80000]::bigint[]) FROM accounts WHERE username = $1`,
        [valloy.username, from, reason],
      )
    await post('performer_available', 'adjustment')
    await post('debt', 'dispute')
    await db.query(
      `UPDATE earnings SET returned = net, fee_returned = fee, status = 'reversed' WHERE gross = 100000 AND created_at < date_trunc('month', app_now())`,
    )
    await creator.goto('/creator/earnings')
    await creator.getByText(t('studio.earnings.owed', { amount: '$80.00' })).waitFor()
    await creator.getByText(t('studio.earnings.allOwed')).waitFor()
    const list = creator.locator('section', {
      has: creator.getByRole('heading', { name: t('studio.earnings.releases') }),
    })
    await list.getByText('$0.00', { exact: true }).waitFor()
    await list.getByText(t('studio.earnings.paysOwed', { amount: '$68.04' })).waitFor()
    await look(creator, 'earnings-owed')
    const present = new Date().toISOString().slice(0, 7)
    await creator.goto(`/creator/earnings/statements/${present}`)
    const loss = creator.getByRole('article').locator('dl > div', { hasText: t('studio.statement.lost') })
    await loss.getByText('$11.96', { exact: true }).waitFor()
    expect(await loss.locator('dt').innerText()).toBe(`− ${t('studio.statement.lost')}`)
    expect(await creator.getByText(t('studio.statement.earned'), { exact: true }).count()).toBe(0)
    // The day is a column below nothing.
    await creator.getByRole('figure').getByText('−$10', { exact: true }).waitFor()
    await look(creator, 'statement-loss')
    await creator.emulateMedia({ media: 'print' })
    expect(await loss.evaluate((element) => getComputedStyle(element).visibility)).toBe('visible')
    await creator.emulateMedia({ media: 'screen' })
  })

  it('fit a narrow phone, from right to left and in the dark', async () => {
    await db.query(`UPDATE accounts SET locale = 'ar' WHERE username = $1`, [valloy.username])
    const page = await signedIn(stage, valloy.username, narrowPhone, { locale: 'ar', theme: 'dark' })
    await page.goto('/creator/earnings?view=quarter')
    await page.getByRole('heading', { name: ar('studio.earnings.each') }).waitFor()
    await look(page, 'earnings-ar')
    await page.goto(`/creator/earnings/statements/${past}`)
    await page.getByText(ar('studio.statement.title')).waitFor()
    await look(page, 'statement-ar')
    await page.context().close()
  })

  it('threw no error on any page', () => expect(stage.faults).toEqual([]))
})
