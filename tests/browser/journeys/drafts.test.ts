import { hasVideoEngine } from '@fanlight/server/testing/clip'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makePhoto, makeVideo } from '../material.ts'
import { fits, openStageOfCreator, signedIn, valloy } from './creator-steps.ts'
import { chooseAudience, unfold } from './editor-steps.ts'
import { texts } from './locale-text.ts'
import { desk, oneStory, phone, photographFailures, type Stage } from './stage.ts'

// What is written is kept on the server: it survives a closed tab and a lost connection, and opens on another device.

const hasEngine = await hasVideoEngine()
const t = texts('en-US')
let stage: Stage
let creator: Page
let path: string
beforeAll(async () => {
  ;({ stage, creator } = await openStageOfCreator())
})
afterAll(() => stage?.close())
photographFailures(() => stage)

const text = (page: Page) => page.getByLabel(t('studio.item.feed.text'))
const isKept = (page: Page) => page.getByText(/^Saved \d/).waitFor()
interface Draft {
  _id: string
  text: string
  status: string
  files: unknown[]
}
const shots = process.env['JOURNEY_SHOTS']
const lookAt = async (page: Page, name: string) => {
  if (shots) await page.screenshot({ path: `${shots}/drafts-${name}.png` })
}
const drafts = async () =>
  ((await (await creator.request.get('/api/performer/feeds')).json()) as { data: Draft[] }).data

