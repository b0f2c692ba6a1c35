import { type Built, buildPerformer, buildUser } from '@fanlight/server/testing/builders'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rows, sql } from '@fanlight/server/platform/db/db'
import { type Site, startSite } from './site.ts'

// A page has one address, and the name that a request was sent to is in nothing that leaves.

const own = 'http://fanlight.localhost:4000'
let site: Site
let creator: Built
let fan: Built
beforeAll(async () => {
  site = await startSite({ env: { PUBLIC_URL: `${own}/` } })
  creator = await buildPerformer(site.ctx)
  fan = await buildUser(site.ctx)
})
afterAll(() => site.stop())

const at = (host: string, more: Record<string, string> = {}) => ({ headers: { host, ...more } })

describe('other names of the site', () => {
  test.each(['/', '/explore?q=a&current=2', '/no-such-page', '/robots.txt', '/sitemap.xml', '//elsewhere.example/x'])(
    'GET %s leads to the one address',
    async (path) => {
      const page = await site.open(path, at('elsewhere.example'))
      expect([page.status, page.headers.location]).toEqual([308, own + path])
      expect(page.headers['cache-control']).toBe('no-store')
      expect(page.headers['set-cookie']).toBeUndefined()
    },
  )

  test.each(['/api/health', '/assets/none.js', '/media/none/none.webp', '/socket.io/?EIO=4&transport=polling'])(
    '%s is answered on the host of the request',
    async (path) => {
      expect((await site.open(path, at('elsewhere.example'))).status).not.toBe(308)
    },
  )

  test('a whole address in place of a path leads nowhere', async () => {
    const page = await site.open('/explore', at('elsewhere.example', { 'x-forwarded-host': 'third.example' }))
    expect(page.headers.location).toBe(`${own}/explore`)
  })

  test('the port that everybody leaves out is no other name; this machine’s own names work in a demonstration', async () => {
    for (const host of ['fanlight.localhost:4000', 'FANLIGHT.localhost:4000', '127.0.0.1:4000', 'localhost:1234'])
      expect((await site.open('/explore', at(host))).status, host).toBe(200)
  })
})

describe('a forged Host', () => {
  test('reaches no link of a page, feed or list', async () => {
    const forged = 'elsewhere.localhost:4000'
    for (const path of [
      '/',
      '/explore',
      `/${creator.username}`,
      '/sitemap.xml',
      '/robots.txt',
      `/${creator.username}/rss.xml`,
      '/.well-known/security.txt',
      '/page/terms',
    ]) {
      const page = await site.open(path, at(forged, { 'x-forwarded-host': forged }))
      expect([path, page.status]).toEqual([path, 200])
      expect(page.html, path).not.toContain('elsewhere')
      expect(JSON.stringify(page.headers), path).not.toContain('elsewhere')
    }
    expect((await site.open(`/${creator.username}`, at(forged))).html).toContain(`${own}/${creator.username}`)
  })

  test('reaches no mail', async () => {
    const [account] = await rows(site.ctx.db, sql<{ email: string }>`SELECT email FROM accounts WHERE id = ${fan.id}`)
    const answer = await fetch(`${site.url}/api/auth/users/forgot`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-host': 'elsewhere.example' },
      body: JSON.stringify({ email: account!.email }),
    })
    expect(answer.status).toBe(200)
    const mails = await rows(
      site.ctx.db,
      sql<{ text: string; html: string }>`SELECT text, html FROM mails WHERE to_address = ${account!.email}`,
    )
    expect(mails).toHaveLength(1)
    expect(JSON.stringify(mails)).toContain(own)
    expect(JSON.stringify(mails)).not.toContain('elsewhere')
  })

  test('makes no form ours: Origin counts, whatever Host says', async () => {
    const send = (origin: string, host: string) =>
      site.open('/preferences', { method: 'POST', headers: { host, origin, cookie: 'token=x' } })
    expect((await send('http://elsewhere.localhost', 'elsewhere.localhost')).status).toBe(403)
    expect((await send('null', 'fanlight.localhost:4000')).status).toBe(403)
    expect((await send(own, 'fanlight.localhost:4000')).status).not.toBe(403)
  })
})
