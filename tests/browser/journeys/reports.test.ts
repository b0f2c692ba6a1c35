import { mkdirSync } from 'node:fs'
import pg from 'pg'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { barriers } from '../axe.ts'
import { addCreator, addStaff, narrowPhone, sideways, signedIn } from './creator-steps.ts'
import { texts } from './locale-text.ts'
import { oneStory, openStage, photographFailures, type Stage } from './stage.ts'

// A visitor reports a post, a moderator removes it with a statement of reasons, its creator appeals, and another moderator restores it.

const t = texts('en-US')
let stage: Stage
let db: pg.Client
let creator: Page
let visitor: Page
let postId: string

beforeAll(async () => {
  stage = await openStage()
  await addStaff(stage, 'Mara Lindt', 'Dele Afolabi')
  await addCreator(stage, { name: 'Lulu Vane', username: 'luluvane' }, 'maralindt')
  creator = await signedIn(stage, 'luluvane')
  const made = await creator.request.post('/api/performer/feeds', {
    headers: { origin: stage.copy.url },
    data: { type: 'text', title: 'New sleeves', text: 'Forty pressings, numbered by hand.' },
  })
  postId = ((await made.json()) as { data: { _id: string } }).data._id
  db = new pg.Client({ connectionString: stage.copy.databaseUrl })
  await db.connect()
})
afterAll(async () => {
  await db?.end()
  await stage?.close()
})
photographFailures(() => stage)

const shots = process.env['JOURNEY_SHOTS']
const look = async (page: Page, name: string) => {
  expect(await barriers(page)).toEqual([])
  expect(await sideways(page)).toBe(0)
  if (!shots) return
  mkdirSync(shots, { recursive: true })
  await page.screenshot({ path: `${shots}/${name}.png`, fullPage: true })
}
const reason = 'The photo on the second sleeve was used without permission.'
const postStatus = async () => (await visitor.request.get(`/api/user/feeds/${postId}`)).status()

