import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fits } from './creator-steps.ts'
import { texts } from './locale-text.ts'
import {
  creator,
  demoWorldMsMax,
  desk,
  oneStory,
  openStage,
  phone,
  photographFailures,
  type Stage,
  tokenOf,
} from './stage.ts'

// A fan bought a post and a message of a creator who blocks them. The profile is gone; what was bought opens from the library.

const t = texts('en-US')
let stage: Stage
const pages: Page[] = []
beforeAll(async () => {
  stage = await openStage({ demoWorld: true })
}, demoWorldMsMax)
afterAll(() => stage?.close())
photographFailures(() => stage)

async function call(token: string, method: string, path: string, body?: object) {
  const reply = await fetch(`${stage.copy.url}/api${path}`, {
    method,
    headers: {
      authorization: token,
      'idempotency-key': randomUUID(),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  expect(reply.status, `${method} ${path} ${await reply.clone().text()}`).toBe(200)
  return ((await reply.json()) as { data: any }).data
}

describe('a buyer who is blocked', () => {
  oneStory()
  it('buys a message, and is blocked', async () => {
    const [fan, seller] = [await tokenOf(stage.copy, 'jamierowe'), await tokenOf(stage.copy, creator)]
    const { _id: userId } = await call(fan, 'GET', '/users/me')
    const [photo] = await call(seller, 'GET', '/performer/files?type=feed-photo')
    const { _id: conversation } = await call(seller, 'POST', '/conversations', { source: 'user', sourceId: userId })
    const sent = await call(seller, 'POST', `/messages/conversations/${conversation}`, {
      text: 'From the kiln, for you.',
      fileIds: [photo._id],
      price: 5,
    })
    await call(fan, 'POST', `/wallet/charges/message/${sent._id}`, { expectedPrice: 5 })
    await call(seller, 'POST', '/block/users', { userId })
    for (const viewport of [phone, desk]) {
      const page = await stage.visitor(viewport)
      await page.context().addCookies([{ name: 'token', value: fan, url: stage.copy.url }])
      expect((await page.goto(`/${creator}`))?.status()).toBe(404)
      pages.push(page)
    }
  })

  it('opens the message from the library, with the name of its sender as text', async () => {
    for (const page of pages) {
      await page.goto('/user/purchases?kind=message')
      await page.getByText('From the kiln, for you.').first().click()
      await page.waitForURL('**/user/purchases/messages/**')
      await page.getByText('From the kiln, for you.').waitFor()
      expect(await page.getByRole('main').locator(`a[href^="/${creator}"]`).count()).toBe(0)
      await page.getByRole('main').locator('img').first().waitFor()
      await fits(page)
      await page.screenshot({
        path: `${process.env['SHOTS'] ?? stage.folder}/message-${page.viewportSize()!.width}.png`,
      })
    }
  })

  it('opens every kind that was bought, with neither comments nor a way to the creator', async () => {
    for (const page of pages) {
      await page.goto('/user/purchases')
      const links = await page
        .getByRole('main')
        .locator('a[href^="/post/"], a[href^="/video/"], a[href^="/gallery/"], a[href^="/product/"]')
        .evaluateAll((found) => found.map((link) => link.getAttribute('href')!))
      let closed = 0
      for (const path of links) {
        expect((await page.goto(path))?.status(), path).toBe(200)
        if ((await page.getByText(t('post.yours')).count()) === 0) continue
        closed++
        expect(await page.getByRole('main').locator(`a[href^="/${creator}"]`).count(), path).toBe(0)
        expect(await page.locator('#comments').count(), path).toBe(0)
        await fits(page)
        await page.screenshot({
          path: `${process.env['SHOTS'] ?? stage.folder}/bought-${path.split('/')[1]}-${page.viewportSize()!.width}.png`,
        })
      }
      expect(closed).toBeGreaterThan(0)
    }
    expect(stage.faults.filter((fault) => !fault.includes('404'))).toEqual([])
  })
})
