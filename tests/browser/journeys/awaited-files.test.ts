import { joinAwaited } from '@fanlight/server/modules/content/items/awaited-files'
import { buildFile, finishFile } from '@fanlight/server/modules/content/posts/testing'
import { buildVideo } from '@fanlight/server/modules/content/videos/testing'
import { buildProduct } from '@fanlight/server/modules/shop/products/testing'
import { type Built, buildPerformer } from '@fanlight/server/testing/builders'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Site, startSite } from '../../pages/site.ts'
import { launchChromium } from '../chromium.ts'
import { newPage } from '../new-page.ts'

// A creator replaces a file of what is published, while people see the old one.

let site: Site
let browser: Browser
let creator: Built
const faults: string[] = []

beforeAll(async () => {
  site = await startSite()
  browser = await launchChromium()
  creator = await buildPerformer(site.ctx, { name: 'Ines Valloy', username: 'valloyclay' })
})
afterAll(async () => {
  await browser?.close()
  await site?.stop()
})

async function openEditor(path: string, viewport: { width: number; height: number }): Promise<Page> {
  const page = await newPage(browser, site.url, { token: creator.token, faults, viewport })
  await page.goto(path)
  return page
}
const shots = process.env['JOURNEY_SHOTS']
const shoot = async (page: Page, name: string) => {
  if (shots) await page.screenshot({ path: `${shots}/${name}.png` })
}
const line = (page: Page) => page.getByText('The new file is being processed.')

it.each([
  ['phone', { width: 390, height: 844 }],
  ['desktop', { width: 1440, height: 900 }],
] as const)('on a %s the editor says what people see until a new file is ready', async (name, viewport) => {
  const put = async (path: string, body: object) => {
    const reply = await fetch(`${site.url}/api${path}`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${creator.token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    expect(reply.status, await reply.clone().text()).toBe(200)
  }
  const video = await buildVideo(site.ctx, creator, { title: 'Kiln opening' })
  const next = await buildFile(site.ctx, creator, { purpose: 'feed-video', isPlayable: false })
  await put(`/performer/performer-assets/videos/edit/${video}`, { videoId: next })
  const page = await openEditor(`/creator/videos/${video}`, viewport)
  await line(page).waitFor()
  await shoot(page, `awaited-video-${name}`)
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
  // Saved again, it goes on waiting.
  await page.getByLabel('Title').first().fill('Kiln opening, second cut')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByText('Saved', { exact: false }).first().waitFor()
  await line(page).waitFor()
  await finishFile(site.ctx, next)
  await joinAwaited(site.ctx)
  await line(page).waitFor({ state: 'detached' })
  await page.context().close()

  const old = await buildFile(site.ctx, creator, { purpose: 'product-file' })
  const book = await buildProduct(site.ctx, creator, { type: 'digital', files: [{ id: old, role: 'main' }] })
  const broken = await buildFile(site.ctx, creator, { purpose: 'feed-photo', isPlayable: false })
  await put(`/performer/performer-assets/products/${book}`, { imageIds: [broken] })
  const other = await openEditor(`/creator/products/${book}`, viewport)
  await line(other).waitFor()
  await shoot(other, `awaited-product-${name}`)
  await other.context().close()
  expect(faults).toEqual([])
})
