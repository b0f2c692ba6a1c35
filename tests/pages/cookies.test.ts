import { type Built, buildAdmin, buildPerformer, buildUser } from '@fanlight/server/testing/builders'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Page, type Site, startSite, type Visitor } from './site.ts'

// Which visitors see the consent question, what an answer changes, and that the question is on no other user's page.

let site: Site
let fan: Built
let creator: Built
beforeAll(async () => {
  site = await startSite()
  fan = await buildUser(site.ctx)
  creator = await buildPerformer(site.ctx)
})
afterAll(() => site.stop())

const code = 'G-LAMP1234'
const measure = (gaCode: string) => site.ctx.settings.set(site.ctx.db, 'gaCode', gaCode, null)
beforeEach(() => measure(code))

const states = ['unasked', 'no', 'yes', 'signal'] as const
type State = (typeof states)[number]

/** The version of the current consent question, read from the form on a page. */
async function showsBanner(): Promise<string> {
  const { html } = await site.open('/explore')
  return /name="consentVersion" value="([0-9a-f]{8})"/.exec(html)?.[1] ?? 'nothing'
}
const visitorIn = async (state: State): Promise<Visitor> =>
  state === 'unasked'
    ? {}
    : state === 'signal'
      ? { headers: { 'sec-gpc': '1' } }
      : { cookies: { analytics: `${state}.${await showsBanner()}` } }

const question = 'class="cookie-question'
const frame = '/api/analytics/frame?page='
const stateOf = ({ html }: Page) => ({ showsBanner: html.includes(question), measures: html.includes(frame) })
const policyOf = ({ headers }: Page) => String(headers['content-security-policy'])
const google = /google/i

const answer = (fields: Record<string, string>, headers: Record<string, string> = {}) =>
  fetch(`${site.url}/cookies`, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin: site.url, ...headers },
    body: new URLSearchParams(fields),
  })

describe('where the site measures nothing', () => {
  test.each(states)(
    'a page is the same for everybody, whatever cookies and headers a browser sends: %s',
    async (state) => {
      const visitor = await visitorIn(state)
      await measure('')
      for (const [path, token] of [
        ['/explore', undefined],
        ['/auth/login', undefined],
        [`/${creator.username}`, fan.token],
        ['/home', fan.token],
      ] as const) {
        const page = await site.open(path, { ...visitor, ...(token && { token }) })
        expect([path, page.status]).toEqual([path, 200])
        expect(page.html).not.toMatch(/cookie-question|analytics\/frame|href="\/cookies"|"analytics"/)
        expect(policyOf(page)).not.toMatch(google)
      }
      expect((await site.open('/cookies', visitor)).status).toBe(404)
      expect((await site.open(`${frame}/explore`, visitor)).status).toBe(404)
    },
  )

  test('an answer is not taken', async () => {
    const version = await showsBanner()
    await measure('')
    const reply = await answer({ answer: 'yes', consentVersion: version, back: '/explore' })
    expect(reply.status).toBe(404)
    expect(reply.headers.getSetCookie()).toEqual([])
  })

  test('staff can enter a measurement id and nothing else', async () => {
    for (const wrong of ['UA-1234-1', 'G-lower1234', 'G-AB12"><script>', 'https://example.com', 'GTM-ABC123'])
      await expect(measure(wrong), wrong).rejects.toThrow()
  })
})