describe('a draft', () => {
  oneStory()

  it('is on the server a moment after it is written, and opens on another device', async () => {
    await creator.goto('/creator/posts/new')
    await creator.waitForLoadState('networkidle')
    await text(creator).fill('The kiln opens ')
    await isKept(creator)
    // It goes on in the same place: the field keeps its focus and its last space.
    expect(await text(creator).inputValue()).toBe('The kiln opens ')
    await text(creator).pressSequentially('at noon')
    await creator.locator('input[type=file][multiple]').setInputFiles(await makePhoto(stage.folder, 'draft', 40))
    await expect
      .poll(async () => (await drafts()).map((draft) => [draft.text, draft.files.length]))
      .toEqual([['The kiln opens at noon', 1]])
    path = new URL(creator.url()).pathname
    expect(path).toBe(`/creator/posts/${(await drafts())[0]!._id}`)
  })

  it('says when it was changed elsewhere, and keeps the version that is chosen', async () => {
    const other = await signedIn(stage, valloy.username, phone)
    await other.goto(path)
    expect(await text(other).inputValue()).toBe('The kiln opens at noon')
    await other.waitForLoadState('networkidle')
    await text(other).fill('From the phone')
    await isKept(other)
    await text(creator).fill('From the desk')
    await creator.getByText(t('studio.composer.conflict')).waitFor()
    expect((await drafts())[0]!.text).toBe('From the phone')
    await creator.getByRole('button', { name: t('studio.composer.keepMine') }).click()
    await expect.poll(async () => (await drafts()).map((draft) => draft.text)).toEqual(['From the desk'])
    await text(other).fill('From the phone again')
    await other.getByRole('button', { name: t('studio.composer.openTheirs') }).click()
    await expect.poll(() => text(other).inputValue()).toBe('From the desk')
    await other.context().close()
  })

  it('takes what it sent as its page was left for its own, though it arrives after the next page was loaded', async () => {
    await creator.goto(path)
    await creator.waitForLoadState('networkidle')
    let left: { url: string; data: string } | undefined
    await creator.route('**/api/performer/feeds/*', async (route) => {
      const data = route.request().postData()
      if (route.request().method() !== 'PUT' || !data) return route.continue()
      left ??= { url: route.request().url(), data }
      return route.abort()
    })
    await text(creator).fill('Written before the reload')
    await expect.poll(() => left).toBeDefined()
    await creator.reload()
    await creator.waitForLoadState('networkidle')
    expect(await text(creator).inputValue()).toBe('Written before the reload')
    const headers = { origin: stage.copy.url, 'content-type': 'application/json' }
    expect((await creator.request.put(left!.url, { headers, data: left!.data })).status()).toBe(200)
    await creator.unroute('**/api/performer/feeds/*')
    await text(creator).fill('Written after it')
    await expect.poll(async () => (await drafts())[0]!.text).toBe('Written after it')
    await isKept(creator)
    expect(await creator.getByText(t('studio.composer.conflict')).count()).toBe(0)
    await text(creator).fill('From the desk')
    await expect.poll(async () => (await drafts())[0]!.text).toBe('From the desk')
  })

  it('loses nothing while the line is cut, and makes no second post', async () => {
    await creator.goto('/creator/posts/new')
    await creator.waitForLoadState('networkidle')
    await creator.context().setOffline(true)
    await text(creator).fill('Written in a tunnel')
    await creator.getByText(t('studio.composer.keeping.offline')).waitFor()
    await text(creator).fill('Written in a tunnel, and after it')
    await creator.context().setOffline(false)
    await isKept(creator)
    await expect
      .poll(async () => (await drafts()).map((draft) => draft.text))
      .toEqual(['Written in a tunnel, and after it', 'From the desk'])
    await creator.getByRole('button', { name: t('studio.editor.publish'), exact: true }).click()
    await creator.waitForURL('**/creator/posts')
    expect((await drafts()).map(({ status }) => status)).toEqual(['published', 'draft'])
  })

  it('keeps a poll while it is composed, which opens on another device and can still be changed there', async () => {
    await creator.goto('/creator/posts/new')
    await creator.waitForLoadState('networkidle')
    await creator.getByRole('button', { name: t('studio.editor.makePoll') }).click()
    const question = (page: Page) => page.getByLabel(t('studio.editor.question'))
    const answer = (page: Page, at: number) => page.getByLabel(t('studio.editor.option', { at }), { exact: true })
    await question(creator).fill('Which glaze')
    await answer(creator, 1).fill('<b>Ash</b>')
    await isKept(creator)
    const [draft] = await drafts()
    expect(draft).toMatchObject({
      status: 'draft',
      draftPoll: { question: 'Which glaze', options: ['<b>Ash</b>', ''] },
    })

    const other = await signedIn(stage, valloy.username, phone)
    await other.goto(`/creator/posts/${draft!._id}`)
    await other.waitForLoadState('networkidle')
    expect(await question(other).inputValue()).toBe('Which glaze')
    expect(await answer(other, 1).inputValue()).toBe('<b>Ash</b>')
    // The preview shows it as it is written.
    expect(await other.getByText('<b>Ash</b>').count()).toBeGreaterThan(0)
    await question(other).fill('Which glaze?')
    await answer(other, 2).fill('Copper')
    await isKept(other)
    await fits(other)
    await lookAt(other, 'poll')
    await other.getByRole('button', { name: t('studio.editor.publish'), exact: true }).click()
    await other.waitForURL('**/creator/posts')
    expect((await drafts())[0]).toMatchObject({ _id: draft!._id, status: 'published', draftPoll: null })
    const shown = await other.request.get(`/api/performer/feeds/${draft!._id}`)
    const options = [{ text: '<b>Ash</b>' }, { text: 'Copper' }]
    expect(await shown.json()).toMatchObject({ data: { poll: { question: 'Which glaze?', options } } })
    await other.context().close()
  })

  it('begins with the audience and price of what was published last', async () => {
    const shown = (page: Page) => page.getByRole('button', { name: new RegExp(`^${t('studio.composer.who')}`) })
    await creator.goto('/creator/posts/new')
    await creator.waitForLoadState('networkidle')
    await text(creator).fill('Sold')
    await chooseAudience(creator, t('studio.gate.paid'))
    await creator.getByLabel(t('studio.editor.price')).fill('12')
    expect(await creator.getByLabel(t('studio.editor.freeForSubscribers')).isChecked()).toBe(true)
    await isKept(creator)
    await creator.getByRole('button', { name: t('studio.editor.publish'), exact: true }).click()
    await creator.waitForURL('**/creator/posts')
    const other = await signedIn(stage, valloy.username, phone)
    await other.goto('/creator/posts/new')
    await other.waitForLoadState('networkidle')
    await shown(other)
      .filter({ hasText: t('studio.gate.paid') })
      .waitFor()
    expect(await other.getByLabel(t('studio.editor.price')).inputValue()).toBe('12')
    await lookAt(other, 'remembered')
    await text(other).fill('Sold as before')
    await isKept(other)
    expect((await drafts())[0]).toMatchObject({ status: 'draft', gate: { type: 'paid', price: 12 } })
    // Galleries have a memory of their own.
    await other.goto('/creator/galleries/new')
    await shown(other)
      .filter({ hasText: t('studio.gate.public') })
      .waitFor()
    await other.context().close()
  })

  it('threw no error on any page', () => expect(stage.faults).toEqual([]))
})

