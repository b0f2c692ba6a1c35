import { randomUUID } from 'node:crypto'
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildFeed } from '@fanlight/server/modules/content/posts/testing'
import { buildFan } from '@fanlight/server/modules/money/wallet/testing'
import { loadConfig } from '@fanlight/server/platform/config'
import { type Context, openContext } from '@fanlight/server/platform/context'
import { sql } from '@fanlight/server/platform/db/db'
import { loadSecret } from '@fanlight/server/platform/keys'
import { type Built, buildFollow, buildPerformer, buildUser } from '@fanlight/server/testing/builders'
import { hasVideoEngine } from '@fanlight/server/testing/clip'
import pg from 'pg'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makePhoto, makeVideo } from '../material.ts'
import { fits } from './creator-steps.ts'
import { press } from './fan-steps.ts'
import { texts } from './locale-text.ts'
import { desk, oneStory, openStage, phone, photographFailures, type Stage } from './stage.ts'

// The home page: a reader sees why a post is suggested, follows and dismisses on the card, takes it back, and goes on with a video.

const hasEngine = await hasVideoEngine()
const shots = process.env['JOURNEY_SHOTS']
const t = texts('en-US')
const title = 'Throwing the tall bottle'
const [kept, dismissed] = [
  'Twelve spoons, one plank, no sandpaper.',
  'Three inks, one leaf, and how to stop before it’s too much.',
]

let stage: Stage
let ctx: Context
let video = ''
const creators: Record<'ines' | 'odile' | 'priya' | 'teo', Built> = {} as never

async function asks(who: Built, method: string, path: string, body: FormData | object) {
  const isForm = body instanceof FormData
  const reply = await fetch(`${stage.copy.url}/api${path}`, {
    method,
    headers: {
      authorization: `Bearer ${who.token}`,
      'idempotency-key': randomUUID(),
      ...(isForm ? {} : { 'content-type': 'application/json' }),
    },
    body: isForm ? body : JSON.stringify(body),
  })
  const text = await reply.text()
  expect(reply.ok, text).toBe(true)
  return (JSON.parse(text) as { data: { _id: string } }).data
}
/** A post with a photo, once it is published. */
async function postPhoto(who: Built, hue: number, fields: object): Promise<void> {
  const form = new FormData()
  const path = await makePhoto(stage.folder, `photo-${hue}`, hue)
  form.set('file', new Blob([readFileSync(path)], { type: 'image/jpeg' }), 'photo.jpg')
  const { _id: fileId } = await asks(who, 'POST', '/performer/feeds/photo/upload', form)
  await asks(who, 'POST', '/performer/feeds', { type: 'photo', fileIds: [fileId], ...fields })
}
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
async function shoot(page: Page, name: string) {
  await fits(page)
  if (!shots) return
  mkdirSync(shots, { recursive: true })
  const file = (theme: string) => join(shots, `home-${name}-${page.viewportSize()!.width}-${theme}.png`)
  for (const theme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: theme })
    await page.screenshot({ path: file(theme), fullPage: true })
  }
  await page.emulateMedia({ colorScheme: 'light' })
}
async function pageOf(who: Built, viewport: typeof phone, locale = 'en-US'): Promise<Page> {
  const page = await stage.visitor(viewport, { locale })
  await page.context().addCookies([{ name: 'token', value: who.token, url: stage.copy.url }])
  return page
}

beforeAll(async () => {
  stage = await openStage()
  const config = loadConfig({ DATA_DIR: stage.folder, LOG_LEVEL: 'error', DATABASE_POOL: '2' }, [])
  ctx = await openContext(config, stage.copy.databaseUrl, await loadSecret(config))
  creators.ines = await buildPerformer(ctx, { name: 'Ines Valloy', username: 'valloyclay' })
  creators.odile = await buildPerformer(ctx, { name: 'Odile Marchand', username: 'odilewood' })
  creators.priya = await buildPerformer(ctx, { name: 'Priya Sandelle', username: 'priyaprints' })
  creators.teo = await buildPerformer(ctx, { name: 'Teo Lindqvarn', username: 'teobakes' })
  const { ines, odile, priya, teo } = creators
  for (let n = 0; n < 3; n++) {
    const other = await buildUser(ctx)
    for (const creator of [ines, odile]) await buildFollow(ctx, other, creator)
  }
  await sql`UPDATE performers SET categories = '{Pottery}' WHERE account_id IN (${ines.id}, ${priya.id})`.execute(
    ctx.db,
  )
  await postPhoto(ines, 20, { text: 'Woke at 4 to catch this one. No wind, one loon, coffee from the little stove.' })
  await postPhoto(ines, 300, { title: 'The winter kiln, opened', gate: { type: 'paid', price: 120 } })
  await postPhoto(odile, 200, { text: kept })
  await postPhoto(priya, 100, { text: dismissed })
  await buildFeed(ctx, teo, { title: 'The crumb, before and after', gate: { type: 'subscribers' } })
  await asks(ines, 'POST', '/streaming/schedule', {
    title: 'Kiln night',
    type: 'public',
    startsAt: inHours(30),
    minutes: 60,
  })
  await sql`INSERT INTO ticket_shows (id, performer_id, title, starts_at, minutes, price, seats)
    VALUES (gen_random_uuid(), ${ines.id}, 'Loops after dark', ${inHours(60)}, 60, 1500, 10)`.execute(ctx.db)
})
afterAll(async () => {
  await ctx?.close()
  await stage?.close()
})
photographFailures(() => stage)

