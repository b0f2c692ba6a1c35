import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { barriers } from '../axe.ts'
import { makePhoto } from '../material.ts'
import { addCreator, addStaff, narrowPhone, sideways, signedIn } from './creator-steps.ts'
import { unfold } from './editor-steps.ts'
import { texts } from './locale-text.ts'
import { desk, oneStory, openStage, photographFailures, type Stage } from './stage.ts'

// A creator names a guest on a post; the guest signs on a phone without an account, staff verify it, and the post is published by itself.
// Then the guest withdraws, and the post is hidden from everyone.

const t = texts('en-US')
let stage: Stage
let creator: Page
let guest: Page
let link: string
let code: string
let lasting: string
let postId: string

beforeAll(async () => {
  stage = await openStage()
  await addStaff(stage, 'Mara Lindt')
  await addCreator(stage, { name: 'Ines Valloy', username: 'valloyclay' }, 'maralindt')
  creator = await signedIn(stage, 'valloyclay')
  guest = await stage.visitor(narrowPhone)
})
afterAll(() => stage?.close())
photographFailures(() => stage)

const fits = async (page: Page) => {
  expect(await barriers(page)).toEqual([])
  expect(await sideways(page)).toBe(0)
}
const statusOf = async () => {
  const reply = await creator.request.get(`/api/performer/feeds/${postId}`)
  return ((await reply.json()) as { data: { status: string } }).data.status
}

describe('consent', () => {
  oneStory()
  it('begins with a link and a code that are mailed to the guest alone', async () => {
    await creator.goto('/creator/participants')
    await creator.getByText(t('consent.people.empty')).waitFor()
    await fits(creator)
    await creator
      .getByRole('button', { name: t('consent.people.add') })
      .first()
      .click()
    await creator.getByLabel(t('consent.people.name'), { exact: true }).fill('Ada Rowe')
    await creator.getByLabel(t('consent.people.email'), { exact: true }).fill('ada@example.com')
    await creator.getByRole('button', { name: t('consent.people.invite') }).click()
    await creator.getByText(t('consent.people.sentTo', { email: 'ada@example.com' })).waitFor()
    expect(await creator.content()).not.toMatch(/\/consent\/[\w-]{43}/)
    const outbox = await guest.request.get('/api/mails/outbox?pageSize=100')
    const { data } = (await outbox.json()) as { data: { to: string; text: string }[] }
    const { text } = data.find(({ to }) => to === 'ada@example.com')!
    link = /\/consent\/[\w-]{43}/.exec(text)![0]
    code = /\b\d{6}\b/.exec(text)![0]
    await creator.getByText('Ada Rowe').first().waitFor()
    await fits(creator)
  })

  it('keeps a post that names the person unpublished', async () => {
    await creator.goto('/creator/posts/new')
    await creator.getByLabel(/^Title/).fill('Two of us')
    await creator.getByLabel(t('studio.item.feed.text')).fill('At the kiln.')
    await unfold(creator, t('studio.editor.people'))
    await creator.getByRole('button', { name: t('studio.editor.addPerson') }).click()
    await creator.getByRole('button', { name: /Ada Rowe/ }).click()
    await creator.getByText(t('studio.editor.waitsForConsent')).first().waitFor()
    await fits(creator)
    await creator.getByRole('button', { name: t('studio.editor.publish'), exact: true }).click()
    await creator.waitForURL('**/creator/posts')
    await creator.getByText('Two of us').first().waitFor()
    const list = await creator.request.get('/api/performer/feeds')
    const [post] = ((await list.json()) as { data: { _id: string; status: string }[] }).data
    expect(post?.status).toBe('processing')
    postId = post!._id
  })

  it('is signed on a phone without an account', async () => {
    await guest.goto(link)
    await guest.getByText('Two of us').waitFor()
    await fits(guest)
    await guest.getByLabel(t('consent.code')).fill(code)
    await guest.getByLabel(t('consent.legalName')).fill('Ada Maria Rowe')
    await guest.getByLabel(t('consent.dateOfBirth')).fill('1994-02-28')
    for (const name of ['idFront', 'selfieWithId'])
      await guest.locator(`input[name=${name}]`).setInputFiles(await makePhoto(stage.folder, `guest-${name}`, 200))
    const inAMonth = new Date(Date.now() + 30 * 24 * 60 * 60 * 1000).toISOString().slice(0, 10)
    await guest.getByLabel(t('consent.endsOn')).fill(inAMonth)
    await fits(guest)
    await guest.getByLabel(t('consent.agree')).check()
    await guest.getByRole('button', { name: t('consent.sign'), exact: true }).click()
    await guest.getByText(t('consent.inReview')).waitFor()
    await fits(guest)
    lasting = (await guest.locator('a[href^="/consent/"]').getAttribute('href'))!
    expect(lasting).not.toBe(link)
    await guest.goto(link)
    await guest.getByText(t('consent.used')).waitFor()
    await creator.goto('/creator/participants')
    await creator.getByText(t('consent.endsUntil', { date: '' }).trim()).waitFor()
    await fits(creator)
  })

  it('is verified by staff beside the creators, and the post is published by itself', async () => {
    const staff = await signedIn(stage, 'maralindt', desk)
    await staff.goto('/admin/consents')
    await staff.getByRole('link', { name: 'Ada Rowe' }).click()
    await staff.getByText('Ada Maria Rowe').waitFor()
    await staff.getByLabel(t('review.why')).fill('First review')
    await staff.getByRole('button', { name: t('review.show', { count: 2 }) }).click()
    await expect.poll(() => staff.locator('figure img').count()).toBe(2)
    await fits(staff)
    await staff.getByRole('button', { name: t('review.approve'), exact: true }).click()
    await staff.getByText(t('consent.review.empty')).waitFor()
    await expect.poll(statusOf).toBe('published')
    expect((await guest.goto(`/post/${postId}`))?.status()).toBe(200)
  })

  it('is withdrawn by the lasting link, and the post is gone', async () => {
    await guest.goto(lasting)
    await guest.getByText(t('consent.withdraw.title')).click()
    await fits(guest)
    await guest.getByRole('button', { name: t('consent.withdraw.submit'), exact: true }).click()
    await guest.getByText(t('consent.withdrawn')).waitFor()
    expect(await statusOf()).toBe('hidden')
    await expect.poll(async () => (await guest.request.get(`/post/${postId}`)).status()).toBe(404)
    await creator.goto('/creator/participants')
    await creator.getByText(t('consent.status.revoked'), { exact: true }).last().waitFor()
    expect(stage.faults).toEqual([])
  })
})