interface GalleryDraft {
  _id: string
  title: string
  status: string
  photoCount: number
  files: { _id: string }[]
}
describe.each([
  { screen: 'phone', viewport: phone, other: desk },
  { screen: 'desktop', viewport: desk, other: phone },
])('a gallery begun on a $screen', ({ screen, viewport, other }) => {
  oneStory()
  let page: Page
  const title = (on: Page) => on.getByLabel(/^Title/)
  const look = (on: Page, name: string) => lookAt(on, `gallery-${screen}-${name}`)
  const galleries = async () => {
    const list = await creator.request.get('/api/performer/performer-assets/galleries/search')
    const { data } = (await list.json()) as { data: GalleryDraft[] }
    return data.filter((gallery) => gallery.title.endsWith(screen))
  }

  it('is kept with its photos, and opens on another device after the tab was closed', async () => {
    page = await signedIn(stage, valloy.username, viewport)
    await page.goto('/creator/galleries/new')
    await page.waitForLoadState('networkidle')
    await title(page).fill(`Kiln week on a ${screen}`)
    const photos = await Promise.all([10, 130, 250].map((hue) => makePhoto(stage.folder, `${screen}-${hue}`, hue)))
    await page.locator('input[type=file][multiple]').setInputFiles(photos)
    await expect.poll(async () => (await galleries()).map(({ photoCount }) => photoCount)).toEqual([3])
    await isKept(page)
    await fits(page)
    await look(page, 'kept')
    // What is taken out again leaves the draft, and what is put first is first in it.
    const before = (await galleries())[0]!.files.map(({ _id }) => _id)
    await page.getByRole('button', { name: t('studio.editor.remove', { name: `${screen}-130.jpg` }) }).click()
    await page.getByRole('button', { name: /position 2 of 2/ }).focus()
    await page.keyboard.press('Home')
    await expect.poll(async () => (await galleries())[0]!.files.map(({ _id }) => _id)).toEqual([before[2], before[0]])
    await isKept(page)
    const address = new URL(page.url()).pathname
    expect(address).toBe(`/creator/galleries/${(await galleries())[0]!._id}`)
    await page.close({ runBeforeUnload: false })

    const elsewhere = await signedIn(stage, valloy.username, other)
    await elsewhere.goto(address)
    expect(await title(elsewhere).inputValue()).toBe(`Kiln week on a ${screen}`)
    await elsewhere.getByRole('button', { name: /position 2 of 2/ }).waitFor()
    await elsewhere.waitForLoadState('networkidle')
    await title(elsewhere).fill(`Kiln days on a ${screen}`)
    await isKept(elsewhere)
    expect(await galleries()).toMatchObject([{ title: `Kiln days on a ${screen}`, photoCount: 2, status: 'draft' }])
    await look(elsewhere, 'elsewhere')
    page = elsewhere
  })

  it('takes a photo that it sent as its page was left for its own, though it arrives after the next page was loaded', async () => {
    const calls = '**/api/performer/performer-assets/galleries/*'
    let left: { url: string; data: string } | undefined
    await page.route(calls, async (route) => {
      const data = route.request().postData()
      if (route.request().method() !== 'PUT' || !data) return route.continue()
      // Only what has the new photo counts.
      if ((JSON.parse(data) as { fileIds: string[] }).fileIds.length > 0) left = { url: route.request().url(), data }
      return route.abort()
    })
    const photo = await makePhoto(stage.folder, `${screen}-left`, 70)
    await page.locator('input[type=file][multiple]').setInputFiles([photo])
    await expect.poll(() => left).toBeDefined()
    await page.reload()
    await page.waitForLoadState('networkidle')
    const headers = { origin: stage.copy.url, 'content-type': 'application/json' }
    expect((await page.request.put(left!.url, { headers, data: left!.data })).status()).toBe(200)
    await page.unroute(calls)
    await title(page).fill(`Kiln evenings on a ${screen}`)
    await expect
      .poll(async () => (await galleries()).map((gallery) => [gallery.title, gallery.photoCount]))
      .toEqual([[`Kiln evenings on a ${screen}`, 3]])
    await isKept(page)
    expect(await page.getByText(t('studio.composer.conflict')).count()).toBe(0)
  })

  it('says that it was not saved, and saves it when asked', async () => {
    const calls = '**/api/performer/performer-assets/galleries/*'
    await page.route(calls, (route) => route.fulfill({ status: 503, body: '' }))
    await title(page).fill(`Kiln nights on a ${screen}`)
    await page.getByText(t('studio.composer.keeping.failed'), { exact: true }).waitFor()
    await look(page, 'failed')
    await page.unroute(calls)
    await page.getByRole('button', { name: t('ui.retry') }).click()
    await isKept(page)
    expect(await galleries()).toMatchObject([{ title: `Kiln nights on a ${screen}`, photoCount: 3 }])
  })

  it('is published once, and then changed by its button alone', async () => {
    await page.getByRole('button', { name: t('studio.editor.publish'), exact: true }).click()
    await page.waitForURL('**/creator/galleries')
    await expect.poll(async () => (await galleries()).map(({ status }) => status)).toEqual(['published'])
    const [published] = await galleries()
    await page.goto(`/creator/galleries/${published!._id}`)
    await page.waitForLoadState('networkidle')
    const saved: string[] = []
    page.on('request', (request) => request.method() === 'PUT' && saved.push(request.url()))
    await title(page).fill(`Changed on a ${screen}`)
    // Leaving the page is what saves a draft at the latest.
    await page.evaluate(() => {
      Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
    })
    expect(saved).toEqual([])
    expect((await galleries())[0]!.title).toBe(`Kiln nights on a ${screen}`)
    await page.context().close()
  })

  it('threw no error on any page', () =>
    expect(stage.faults.filter((fault) => !/503|Service Unavailable/.test(String(fault)))).toEqual([]))
})