describe('each state', () => {
  const pages = (): [string, string | undefined][] => [
    ['/explore', undefined],
    [`/${creator.username}`, undefined],
    ['/auth/login', undefined],
    [`/${creator.username}`, fan.token],
    ['/home', fan.token],
    ['/user/wallet', fan.token],
  ]
  test.each([
    ['unasked', { showsBanner: true, measures: false }],
    ['no', { showsBanner: false, measures: false }],
    ['signal', { showsBanner: false, measures: false }],
    ['yes', { showsBanner: false, measures: true }],
  ] as const)('%s: what stands on the page', async (state, expected) => {
    const visitor = await visitorIn(state)
    for (const [path, token] of pages()) {
      const page = await site.open(path, { ...visitor, ...(token && { token }) })
      expect([path, page.status, stateOf(page)]).toEqual([path, 200, expected])
      // Our own pages never take anything from there: the frame has rules of its own.
      expect(policyOf(page)).not.toMatch(google)
      expect(page.html).not.toMatch(/googletagmanager|google-analytics|dns-prefetch|preconnect/)
    }
    expect((await site.open('/explore', visitor)).html).toContain('href="/cookies"')
  })

  test.each([
    ['unasked', 404],
    ['no', 404],
    ['signal', 404],
    ['yes', 200],
  ] as const)('%s: whether the frame may fetch anything', async (state, status) => {
    const page = await site.open(`${frame}/explore`, await visitorIn(state))
    expect(page.status).toBe(status)
    if (status === 404) {
      expect(policyOf(page)).not.toMatch(google)
      expect(page.html).not.toMatch(google)
      return
    }
    expect(policyOf(page)).toMatch(
      /^default-src 'none'; script-src 'sha256-[\w+/=]+' https:\/\/www\.googletagmanager\.com; /,
    )
    expect(policyOf(page)).toMatch(/frame-ancestors 'self'.*; sandbox allow-scripts$/)
    expect(page.html).toContain(`data-id="${code}" data-site="${site.url}" data-page="/explore"`)
    expect(page.headers['cache-control']).toBe('private, no-store')
    expect(page.headers['referrer-policy']).toBe('no-referrer')
  })

  test('a page that can be no path of ours is not measured', async () => {
    const visitor = await visitorIn('yes')
    for (const page of [
      '',
      'explore',
      '//elsewhere.example',
      '/a%3Ftoken=1',
      '/a%22onload',
      '/a%3Cb',
      `/${'a'.repeat(400)}`,
    ])
      expect([page, (await site.open(frame + page, visitor)).status]).toEqual([page, 404])
    expect((await site.open('/api/analytics/frame', visitor)).status).toBe(404)
  })

  test('public pages are measured by address, without what follows it; pages of an account as that', async () => {
    const visitor = await visitorIn('yes')
    const measuredAs = async (path: string, token?: string) =>
      /\/api\/analytics\/frame\?page=([^"&]*)"/.exec(
        (await site.open(path, { ...visitor, ...(token && { token }) })).html,
      )?.[1]
    expect(await measuredAs('/explore?q=something-private')).toBe('%2Fexplore')
    expect(await measuredAs(`/${creator.username}?tab=about`)).toBe(`%2F${creator.username}`)
    expect(await measuredAs('/home', fan.token)).toBe('%2Fuser')
    expect(await measuredAs('/user/transactions?view=paid', fan.token)).toBe('%2Fuser')
  })

  test('pages with secrets, gates and work are left alone', async () => {
    const staff = await buildAdmin(site.ctx)
    for (const state of ['unasked', 'yes'] as const) {
      const visitor = await visitorIn(state)
      for (const [path, token] of [
        ['/auth/reset?token=a', undefined],
        ['/auth/verify?token=a', undefined],
        ['/auth/email?token=a', undefined],
        ['/auth/second-factor', undefined],
        ['/age', undefined],
        ['/cookies', undefined],
        ['/no-such-page', undefined],
        ['/no/such/page', undefined],
        ['/creator', creator.token],
        ['/creator/banking', creator.token],
        ['/admin', staff.token],
        ['/admin/settings', staff.token],
      ] as const) {
        const page = await site.open(path, { ...visitor, ...(token && { token }) })
        expect([path, stateOf(page).measures]).toEqual([path, false])
        // On a page that was not found, the question may be shown to a visitor.
        if (!path.startsWith('/no')) expect([path, stateOf(page).showsBanner]).toEqual([path, false])
      }
    }
  })
})

describe('cached pages', () => {
  test('never carry the state of another visitor, in whatever order they come', async () => {
    const visitors = await Promise.all(states.map(async (state) => [state, await visitorIn(state)] as const))
    const expected = {
      unasked: { showsBanner: true, measures: false },
      no: { showsBanner: false, measures: false },
      signal: { showsBanner: false, measures: false },
      yes: { showsBanner: false, measures: true },
    }
    // Twice over: rendered, then from what is stored and ready.
    for (const order of [visitors, visitors.toReversed(), visitors])
      for (const [state, visitor] of order)
        for (const path of ['/explore', '/contact'])
          expect([state, path, stateOf(await site.open(path, visitor))]).toEqual([state, path, expected[state]])
  })

  test('of a site that begins to measure, or stops, are not those of before', async () => {
    expect(stateOf(await site.open('/contact')).showsBanner).toBe(true)
    await measure('')
    expect(stateOf(await site.open('/contact')).showsBanner).toBe(false)
    await measure(code)
    expect(stateOf(await site.open('/contact')).showsBanner).toBe(true)
  })

  test('are one for everybody while the site measures nothing', async () => {
    await measure('')
    const tagOf = async (visitor: Visitor) => (await site.open('/page/terms', visitor)).html
    const first = await tagOf({})
    for (const visitor of [
      { cookies: { analytics: 'yes.00000000' } },
      { cookies: { analytics: 'no.11111111' } },
      { headers: { 'sec-gpc': '1' } },
    ])
      expect(await tagOf(visitor)).toBe(first)
  })
})

describe('an answer', () => {
  test.each(['yes', 'no'])('%s is remembered for 180 days, and leads back', async (choice) => {
    const version = await showsBanner()
    const reply = await answer({ answer: choice, consentVersion: version, back: '/explore?sort=top' })
    expect([reply.status, reply.headers.get('location')]).toEqual([302, '/explore?sort=top'])
    expect(reply.headers.getSetCookie()).toEqual([
      `analytics=${choice}.${version}; Path=/; Max-Age=15552000; SameSite=Lax`,
    ])
    const page = await site.open('/explore', { cookies: { analytics: `${choice}.${version}` } })
    expect(stateOf(page)).toEqual({ showsBanner: false, measures: choice === 'yes' })
  })

  test('counts for the version that was shown: with another code the question comes again', async () => {
    const visitor = await visitorIn('yes')
    await measure('G-OTHER567')
    expect(stateOf(await site.open('/explore', visitor))).toEqual({ showsBanner: true, measures: false })
    expect((await site.open(`${frame}/explore`, visitor)).status).toBe(404)
    // A form that was rendered before the change says yes to what it showed, and to nothing else.
    const before = String(visitor.cookies?.['analytics']).slice(4)
    const [late] = (await answer({ answer: 'yes', consentVersion: before, back: '/' })).headers.getSetCookie()
    expect(late).toContain(`analytics=yes.${before};`)
    await measure(code)
    expect(stateOf(await site.open('/explore', visitor)).measures).toBe(true)
  })

  test('no deletes the cookies of Google Analytics; yes leaves them', async () => {
    const cookie = '_ga=GA1.1.1.1; _ga_LAMP1234=GS1.1; theme=dark'
    const fields = { consentVersion: await showsBanner(), back: '/' }
    const ended = (await answer({ ...fields, answer: 'no' }, { cookie })).headers.getSetCookie().slice(1)
    expect(ended).toEqual(['_ga', '_ga_LAMP1234'].map((name) => `${name}=; Path=/; Max-Age=0; SameSite=Lax`))
    expect((await answer({ ...fields, answer: 'yes' }, { cookie })).headers.getSetCookie()).toHaveLength(1)
  })

  test.each<Record<string, string>>([
    { answer: 'perhaps' },
    { answer: 'yes', consentVersion: 'x' },
    { answer: 'yes', consentVersion: '00000000; Domain=example.com' },
    { answer: 'yes\nno' },
    { consentVersion: '' },
  ])('that is none sets nothing: %o', async (fields) => {
    const reply = await answer({ consentVersion: await showsBanner(), back: '/explore', ...fields })
    expect([reply.status, reply.headers.getSetCookie()]).toEqual([302, []])
  })

  test('leads nowhere but here', async () => {
    for (const back of ['https://elsewhere.example', '//elsewhere.example', '/\\elsewhere.example', ''])
      expect((await answer({ answer: 'no', consentVersion: await showsBanner(), back })).headers.get('location')).toBe(
        '/cookies',
      )
  })

  test('is not taken from another site', async () => {
    const fields = { answer: 'yes', consentVersion: await showsBanner(), back: '/' }
    const reply = await answer(fields, { origin: 'https://elsewhere.example' })
    expect([reply.status, reply.headers.getSetCookie()]).toEqual([403, []])
  })

  test('of the browser itself stands above a yes, and the page says so', async () => {
    const visitor = { ...(await visitorIn('yes')), headers: { 'sec-gpc': '1' } }
    expect(stateOf(await site.open('/explore', visitor))).toEqual({ showsBanner: false, measures: false })
    expect((await site.open(`${frame}/explore`, visitor)).status).toBe(404)
    const page = await site.open('/cookies', visitor)
    expect(page.html).toContain('Global Privacy Control')
    expect(page.html).not.toContain('name="answer"')
  })

  test.each([
    ['unasked', 'You haven’t chosen yet.'],
    ['no', 'Current choice: necessary only.'],
    ['yes', 'Current choice: necessary and analytics.'],
  ] as const)('can be changed on its page: %s', async (state, expected) => {
    const page = await site.open('/cookies', await visitorIn(state))
    expect(page.status).toBe(200)
    expect(page.html).toContain(expected)
    expect(page.html.match(/name="answer"/g)).toHaveLength(2)
  })
})
