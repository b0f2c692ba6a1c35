import { buildFeed } from '@fanlight/server/modules/content/posts/testing'
import { buildVideo } from '@fanlight/server/modules/content/videos/testing'
import { buildAdmin, buildPerformer, buildUser } from '@fanlight/server/testing/builders'
import { sql } from '@fanlight/server/platform/db/db'
import type * as Identify from '@fanlight/server/modules/people/accounts/auth/identify'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { clockIsFrozen } from './frozen-clock.ts'
import { type Site, startSite } from './site.ts'

// What pages do before any script runs: redirects by role, language and theme, and what a search engine receives.
// spec: route.login, route.login.redirect, route.home, route.user-account, route.creator-account, route.profile, layout.names, page.declares
// spec: page.performer-only, page.locale, language.kept, default.locale, direction, theme.both, maintenance.mode, ui.site, seo.robots
// spec: logout.resets, error.401, geo.site, geo.visitor

// The visitor's country is derived from their IP address; here a loopback address stands in for one of a country.
const inGermany = vi.hoisted(() => ({ address: '127.0.0.49' }))
vi.mock('@fanlight/server/modules/people/accounts/auth/identify', async (importOriginal) => {
  const real = await importOriginal<typeof Identify>()
  return {
    ...real,
    requesterOf: (request: Parameters<typeof real.requesterOf>[0]) => ({
      ...real.requesterOf(request),
      country: request.ip === inGermany.address ? 'DE' : null,
    }),
  }
})

let site: Site
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site.stop())

const htmlTag = (html: string) => /<html[^>]*>/.exec(html)?.[0] ?? ''
const robots = (html: string) => /<meta name="robots" content="([^"]*)"/.exec(html)?.[1]

describe('who is led where', () => {
  test('a page that needs a session leads to the log-in page, and says where to come back to', async () => {
    const page = await site.open('/user/wallet?tab=moves')
    expect([page.status, page.location]).toEqual([
      302,
      `/auth/login?redirect=${encodeURIComponent('/user/wallet?tab=moves')}`,
    ])
  })

  test('a dead session leads there too', async () => {
    const fan = await buildUser(site.ctx)
    await sql`UPDATE sessions SET revoked_at = app_now() WHERE id = ${fan.sessionId}`.execute(site.ctx.db)
    expect((await site.open('/home', fan)).location).toBe('/auth/login?redirect=%2Fhome')
  })

  test('who is signed in needs no log-in page: fans go home, creators to their profile, staff to their desk', async () => {
    const people = [await buildUser(site.ctx), await buildPerformer(site.ctx), await buildAdmin(site.ctx)] as const
    const led = await Promise.all(people.map((person) => site.open('/auth/login', person)))
    expect(led.map((page) => page.location)).toEqual(['/home', `/${people[1].username}`, '/admin'])
  })

  test('a fan without a username completes the account first, and can do that', async () => {
    const fan = await buildUser(site.ctx)
    await sql`UPDATE accounts SET username = NULL WHERE id = ${fan.id}`.execute(site.ctx.db)
    expect((await site.open('/home', fan)).location).toBe('/user/account')
    expect((await site.open('/user/account', fan)).status).toBe(200)
  })

  test.each(['username', 'email'] as const)('a creator without %s completes theirs, in the studio', async (missing) => {
    const creator = await buildPerformer(site.ctx)
    await sql`UPDATE accounts SET ${sql.ref(missing)} = NULL WHERE id = ${creator.id}`.execute(site.ctx.db)
    for (const path of ['/creator', '/creator/posts/new', '/home', '/user/wallet'])
      expect([path, (await site.open(path, creator)).location]).toEqual([path, '/creator/account'])
    const page = await site.open('/creator/account', creator)
    expect(page.status).toBe(200)
    expect(page.html).toContain('Complete your account')
  })

  test('the studio is for creators; staff pages do not exist for others', async () => {
    const [fan, creator, staff] = [
      await buildUser(site.ctx),
      await buildPerformer(site.ctx),
      await buildAdmin(site.ctx),
    ]
    expect((await site.open('/creator/posts', fan)).location).toBe('/home')
    expect((await site.open('/creator/posts', creator)).status).toBe(200)
    expect((await site.open('/admin/creators', creator)).status).toBe(404)
    expect((await site.open('/admin/creators', staff)).status).toBe(200)
  })

  test('logging out ends the session, takes the cookie and leads to the log-in page', async () => {
    const fan = await buildUser(site.ctx)
    const origin = new URL(site.url).origin
    const out = await site.open('/auth/logout', { ...fan, method: 'POST', headers: { origin } })
    expect(out.location).toBe('/auth/login')
    expect(out.headers['set-cookie']?.find((header) => header.startsWith('token='))).toMatch(
      /^token=;.*(Max-Age=0|1970)/,
    )
    expect((await site.open('/home', fan)).location).toBe('/auth/login?redirect=%2Fhome')
  })
})