const everythingPublished = () =>
  expect
    .poll(
      async () =>
        (await sql<{ n: number }>`SELECT count(*)::int AS n FROM items WHERE status <> 'published'`.execute(ctx.db))
          .rows[0]?.n,
      { timeout: 120_000, interval: 500 },
    )
    .toBe(0)

/** Who follows Ines, subscribes to her and waits for nothing. */
async function reader(): Promise<Built> {
  const fan = await buildFan(ctx, 1284, { name: 'Jamie Rowe' })
  await asks(fan, 'POST', `/follows/${creators.ines.id}`, {})
  await sql`INSERT INTO subscriptions (fan_id, performer_id, type, status, price_locked, current_period_end, access_until)
    VALUES (${fan.id}, ${creators.ines.id}, 'monthly', 'active', 2027, app_now() + interval '3 days', app_now() + interval '3 days')`.execute(
    ctx.db,
  )
  return fan
}

describe.each([
  ['a phone', phone],
  ['a desktop', desk],
] as const)('suggestions on %s', (_, viewport) => {
  oneStory()
  let fan: Built
  let page: Page
  const card = (text: string) => page.getByRole('article').filter({ hasText: text })

  it('say why they are there', async () => {
    await everythingPublished()
    fan = await reader()
    page = await pageOf(fan, viewport)
    await page.goto('/home?view=discover')
    await card(kept).getByText('Popular with people who follow Ines Valloy').waitFor()
    await card(dismissed).getByText('Because you follow Ines Valloy').waitFor()
    expect(await page.getByRole('article').filter({ hasText: 'Woke at 4' }).count()).toBe(0)
    await shoot(page, 'for-you')
  }, 180_000)

  it('are followed on their card', async () => {
    const name = 'Odile Marchand'
    const followed = page.waitForResponse((reply) => reply.url().includes('/api/follows/'))
    await press(page, card(kept).getByRole('button', { name: t('profile.followName', { name }) }))
    expect((await followed).status()).toBe(200)
    await card(kept)
      .getByRole('button', { name: t('profile.unfollow', { name }) })
      .waitFor()
    await page.reload()
    await card(dismissed).waitFor()
    expect(await card(kept).count()).toBe(0)
    await page.goto('/home')
    await card(kept).waitFor()
    await page.goto('/home?view=discover')
  })

  it('go when one is not interested, and come back by the toast', async () => {
    const button = () =>
      card(dismissed).getByRole('button', { name: t('home.notInterestedPost', { name: 'Priya Sandelle' }) })
    await press(page, button())
    await page.getByText(t('home.hidden.feed')).waitFor()
    expect(await card(dismissed).count()).toBe(0)
    await press(page, page.getByRole('button', { name: t('home.undo') }))
    await card(dismissed).waitFor()
    await page.reload()
    await press(page, button())
    await page.getByText(t('home.hidden.feed')).waitFor()
    await page.reload()
    await page.getByRole('article').first().waitFor()
    expect(await card(dismissed).count()).toBe(0)
  })

  it('are taken back in the settings, too', async () => {
    await page.goto('/user/privacy')
    await page.getByRole('heading', { name: t('privacy.notInterested.title') }).waitFor()
    const undo = page.getByRole('button', { name: t('privacy.notInterested.undoPost', { name: 'Priya Sandelle' }) })
    await shoot(page, 'settings')
    await press(page, undo)
    await page.getByText(t('privacy.notInterested.empty')).waitFor()
    await page.goto('/home?view=discover')
    await card(dismissed).waitFor()
  })

  it('of a creator go with the creator', async () => {
    await press(page, card(dismissed).getByRole('button', { name: t('post.more.feed') }))
    await press(page, page.getByRole('menuitem', { name: t('home.notInterestedIn', { name: 'Priya Sandelle' }) }))
    await page.getByText(t('home.hidden.performer', { name: 'Priya Sandelle' })).waitFor()
    expect(await card(dismissed).count()).toBe(0)
    await press(page, page.getByRole('button', { name: t('home.undo') }))
    await card(dismissed).waitFor()
  })

  it('leave room for what is coming, and a locked post says what it is and costs', async () => {
    await page.goto('/home')
    const soon =
      viewport === phone ? page.getByRole('region', { name: t('home.soon') }) : page.getByRole('complementary')
    await soon.getByText('Kiln night').waitFor()
    await soon.getByText('Loops after dark').waitFor()
    await soon.getByText('$20.27').first().waitFor()
    const locked = card('The winter kiln, opened')
    await locked.getByRole('button', { name: /120/ }).waitFor()
    await shoot(page, 'following')
    if (viewport === desk) {
      await press(page, soon.getByRole('button', { name: t('schedule.remindOf', { title: 'Kiln night' }) }))
      await soon.getByRole('button', { name: t('schedule.remindedOf', { title: 'Kiln night' }) }).waitFor()
      await soon.getByRole('button', { name: t('home.notInterestedIn', { name: 'Teo Lindqvarn' }) }).waitFor()
    }
  })

  it('who follows nobody is shown whom to follow', async () => {
    const empty = await pageOf(await buildUser(ctx), viewport)
    await empty.goto('/home')
    await empty.getByText(t('post.home.empty')).waitFor()
    await empty
      .getByRole('button', { name: t('profile.followName', { name: 'Ines Valloy' }) })
      .filter({ visible: true })
      .waitFor()
    await shoot(empty, 'empty')
    await empty.context().close()
  })

  it('is read from right to left in Arabic', async () => {
    await sql`UPDATE accounts SET locale = 'ar' WHERE id = ${fan.id}`.execute(ctx.db)
    const arabic = await pageOf(fan, viewport, 'ar')
    await arabic.goto('/home?view=discover')
    await arabic.getByText(texts('ar')('home.notInterested')).first().waitFor()
    await shoot(arabic, 'for-you-ar')
    await arabic.goto('/home')
    await arabic.getByText('Kiln night').filter({ visible: true }).first().waitFor()
    await shoot(arabic, 'following-ar')
    await arabic.context().close()
    await page.context().close()
  })
})