describe.skipIf(!hasEngine)('a video that is begun', () => {
  oneStory()
  const title = (page: Page) => page.locator('[name=title]')
  const chapter = (page: Page) => page.getByLabel(t('studio.chapters.name'), { exact: true })
  const videos = async () => {
    const list = await creator.request.get('/api/performer/performer-assets/videos/search')
    return ((await list.json()) as { data: { _id: string; title: string; status: string; files: unknown[] }[] }).data
  }

  it('opens on another device with its file, its chapters and its price, and goes on there', async () => {
    await creator.goto('/creator/videos/new')
    await creator.waitForLoadState('networkidle')
    await title(creator).fill('Throwing the tall bottle')
    await creator
      .locator('input[type=file]')
      .first()
      .setInputFiles(await makeVideo(stage.folder, 'bottle', 4))
    await unfold(creator, t('studio.chapters.title'))
    await creator.getByRole('button', { name: t('studio.chapters.add') }).click()
    await chapter(creator).fill('Centring')
    await chooseAudience(creator, t('studio.gate.paid'))
    await creator.getByLabel(t('studio.editor.price')).fill('90')
    await expect
      .poll(async () => (await videos()).map(({ files, ...video }) => [video.title, video.status, files.length]))
      .toEqual([['Throwing the tall bottle', 'draft', 1]])
    await isKept(creator)
    const address = `/creator/videos/${(await videos())[0]!._id}`
    expect(new URL(creator.url()).pathname).toBe(address)

    const other = await signedIn(stage, valloy.username, phone)
    await other.goto(address)
    await other.waitForLoadState('networkidle')
    expect(await title(other).inputValue()).toBe('Throwing the tall bottle')
    expect(await other.getByLabel(t('studio.editor.price')).inputValue()).toBe('90')
    await unfold(other, t('studio.chapters.title'))
    expect(await chapter(other).inputValue()).toBe('Centring')
    expect(await other.getByRole('button', { name: /^Remove (?!chapter)/ }).count()).toBe(1)
    await title(other).fill('Throwing the taller bottle')
    await isKept(other)
    await fits(other)
    await lookAt(other, 'video')
    expect(await videos()).toMatchObject([{ title: 'Throwing the taller bottle', status: 'draft' }])
    await other.context().close()
  })
})