test('every page has one title, its own', async () => {
  const fan = await buildUser(site.ctx)
  const creator = await buildPerformer(site.ctx)
  const paths = [
    '/',
    '/auth/login',
    '/auth/register',
    '/auth/register/creator',
    '/auth/forgot',
    '/explore',
    '/contact',
    '/no-such-page',
  ]
  const pages = [
    ...(await Promise.all(paths.map(async (path) => [path, await site.open(path)] as const))),
    ...(await Promise.all(
      ['/home', '/messages', '/user/account', '/user/security', '/user/wallet'].map(
        async (path) => [path, await site.open(path, fan)] as const,
      ),
    )),
    ...(await Promise.all(
      ['/creator/live', '/creator/messages/broadcast', '/creator/messages/settings'].map(
        async (path) => [path, await site.open(path, creator)] as const,
      ),
    )),
  ]
  const titles = pages.map(([path, { html }]) => [
    path,
    ...[...html.matchAll(/<title>([^<]*)<\/title>/g)].map((found) => found[1]),
  ])
  expect(titles.filter((found) => found.length !== 2)).toEqual([])
  expect(new Set(titles.map(([, title]) => title)).size).toBe(titles.length)
})

describe('profiles', () => {
  test('are at the top level by username; an id, other capitals or an old name redirect there', async () => {
    const creator = await buildPerformer(site.ctx, { name: 'Ines Valloy', username: 'valloyclay' })
    await sql`INSERT INTO former_usernames (username, account_id) VALUES ('inesclay', ${creator.id})`.execute(
      site.ctx.db,
    )
    const page = await site.open('/valloyclay')
    expect(page.status).toBe(200)
    expect(page.html).toContain('Ines Valloy')
    for (const other of [creator.id, 'ValloyClay', 'inesclay']) {
      const led = await site.open(`/${other}`)
      expect([other, led.status >= 300 && led.status < 400, led.location]).toEqual([other, true, '/valloyclay'])
    }
    expect((await site.open('/no-such-creator')).status).toBe(404)
  })
})

describe('language and theme', () => {
  test('the default is en-US; ?locale= chooses, and the choice is stored in a cookie', async () => {
    expect(htmlTag((await site.open('/')).html)).toContain('lang="en-US" dir="ltr"')
    const chosen = await site.open('/?locale=ja-JP')
    expect(htmlTag(chosen.html)).toContain('lang="ja-JP"')
    expect(String(chosen.headers['set-cookie'])).toMatch(/^locale=ja-JP;.*Max-Age=31536000/)
    expect(htmlTag((await site.open('/', { cookies: { locale: 'ja-JP' } })).html)).toContain('lang="ja-JP"')
  })

  test('then come the account’s and the browser’s language; what is not offered counts for nothing', async () => {
    const fan = await buildUser(site.ctx, { locale: 'ja-JP' })
    expect(htmlTag((await site.open('/home', fan)).html)).toContain('lang="ja-JP"')
    expect(htmlTag((await site.open('/', { headers: { 'accept-language': 'ja;q=0.9, xx' } })).html)).toContain(
      'lang="ja-JP"',
    )
    const unknown = await site.open('/?locale=xx-XX')
    expect(htmlTag(unknown.html)).toContain('lang="en-US"')
    expect(String(unknown.headers['set-cookie'])).not.toContain('xx-XX')
  })

  test('the theme of the cookie is on the page before any script runs', async () => {
    for (const theme of ['light', 'dark'])
      expect(htmlTag((await site.open('/', { cookies: { theme } })).html)).toContain(`class="${theme}"`)
    expect(htmlTag((await site.open('/')).html)).not.toContain('class=')
  })
})

