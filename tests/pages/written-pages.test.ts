import { write } from '@fanlight/server/modules/site/pages/edit-page'
import { buildAdmin } from '@fanlight/server/testing/builders'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { clockIsFrozen } from './frozen-clock.ts'
import { type Site, startSite } from './site.ts'

let site: Site
beforeAll(async () => {
  site = await startSite()
}, 120_000)
afterAll(() => site?.stop())

const publish = async (title: string, isPublished = true) => {
  const editor = await buildAdmin(site.ctx, { permissions: ['content'] })
  const viewer = { kind: 'signed-in', ...editor, address: '127.0.0.1', country: null, locale: 'en-US' } as never
  await write(
    site.ctx,
    { viewer, requestId: 'a-test' },
    { slug: 'house-rules', locale: 'en-US' },
    { type: 'page', title, summary: '', html: '<p>Be kind at {{site}}.</p><script>alert(1)</script>', isPublished },
  )
}

test('a page that staff rewrite is rendered again after the event, and is gone when it is withdrawn', async () => {
  clockIsFrozen()
  expect((await site.open('/page/house-rules')).status).toBe(404)
  await publish('House rules')
  await expect.poll(async () => (await site.open('/page/house-rules')).html).toContain('Be kind at Fanlight.')
  expect((await site.open('/page/house-rules')).html).not.toContain('alert(1)')
  await publish('Better rules')
  await expect.poll(async () => (await site.open('/page/house-rules')).html).toContain('Better rules')
  await publish('Better rules', false)
  await expect.poll(async () => (await site.open('/page/house-rules')).status).toBe(404)
})

test.each(['ja-JP', 'zh-TW', 'ko-KR', 'ar'])('the standard pages speak %s', async (locale) => {
  for (const slug of ['terms', 'privacy', 'help']) {
    const { html } = await site.open(`/page/${slug}?locale=${locale}`)
    // The article names a language of its own only where it differs from the page’s.
    expect(/<article[^>]*>/.exec(html)?.[0]).not.toContain('lang=')
    expect(html).toContain(`<html lang="${locale}"`)
  }
})
