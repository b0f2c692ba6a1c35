import { hashPassword } from '@fanlight/server/modules/people/accounts/auth/password-hash'
import pg from 'pg'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { barriers } from '../axe.ts'
import { addCreator, addStaff, narrowPhone, password, sideways, signedIn } from './creator-steps.ts'
import { texts } from './locale-text.ts'
import { desk, oneStory, openStage, photographFailures, type Stage } from './stage.ts'

// A fan comments and tips: the creator's bell shows it at once in another tab, opening the post reads it, and an email is switched off with
// one click, without signing in.

const t = texts('en-US')
let stage: Stage
let creator: Page
let otherTab: Page
let fan: Page
let postId: string
let db: pg.Client

beforeAll(async () => {
  stage = await openStage()
  await addStaff(stage, 'Mara Lindt')
  await addCreator(stage, { name: 'Ines Valloy', username: 'valloyclay' }, 'maralindt')
  db = new pg.Client({ connectionString: stage.copy.databaseUrl })
  await db.connect()
  await db.query(
    `INSERT INTO accounts (role, name, username, email, password_hash, status, email_verified_at)
      VALUES ('user', 'Tomo', 'tomo', 'tomo@example.com', $1, 'active', now())`,
    [await hashPassword({ password, hashed: false })],
  )
  await db.query(`UPDATE accounts SET email_verified_at = now() WHERE username = 'valloyclay'`)
  const made = await db.query<{ id: string }>(
    `INSERT INTO items (kind, performer_id, title, status, published_at)
      SELECT 'feed', id, 'Why glaze crawls', 'published', now() FROM accounts WHERE username = 'valloyclay' RETURNING id`,
  )
  postId = made.rows[0]!.id
  creator = await signedIn(stage, 'valloyclay')
  otherTab = await creator.context().newPage()
  fan = await signedIn(stage, 'tomo', narrowPhone)
})
afterAll(async () => {
  await db?.end()
  await stage?.close()
})
photographFailures(() => stage)

const fits = async (page: Page) => {
  expect(await barriers(page)).toEqual([])
  expect(await sideways(page)).toBe(0)
}
const bell = (page: Page) =>
  page
    .getByRole('navigation', { name: t('ui.nav.main') })
    .first()
    .getByRole('link', { name: t('ui.nav.notifications') })
const badge = (count: number) => t('ui.nav.unread', { count: String(count) })
const comment = async (text: string) => {
  await fan.goto(`/post/${postId}`)
  const reply = await fan.request.post('/api/comments', {
    data: { itemId: postId, text },
    headers: { origin: stage.copy.url },
  })
  expect(reply.status()).toBe(200)
}

describe('notifications', () => {
  oneStory()
  it('the first news of a creator is that they may publish; a fan has none', async () => {
    await creator.setViewportSize(desk)
    await creator.goto('/notifications')
    await creator.getByText('Your verification was approved.').waitFor()
    await bell(creator).getByText(badge(1)).waitFor()
    await fits(creator)
    await creator
      .getByRole('button', { name: t('notify.markAll') })
      .first()
      .click()
    await expect.poll(() => bell(creator).getByText(badge(1)).count()).toBe(0)
    await fan.goto('/notifications')
    await fan.getByText(t('notify.empty.all')).waitFor()
    await fits(fan)
  })

  it('a comment shows at the bell of the creator at once, in every tab', async () => {
    await otherTab.setViewportSize(desk)
    await otherTab.goto('/home')
    await comment('The second pull is the one that matters.')
    for (const page of [creator, otherTab]) await bell(page).getByText(badge(1)).waitFor()
    await creator.getByText('The second pull is the one that matters.').waitFor()
    await fits(creator)
  })

  it('opening it leads to the post and reads it everywhere', async () => {
    await creator.getByRole('link', { name: /The second pull/ }).click()
    await creator.waitForURL(`**/post/${postId}?comment=**`)
    for (const page of [creator, otherTab]) await expect.poll(() => bell(page).getByText(badge(1)).count()).toBe(0)
    await creator.goto('/notifications?filter=unread')
    await creator.getByText(t('notify.empty.unread')).waitFor()
  })

  it('preferences hold, and what is switched off is not listed', async () => {
    await creator.goto('/user/notifications')
    const inApp = creator.getByRole('checkbox', {
      name: t('notify.prefs.on', { topic: t('notify.topic.comments'), channel: t('notify.prefs.inApp') }),
    })
    await inApp.waitFor()
    const saved = creator.waitForResponse((reply) => reply.url().endsWith('/notifications/preferences'))
    await inApp.uncheck()
    await saved
    await creator.reload()
    await inApp.waitFor()
    expect(await inApp.isChecked()).toBe(false)
    await fits(creator)
    await fan.goto('/user/notifications')
    await fan.getByText(t('notify.prefs.quiet')).waitFor()
    await fits(fan)
  })

  it('the link in an email switches it off with one click, without signing in', async () => {
    await db.query(
      `WITH tip AS (SELECT p.id AS performer, f.id AS fan FROM accounts p, accounts f WHERE p.username = 'valloyclay' AND f.username = 'tomo')
        INSERT INTO events (topic, payload) SELECT 'tip.sent', jsonb_build_object('chargeId', uuid_v7(), 'userId', fan, 'performerId', performer,
          'type', 'tip', 'targetId', NULL, 'tokens', 50, 'balance', 0, 'note', '') FROM tip`,
    )
    await bell(otherTab).getByText(badge(1)).waitFor()
    // The email waits a minute, in which it may be read: that minute is over.
    const link = async () => {
      await db.query(
        `UPDATE graphile_worker._private_jobs SET run_at = now() WHERE run_at < now() + interval '5 minutes'`,
      )
      const found = await db.query<{ text: string }>(
        `SELECT text FROM mails WHERE kind = 'notification' AND text LIKE '%unsubscribe%'`,
      )
      return /\/unsubscribe\?token=[\w-]+/.exec(found.rows[0]?.text ?? '')?.[0]
    }
    await expect.poll(link).toBeTruthy()
    const visitor = await stage.visitor(narrowPhone)
    await visitor.goto((await link())!)
    await visitor.getByText(t('notify.unsubscribe.lead', { topic: t('notify.topic.tips') })).waitFor()
    await fits(visitor)
    await visitor.getByRole('button', { name: t('notify.unsubscribe.button') }).click()
    await visitor.getByText(t('notify.unsubscribe.done')).waitFor()
    await creator.goto('/user/notifications')
    const byEmail = creator.getByRole('checkbox', {
      name: t('notify.prefs.on', { topic: t('notify.topic.tips'), channel: t('notify.prefs.email') }),
    })
    await byEmail.waitFor()
    expect(await byEmail.isChecked()).toBe(false)
    expect(stage.faults).toEqual([])
  })
})
