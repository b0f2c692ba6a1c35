import { hasVideoEngine } from '@fanlight/server/testing/clip'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeVideo, makePhoto } from '../material.ts'
import { addCreator, addStaff, narrowPhone, sideways, signedIn } from './creator-steps.ts'
import { chooseAudience, unfold } from './editor-steps.ts'
import { oneStory, openStage, photographFailures, type Stage } from './stage.ts'

// A creator's work on a phone of 360 px: plans, the profile, photos in their order, a video, a poll, a scheduled post.

const hasEngine = await hasVideoEngine()
let stage: Stage
let creator: Page

beforeAll(async () => {
  stage = await openStage()
  await addStaff(stage, 'Mara Lindt')
  await addCreator(stage, { name: 'Ines Valloy', username: 'valloyclay' }, 'maralindt')
  creator = await signedIn(stage, 'valloyclay', narrowPhone)
})
afterAll(() => stage?.close())
photographFailures(() => stage)

const ready = (page: Page, count: number) =>
  expect.poll(() => page.getByText('Ready', { exact: true }).count(), { timeout: 60_000 }).toBe(count)

describe('working on a phone', () => {
  oneStory()
  it('offers plans, each price with a name of its own', async () => {
    await creator.goto('/creator/pricing')
    await creator.getByLabel('Name', { exact: true }).fill('Front Row')
    await creator.getByRole('button', { name: 'Monthly' }).click()
    await creator.getByLabel('Price: Monthly').fill('7.95')
    await creator.getByRole('button', { name: 'Add a multi-month plan' }).click()
    await creator.getByLabel('Price: 3 months').fill('20.27')
    await creator.getByRole('button', { name: 'Save plans' }).click()
    await creator.getByText('Changes saved').first().waitFor()
  })

  it('says who she is, and on which clock she plans', async () => {
    await creator.goto('/creator/account')
    await creator.getByLabel('Tagline').fill('Wheel-thrown ceramics')
    await creator.getByLabel('Bio').fill('I throw pots.')
    await creator.getByLabel('Title of link 1').fill('Shop')
    await creator.getByLabel('URL of link 1').fill('https://shop.example')
    await creator.getByRole('combobox', { name: 'Eye color' }).selectOption('green')
    expect(await creator.getByLabel('Time zone').inputValue()).toBe('Asia/Tokyo')
    await creator.getByRole('button', { name: 'Save profile' }).click()
    await creator.getByText('Changes saved').first().waitFor()
    const me = (await (await creator.request.get('/api/performers/me')).json()) as { data: Record<string, unknown> }
    expect(me.data).toMatchObject({
      tagline: 'Wheel-thrown ceramics',
      eyeColor: 'green',
      timezone: 'Asia/Tokyo',
      links: [{ title: 'Shop', url: 'https://shop.example' }],
    })
  })

  it('publishes photos in the order she put them, after a reload and a broken connection', async () => {
    await creator.goto('/creator/posts/new')
    await creator.getByLabel(/^Title/).fill('Morning light')
    const files = creator.locator('input[type=file][multiple]')
    await files.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('Words.') })
    await creator.getByText(/isn’t supported\. Photos: JPEG/).waitFor()

    // The first try finds no network; it goes again by itself.
    let broken = 0
    await creator.route('**/feeds/photo/upload', (route) => (broken++ === 0 ? route.abort() : route.continue()))
    await files.setInputFiles(await Promise.all([40, 120].map((hue) => makePhoto(stage.folder, `open-${hue}`, hue))))
    await creator
      .getByText(/connection was lost|No connection/)
      .first()
      .waitFor()
    await ready(creator, 2)
    expect(broken).toBe(3)

    await creator.getByRole('button', { name: /^open-120\.jpg, position 2 of 2/ }).focus()
    await creator.keyboard.press('ArrowUp')
    await creator.getByRole('button', { name: /^open-120\.jpg, position 1 of 2/ }).waitFor()

    await creator.getByRole('button', { name: 'Add alt text: open-120.jpg' }).click()
    await creator.getByLabel('Description (alt text)').fill('Morning light on a wall')
    await creator.getByRole('button', { name: 'Next file' }).click()
    await creator.getByRole('heading', { name: 'Alt text, file 2' }).waitFor()
    await creator.getByRole('button', { name: 'Done' }).click()
    await creator.getByText('1 without alt text').waitFor()

    // What is written and sent is on the server a moment later, and a reload opens it.
    await creator.getByText(/^Saved \d/).waitFor()
    await creator.waitForURL(/\/creator\/posts\/[0-9a-f-]{36}$/)
    await creator.reload()
    expect(await creator.getByLabel(/^Title/).inputValue()).toBe('Morning light')
    await ready(creator, 2)
    await creator.getByText('1 without alt text').waitFor()
    await creator.getByRole('button', { name: /^Add alt text: / }).click()
    await creator.getByRole('heading', { name: 'Alt text, file 2' }).waitFor()
    await creator.getByLabel('Description (alt text)').fill('The same wall at noon')
    await creator.getByRole('button', { name: 'Done' }).click()

    // What the server can't take yet stays on the device. Leaving asks; “Keep editing” preserves the input.
    await chooseAudience(creator, 'Paid')
    await creator.getByText('Enter a price.').waitFor()
    await creator.getByText('Kept on this device').waitFor()
    await creator.getByRole('link', { name: 'Back' }).click()
    await creator.getByRole('button', { name: 'Keep editing' }).click()
    await creator.getByLabel('Price in tokens').fill('120')
    expect(await sideways(creator)).toBe(0)
    await creator.getByRole('button', { name: 'Publish', exact: true }).dblclick()
    await creator.waitForURL('**/creator/posts')
    const list = (await (await creator.request.get('/api/performer/feeds')).json()) as {
      data: { _id: string; title: string }[]
    }
    expect(list.data.map(({ title }) => title)).toEqual(['Morning light'])

    // Photos are called what she wrote about them, on the page and full size.
    await creator.goto(`/post/${list.data[0]!._id}`)
    await creator.getByRole('button', { name: /View photo 2 of 2 full size The same wall at noon/ }).waitFor()
    await creator.getByRole('button', { name: /View photo 1 of 2 full size Morning light on a wall/ }).click()
    await creator.getByRole('dialog').getByRole('img', { name: 'Morning light on a wall' }).waitFor()
    await creator.keyboard.press('Escape')
  })

  it.skipIf(!hasEngine)('publishes a video, with a frame of it as its cover', async () => {
    await creator.goto('/creator/posts/new')
    await creator.waitForLoadState('networkidle')
    expect(await creator.getByText(/Unsaved changes from/).count()).toBe(0)
    await creator.getByLabel(/^Title/).fill('Throwing a tall vase')
    await creator.locator('input[type=file][multiple]').setInputFiles(await makeVideo(stage.folder, 'vase', 4))
    await creator.getByRole('button', { name: 'Choose a frame' }).click()
    await creator.getByRole('button', { name: 'Use this frame' }).click()
    await creator.getByText('cover.jpg').waitFor()
    await ready(creator, 2)
    await creator.getByRole('button', { name: 'Publish', exact: true }).click()
    await creator.waitForURL('**/creator/posts')
    await creator.getByText('Throwing a tall vase').first().waitFor()
  })

  it('asks a poll with an end, and schedules a post on her own clock', async () => {
    await creator.goto('/creator/posts/new')
    await creator.waitForLoadState('networkidle')
    await creator.getByRole('button', { name: 'Add a poll' }).click()
    await creator.getByLabel('Question').fill('Which glaze next?')
    await creator.getByLabel('Answer 1', { exact: true }).fill('Celadon')
    await creator.getByLabel('Answer 2', { exact: true }).fill('celadon')
    // Said at the field and beside the button.
    await creator.getByText('Two answers are the same.').first().waitFor()
    await creator.getByLabel('Answer 2', { exact: true }).and(creator.locator('[aria-invalid]')).waitFor()
    await creator.getByLabel('Answer 2', { exact: true }).fill('Tenmoku')
    const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
    await creator.getByLabel(/^End date/).fill(`${inDays(1)}T09:00`)
    await unfold(creator, 'Date')
    await creator.getByLabel(/^Publish date/).fill(`${inDays(2)}T09:00`)
    await creator.getByText('The poll must end after the post is published.').first().waitFor()
    await creator
      .getByLabel(/^End date/)
      .and(creator.locator('[aria-invalid]'))
      .waitFor()
    await creator.getByLabel(/^End date/).fill(`${inDays(3)}T09:00`)
    await creator.getByText(/Publishes .+ Asia\/Tokyo time/).waitFor()
    await creator.getByRole('button', { name: /^Schedule/ }).click()
    await creator.waitForURL('**/creator/posts')
    const list = (await (await creator.request.get('/api/performer/feeds?status=scheduled')).json()) as {
      data: { publishAt: string; poll: { endsAt: string } }[]
    }
    // 9 in the morning in Tokyo is midnight UTC.
    expect(list.data.map(({ publishAt, poll }) => [publishAt, poll.endsAt])).toEqual([
      [`${inDays(2)}T00:00:00.000Z`, `${inDays(3)}T00:00:00.000Z`],
    ])
  })

  it('threw no error on any page', () => expect(stage.faults).toEqual([]))
})
