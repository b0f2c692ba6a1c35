import { hashPassword } from '@fanlight/server/modules/accounts/auth/password-hash'
import { readFile } from 'node:fs/promises'
import pg from 'pg'
import { expect } from 'vitest'
import type { Page } from 'playwright-core'
import { makePhoto } from '../material.ts'
import { desk, type Stage } from './stage.ts'

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

/** How many pixels a page can be scrolled sideways. */
export const sideways = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
