import { hashPassword } from '@fanlight/server/modules/people/accounts/auth/password-hash'
import { readFile } from 'node:fs/promises'
import pg from 'pg'
import { expect } from 'vitest'
import type { Page } from 'playwright-core'
import { barriers } from '../axe.ts'
import { makePhoto } from '../material.ts'
import { desk, openStage, type Stage } from './stage.ts'

// How creators and staff come to be, for journeys that are about something else.

export const password = 'seven-quiet-lamps'
export const narrowPhone = { width: 360, height: 780 }
/** Where the creators of the journeys are, and what their phones let a page use. */
export const inTokyo = { timezoneId: 'Asia/Tokyo', permissions: ['camera'] }

/** Members of staff with all permissions; the username is the name in lower case. */
export async function addStaff({ copy }: Stage, ...names: string[]): Promise<void> {
  const db = new pg.Client({ connectionString: copy.databaseUrl })
  await db.connect()
  for (const name of names)
    await db.query(
      `INSERT INTO accounts (role, name, username, email, password_hash, status, email_verified_at, permissions)
        VALUES ('admin', $1, $2, $3, $4, 'active', now(), '{owner}')`,
      [
        name,
        name.toLowerCase().replace(' ', ''),
        `${name.split(' ')[0]}@example.com`,
        await hashPassword({ password, hashed: false }),
      ],
    )
  await db.end()
}

/** Fans with tokens; the username is the name in lower case, without spaces. */
export async function addFans({ copy }: Stage, tokens: number, ...names: string[]): Promise<void> {
  const db = new pg.Client({ connectionString: copy.databaseUrl })
  await db.connect()
  const hash = await hashPassword({ password, hashed: false })
  for (const name of names) {
    const username = name.toLowerCase().replaceAll(' ', '')
    await db.query(
      `WITH fan AS (INSERT INTO accounts (role, name, username, email, password_hash, status, email_verified_at)
          VALUES ('user', $1, $2, $2 || '@example.com', $3, 'active', now()) RETURNING id)
        SELECT ledger_post(gen_random_uuid(), 'journey:' || id, 'top_up', NULL, NULL, '{}',
            ARRAY[ledger_account('gateway_clearing', NULL, 'TOK'), ledger_account('gateway_clearing', NULL, 'USD')],
            ARRAY[ledger_account('fan_wallet', id, 'TOK'), ledger_account('token_float', NULL, 'USD')], ARRAY[$4::bigint, $4::bigint / 10])
          FROM fan WHERE $4::bigint > 0`,
      [name, username, hash, tokens * 100],
    )
  }
  await db.end()
}

/** A follow, or a subscription that nothing was paid for. */
export async function relate(
  { copy }: Stage,
  relation: 'follow' | 'subscription',
  creator: string,
  ...fans: string[]
): Promise<void> {
  const db = new pg.Client({ connectionString: copy.databaseUrl })
  await db.connect()
  const pairs = 'FROM accounts f, accounts p WHERE f.username = ANY($1) AND p.username = $2'
  await db.query(
    relation === 'follow'
      ? `INSERT INTO follows (follower_id, performer_id) SELECT f.id, p.id ${pairs}`
      : `INSERT INTO subscriptions (fan_id, performer_id, type, status, current_period_end, access_until)
          SELECT f.id, p.id, 'monthly', 'active', app_now() + interval '30 days', app_now() + interval '30 days' ${pairs}`,
    [fans, creator],
  )
  await db.end()
}

/** The creator of the journeys that need one, whatever they are about. */
export const valloy = { name: 'Ines Valloy', username: 'valloyclay' }

/** A stage with that creator, approved and signed in on a desktop, and fans. */
export async function openStageOfCreator({
  fans = [],
  tokens = 0,
}: {
  fans?: readonly string[]
  tokens?: number
} = {}): Promise<{ stage: Stage; creator: Page }> {
  const stage = await openStage()
  try {
    await addStaff(stage, 'Mara Lindt')
    await addCreator(stage, valloy, 'maralindt')
    await addFans(stage, tokens, ...fans)
    return { stage, creator: await signedIn(stage, valloy.username) }
  } catch (error) {
    // The test file has no stage yet that it could close.
    await stage.close()
    throw error
  }
}

/** A signed-in user with a screen of this size; requests of their browser context are sent with their session. */
export async function signedIn(
  stage: Stage,
  username: string,
  viewport: { width: number; height: number } = desk,
  more: Parameters<Stage['visitor']>[1] = {},
): Promise<Page> {
  const page = await stage.visitor(viewport, { ...inTokyo, ...more })
  const reply = await page.request.post('/api/auth/login', {
    headers: { origin: stage.copy.url },
    data: { username, password, remember: true },
  })
  expect(reply.status()).toBe(200)
  return page
}

/** An approved creator, by the same calls as the pages make. */
export async function addCreator(stage: Stage, creator: { name: string; username: string }, staff: string) {
  const form = new FormData()
  const fields = {
    ...creator,
    email: `${creator.username}@example.com`,
    password,
    legalName: creator.name,
    dateOfBirth: '1990-04-02',
    country: 'PT',
    gender: 'female',
    timezone: inTokyo.timezoneId,
    acceptTerms: 'true',
  }
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  for (const name of ['idFront', 'idBack', 'selfieWithId']) {
    const identityDocument = await readFile(await makePhoto(stage.folder, name, 120))
    form.set(name, new Blob([new Uint8Array(identityDocument)], { type: 'image/jpeg' }), `${name}.jpg`)
  }
  const sent = await fetch(`${stage.copy.url}/api/auth/performers/register`, { method: 'POST', body: form })
  expect(sent.status).toBeLessThan(300)
  const reviewer = await signedIn(stage, staff)
  const queue = await reviewer.request.get('/api/admin/verifications')
  const listed = (await queue.json()) as { data: { _id: string; performer: { username: string } }[] }
  const found = listed.data.find(({ performer }) => performer.username === creator.username)
  const headers = { origin: stage.copy.url }
  const path = `/api/admin/verifications/${found?._id}`
  const opened = (await (await reviewer.request.get(path)).json()) as { data: { documents: { _id: string }[] } }
  for (const { _id } of opened.data.documents)
    await reviewer.request.get(`${path}/documents/${_id}?reason=${encodeURIComponent('First review')}`)
  const data = { documentExpiresOn: null }
  const decided = await reviewer.request.post(`${path}/approval`, { headers, data })
  expect(decided.status()).toBeLessThan(300)
  await reviewer.context().close()
}

/** Nothing keeps people out of the page, and it is as wide as its screen. */
export const fits = async (page: Page): Promise<void> => {
  expect(await barriers(page)).toEqual([])
  expect(await sideways(page)).toBe(0)
}

/** How many pixels a page can be scrolled sideways. */
export const sideways = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