describe('the site', () => {
  test('bears the name and the footer of the settings', async () => {
    await site.ctx.settings.set(site.ctx.db, 'siteName', 'Lantern Row', null)
    await site.ctx.settings.set(site.ctx.db, 'footerContent', 'Lamps lit since 2026', null)
    const page = await site.open('/explore?q=footer')
    expect(page.html).toContain('Lantern Row')
    expect(page.html).toContain('Lamps lit since 2026')
  })

  test('lets search engines index public pages, and neither one’s own nor filtered ones', async () => {
    const creator = await buildPerformer(site.ctx)
    const fan = await buildUser(site.ctx)
    expect(robots((await site.open('/')).html)).toBe('index,follow')
    expect(robots((await site.open(`/${creator.username}`)).html)).toBe('index,follow')
    expect(robots((await site.open('/explore?gender=female')).html)).toMatch(/^noindex/)
    for (const path of ['/user/wallet', '/user/account', '/user/security', '/user/privacy']) {
      const page = await site.open(path, fan)
      expect([path, robots(page.html), page.headers['x-robots-tag']]).toEqual([path, 'noindex', 'noindex'])
    }
    expect(robots((await site.open('/auth/login')).html)).toBe('noindex')
  })

  test('describes a post to search engines', async () => {
    const post = await buildFeed(site.ctx, await buildPerformer(site.ctx, { name: 'Ines' }))
    const { html } = await site.open(`/post/${post}`)
    const [, data = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(html) ?? []
    expect(JSON.parse(data)).toMatchObject({ '@type': 'SocialMediaPosting', author: { name: 'Ines' } })
  })

  test('says in which language its creator writes', async () => {
    const creator = await buildPerformer(site.ctx, { name: 'Ines', locale: 'ko-KR' })
    const post = await buildFeed(site.ctx, creator, { text: '가마 앞에서' })
    const found = (html: string) => html.matchAll(/<[^>]*lang="ko-KR"[^>]*>(?:<p[^>]*>)?([^<]+)/g)
    const texts = (html: string) => [...found(html)].map((match) => match[1])
    expect(texts((await site.open(`/post/${post}`)).html)).toEqual(expect.arrayContaining(['Ines', '가마 앞에서']))
    expect(texts((await site.open(`/${creator.username}`)).html)).toContain('Ines')
    const other = await site.open(
      `/post/${await buildFeed(site.ctx, await buildPerformer(site.ctx), { text: 'Kiln' })}`,
    )
    expect(texts(other.html)).toEqual([])
  })

  test('describes a video to search engines, and a locked one without its text', async () => {
    const creator = await buildPerformer(site.ctx, { name: 'Ines' })
    const open = await site.open(`/video/${await buildVideo(site.ctx, creator, { title: 'Kiln' })}`)
    const [, data = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(open.html) ?? []
    expect(JSON.parse(data)).toMatchObject({ '@type': 'VideoObject', name: 'Kiln', duration: 'PT61S' })
    expect([open.status, robots(open.html)]).toEqual([200, 'index,follow'])
    const gate = { type: 'subscribers' } as const
    const other = await buildPerformer(site.ctx)
    const locked = await site.open(`/video/${await buildVideo(site.ctx, other, { title: 'Kiln', gate })}`)
    expect(locked.html).not.toContain('Secret text')
    expect([locked.status, robots(locked.html)]).toEqual([200, 'noindex'])
  })

  test('a country that the site refuses gets its page with 451, signed in or not', async () => {
    const fan = await buildUser(site.ctx)
    await site.ctx.settings.set(site.ctx.db, 'blockedCountries', ['DE'], null)
    try {
      for (const path of ['/', '/explore', '/auth/login', '/user/wallet'])
        for (const who of [undefined, fan]) {
          const page = await site.open(path, { ...who, ...inGermany })
          expect([path, page.status, robots(page.html)]).toEqual([path, 451, 'noindex'])
        }
      // The person who looks next from elsewhere sees the page, whatever was stored of it.
      expect((await site.open('/explore')).status).toBe(200)
      expect((await site.open('/explore', inGermany)).status).toBe(451)
    } finally {
      await site.ctx.settings.set(site.ctx.db, 'blockedCountries', [], null)
    }
  })

  test('under maintenance says so with 503, while staff can log in and work', async () => {
    const [fan, staff] = [await buildUser(site.ctx), await buildAdmin(site.ctx)]
    await site.ctx.settings.set(site.ctx.db, 'maintenanceMode', true, null)
    try {
      for (const page of [await site.open('/explore?q=closed'), await site.open('/home', fan)]) {
        expect(page.status).toBe(503)
        expect(page.headers['retry-after']).toBe('300')
        expect(robots(page.html)).toBe('noindex')
      }
      expect((await site.open('/auth/login')).status).toBe(200)
      expect((await site.open('/admin', staff)).status).toBe(200)
    } finally {
      await site.ctx.settings.set(site.ctx.db, 'maintenanceMode', false, null)
    }
    expect((await site.open('/explore?q=open')).status).toBe(200)
  })
})

describe('a page that is cached for visitors', () => {
  const send = (who: { token: string }, method: string, path: string, body: unknown) =>
    fetch(`${site.url}/api${path}`, {
      method,
      headers: { authorization: who.token, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })

  test('is rendered again when its creator publishes, changes their name or deletes a post', async () => {
    clockIsFrozen()
    const creator = await buildPerformer(site.ctx, { name: 'Before' })
    const shows = async (expected: string) => (await site.open(`/${creator.username}`)).html.includes(expected)
    expect(await shows('Before')).toBe(true)
    const made = await send(creator, 'POST', '/performer/feeds', { type: 'text', text: 'Fresh from the kiln' })
    const { data } = (await made.json()) as { data: { _id: string } }
    await expect.poll(() => shows('Fresh from the kiln')).toBe(true)
    await send(creator, 'PUT', '/performers/me', { name: 'Afterwards' })
    await expect.poll(() => shows('Afterwards')).toBe(true)
    await send(creator, 'DELETE', `/performer/feeds/${data._id}`, {})
    await expect.poll(() => shows('Fresh from the kiln')).toBe(false)
  })
})