describe('a report', () => {
  oneStory()
  it('is sent by a visitor on a phone', async () => {
    visitor = await stage.visitor(narrowPhone)
    await visitor.goto(`/post/${postId}`)
    await visitor.getByRole('button', { name: t('post.more.feed') }).click()
    await visitor.getByRole('menuitem', { name: t('ui.report') }).click()
    const dialog = visitor.getByRole('dialog')
    await dialog.getByRole('radio', { name: new RegExp(`^${t('report.category.copyright')}`) }).check()
    await dialog.getByLabel(t('report.text')).fill('The photo on the second sleeve is mine.')
    await look(visitor, 'dialog-360')
    await dialog.getByLabel(t('report.contact')).fill('ravi@example.com')
    await dialog.getByLabel(t('report.goodFaith')).check()
    await dialog.getByRole('button', { name: t('report.send') }).click()
    await dialog.getByText(t('report.sentTitle')).waitFor()
    await look(visitor, 'sent-360')
  })

  it('is found in the queue, and its post removed with a statement of reasons', async () => {
    const mara = await signedIn(stage, 'maralindt')
    await mara.goto('/admin')
    await mara.getByRole('link', { name: new RegExp(t('staff.home.reports.waiting')) }).click()
    await mara.getByRole('link', { name: /New sleeves/ }).waitFor()
    await look(mara, 'queue-1440')
    await mara.getByRole('link', { name: /New sleeves/ }).click()
    await mara.getByText('The photo on the second sleeve is mine.').waitFor()
    await look(mara, 'case-1440')
    await mara.getByRole('button', { name: t('cases.assign') }).click()
    await mara.getByText(t('cases.assigned', { name: 'Mara Lindt' })).waitFor()
    await mara.getByRole('radio', { name: new RegExp(`^${t('cases.action.remove')}`) }).check()
    await mara.getByRole('textbox', { name: t('cases.statement') }).fill(reason)
    await mara.getByRole('button', { name: t('cases.submit.remove') }).click()
    await mara.getByText(t('cases.decidedBy', { name: 'Mara Lindt' })).waitFor()
    expect(await postStatus()).toBe(404)
    await mara.context().close()
  })

  it('is appealed by the creator, who reads why and not by whom', async () => {
    await creator.goto('/appeal')
    await creator.getByRole('link', { name: t('report.appeal.open') }).click()
    await creator.getByText(reason).waitFor()
    await expect.poll(() => creator.getByText('ravi@example.com').count()).toBe(0)
    await creator.getByLabel(t('report.appeal.text')).fill('I have his written permission from 2024.')
    await look(creator, 'appeal-1440')
    await creator.getByRole('button', { name: t('report.appeal.submit') }).click()
    await creator.getByText(t('report.appeal.waiting')).waitFor()
  })

  it('is decided by another moderator, who restores the post', async () => {
    const mara = await signedIn(stage, 'maralindt')
    await mara.goto('/admin/reports?state=appealed')
    await mara.getByRole('link', { name: /New sleeves/ }).click()
    await mara.getByText(t('cases.appealOther')).waitFor()
    await mara.context().close()
    const dele = await signedIn(stage, 'deleafolabi', narrowPhone)
    await dele.goto('/admin/reports?state=appealed')
    await dele.getByRole('link', { name: /New sleeves/ }).click()
    await dele.getByText('I have his written permission from 2024.').waitFor()
    await dele.getByRole('radio', { name: new RegExp(`^${t('cases.outcome.reversed')}`) }).check()
    await dele.getByRole('textbox', { name: t('cases.statement') }).fill('The permission is genuine.')
    await look(dele, 'appeal-case-360')
    await dele.getByRole('button', { name: t('cases.submitAppeal') }).click()
    await dele.getByText(t('cases.states.closed'), { exact: true }).first().waitFor()
    expect(await postStatus()).toBe(200)
    const mails = await db.query(
      `SELECT kind FROM mails WHERE to_address = 'luluvane@example.com' AND kind LIKE '%decided' ORDER BY created_at`,
    )
    expect(mails.rows.map(({ kind }) => kind)).toEqual(['report_decided', 'appeal_decided'])
  })

  it('leaves a post that its creator deletes in the trash, from where it is restored', async () => {
    await creator.request.delete(`/api/performer/feeds/${postId}`, { headers: { origin: stage.copy.url } })
    await creator.goto('/creator/trash')
    await creator.getByText('New sleeves').waitFor()
    await look(creator, 'trash-1440')
    await creator.getByRole('button', { name: t('studio.trash.restoreOf', { name: 'New sleeves' }) }).click()
    await creator.getByText(t('studio.trash.empty')).waitFor()
    const { data } = (await (await creator.request.get(`/api/performer/feeds/${postId}`)).json()) as {
      data: { status: string }
    }
    expect(data.status).toBe('archived')
  })

  it('is not needed for a comment with a word that holds it until the creator approves it', async () => {
    await creator.goto('/creator/comments')
    await creator.getByLabel(t('studio.comments.words')).fill('pills')
    await creator.getByRole('button', { name: t('studio.comments.save') }).click()
    await creator.getByText(t('ui.saved')).first().waitFor()
    const origin = { origin: stage.copy.url }
    const made = await creator.request.post('/api/performer/feeds', {
      headers: origin,
      data: { type: 'text', text: 'By @luluvane and @no_such_name, see #kiln' },
    })
    const itemId = ((await made.json()) as { data: { _id: string } }).data._id
    const mara = await signedIn(stage, 'maralindt')
    await mara.request.post('/api/comments', { headers: origin, data: { itemId, text: 'Cheap pills' } })
    await mara.goto(`/post/${itemId}`)
    await mara.getByRole('link', { name: '@luluvane', exact: true }).last().waitFor()
    expect(await mara.getByRole('link', { name: '#kiln' }).count()).toBe(1)
    expect(await mara.getByRole('link', { name: '@no_such_name' }).count()).toBe(0)
    await mara.getByText(t('post.comments.held')).waitFor()
    await mara.context().close()
    await creator.goto('/creator/comments')
    await creator.getByText('Cheap pills').waitFor()
    await look(creator, 'comments-1440')
    await creator.getByRole('button', { name: t('studio.comments.approveOf', { name: 'Mara Lindt' }) }).click()
    await creator.getByText(t('studio.comments.empty')).waitFor()
  })

  it('leaves the lists of subscribers and followers as they are', async () => {
    for (const [path, title] of [
      ['/creator/subscribers', t('audience.empty.subscribers')],
      ['/creator/followers', t('audience.empty.followers')],
    ] as const) {
      await creator.goto(path)
      await creator.getByText(title).waitFor()
      await look(creator, `${path.slice('/creator/'.length)}-1440`)
    }
  })
})