describe('a product that is begun', () => {
  oneStory()
  const title = (page: Page) => page.locator('[name=title]')
  const field = (page: Page, name: string) => page.getByLabel(t(`studio.products.${name}`))
  const products = async () => {
    const list = await creator.request.get('/api/performer/performer-assets/products/search')
    return ((await list.json()) as { data: { _id: string; title: string; status: string; images: unknown[] }[] }).data
  }

  it('opens on another device with its picture, stock and shipping, and is published there once', async () => {
    await creator.goto('/creator/products/new')
    await creator.waitForLoadState('networkidle')
    await title(creator).fill('Ash-glazed bowl')
    await creator.getByLabel(t('studio.editor.price')).fill('30')
    await field(creator, 'limited').check()
    await field(creator, 'inStock').fill('3')
    await field(creator, 'shippingFee').fill('5')
    await creator
      .locator('input[type=file]')
      .first()
      .setInputFiles(await makePhoto(stage.folder, 'bowl', 30))
    await expect
      .poll(async () =>
        (await products()).map(({ images, ...product }) => [product.title, product.status, images.length]),
      )
      .toEqual([['Ash-glazed bowl', 'draft', 1]])
    await isKept(creator)
    const address = `/creator/products/${(await products())[0]!._id}`
    expect(new URL(creator.url()).pathname).toBe(address)

    const other = await signedIn(stage, valloy.username, phone)
    await other.goto(address)
    await other.waitForLoadState('networkidle')
    expect(await title(other).inputValue()).toBe('Ash-glazed bowl')
    expect(await other.getByLabel(t('studio.editor.price')).inputValue()).toBe('30')
    expect(await field(other, 'limited').isChecked()).toBe(true)
    expect(await field(other, 'inStock').inputValue()).toBe('3')
    expect(await field(other, 'shippingFee').inputValue()).toBe('5')
    expect(await other.getByRole('button', { name: /^Remove / }).count()).toBe(1)
    await field(other, 'inStock').fill('2')
    await isKept(other)
    await fits(other)
    await lookAt(other, 'product')
    await other.getByRole('button', { name: t('studio.editor.publish'), exact: true }).click()
    await other.waitForURL('**/creator/products')
    await expect
      .poll(products)
      .toMatchObject([{ title: 'Ash-glazed bowl', status: 'published', stock: 2, shipping: { fee: 5 } }])
    await other.context().close()
  })
})