describe.skipIf(!hasEngine)('a video that was begun', () => {
  oneStory()
  const at = (page: Page) => page.evaluate(() => document.querySelector('video')?.currentTime ?? 0)

  it('is published', async () => {
    const form = new FormData()
    form.set('title', title)
    form.set('gate', JSON.stringify({ type: 'public' }))
    form.set('video', new Blob([readFileSync(await makeVideo(stage.folder, 'bottle', 20))]), 'bottle.mp4')
    video = (await asks(creators.ines, 'POST', '/performer/performer-assets/videos/upload', form))._id
    await everythingPublished()
  }, 240_000)

  it.each([
    ['a phone', phone],
    ['a desktop', desk],
  ] as const)(
    'goes on at its place from the home page of %s',
    async (_, viewport) => {
      const fan = await reader()
      await asks(fan, 'PUT', `/performer-assets/videos/${video}/position`, { seconds: 12 })
      const page = await pageOf(fan, viewport)
      await page.goto('/home')
      const link = page.getByRole('link', { name: new RegExp(title) }).filter({ visible: true })
      await link.waitFor()
      await shoot(page, 'continue')
      await press(page, link)
      await page.waitForURL(`**/video/${video}`)
      await press(page, page.getByRole('button', { name: `Play ${title}` }))
      await expect.poll(() => at(page)).toBeGreaterThan(11)
      // What is no longer for them is gone from the strip.
      await asks(creators.ines, 'POST', '/block/users', { userId: fan.id })
      await page.goto('/home')
      await page.getByRole('heading', { level: 1 }).waitFor({ state: 'attached' })
      expect(await page.getByRole('link', { name: new RegExp(title) }).count()).toBe(0)
      await page.context().close()
    },
    120_000,
  )

  it('is not missed where what stands beside the feed fails: the feed is there', async () => {
    const fan = await reader()
    const owner = new pg.Client({ connectionString: stage.copy.databaseUrl })
    await owner.connect()
    await owner.query('ALTER TABLE watch_positions RENAME TO watch_positions_away')
    try {
      const page = await pageOf(fan, desk)
      await page.goto('/home')
      await page.getByText(t('home.besideFailed')).filter({ visible: true }).waitFor()
      await page.getByText('Woke at 4').waitFor()
      await shoot(page, 'failing')
      await owner.query('ALTER TABLE watch_positions_away RENAME TO watch_positions')
      await press(page, page.getByRole('button', { name: t('ui.retry') }).filter({ visible: true }))
      await page.getByRole('complementary').getByText('Kiln night').waitFor()
      await page.context().close()
    } finally {
      await owner.query('ALTER TABLE IF EXISTS watch_positions_away RENAME TO watch_positions')
      await owner.end()
    }
  })

  it('no page had an error', () => expect(stage.faults).toEqual([]))
})
