import { type Built, buildPerformer, buildUser } from '@fanlight/server/testing/builders'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Page, type Site, startSite } from './site.ts'

// The headers of every response that keep browsers safe: policies, cookies, and nothing that discloses details of the server.

const password = 'a-lamp-in-the-window'
let site: Site
let fan: Built
let creator: Built
beforeAll(async () => {
  site = await startSite({ env: { TRUSTED_PROXIES: '127.0.0.1' } })
  fan = await buildUser(site.ctx, { password })
  creator = await buildPerformer(site.ctx)
})
afterAll(() => site.stop())

const directives = (page: Page): Map<string, string> =>
  new Map(
    String(page.headers['content-security-policy'])
      .split('; ')
      .map((part) => {
        const [name = '', ...rest] = part.split(' ')
        return [name, rest.join(' ')]
      }),
  )

describe('pages', () => {
  test.each(['/', '/explore', '/auth/login', '/no-such-creator', 'creator', 'home'])(
    '%s keeps scripts to our own',
    async (at) => {
      const path = at === 'creator' ? `/${creator.username}` : at === 'home' ? '/home' : at
      const page = await site.open(path, at === 'home' ? { token: fan.token } : {})
      const policy = directives(page)
      expect(policy.get('script-src')).not.toMatch(/unsafe-inline|unsafe-eval|\*|https?:(?!\/)/)
      expect(Object.fromEntries(policy)).toMatchObject({
        'default-src': "'self'",
        'object-src': "'none'",
        'base-uri': "'none'",
        'form-action': "'self'",
        'frame-ancestors': "'none'",
        'require-trusted-types-for': "'script'",
      })
      expect(page.headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'strict-origin-when-cross-origin',
        'cross-origin-opener-policy': 'same-origin',
      })
      expect(page.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
      expect(page.headers['x-powered-by']).toBeUndefined()
      expect(page.headers['server']).toBeUndefined()
      expect(String(page.headers['cache-control'])).toMatch(/private/)
      // Every script in the page is one that the policy knows.
      for (const [, attributes = ''] of page.html.matchAll(/<script([^>]*)>/g))
        if (!/type="(application|text)\//.test(attributes) && !/\ssrc="\/assets\//.test(attributes)) {
          const nonce = /nonce="([^"]+)"/.exec(attributes)?.[1]
          expect([path, attributes, nonce !== undefined && policy.get('script-src')!.includes(nonce)]).toEqual([
            path,
            attributes,
            true,
          ])
        }
      expect(page.html).toMatch(/<meta name="viewport" content="(?!.*(user-scalable=no|maximum-scale))/)
      expect(page.html).not.toMatch(/\son(click|load|error)=/)
    },
  )

  test('a nonce is used once', async () => {
    const [first, second] = [
      await site.open('/home', { token: fan.token }),
      await site.open('/home', { token: fan.token }),
    ]
    const nonce = (page: Page) => /'nonce-([^']+)'/.exec(directives(page).get('script-src') ?? '')?.[1]
    expect(nonce(first)).toBeDefined()
    expect(nonce(first)).not.toBe(nonce(second))
  })

  test('a form whose bytes are no UTF-8 is refused', async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    for (const [path, payload] of [
      ['/preferences', 'theme=dark&back=%ff'],
      ['/contact', 'name=Noa&email=noa%40example.com&message=caf%e9'],
    ] as const)
      expect((await site.open(path, { method: 'POST', headers, payload })).status, path).toBe(400)
    expect(
      (await site.open('/preferences', { method: 'POST', headers, payload: 'theme=dark&back=%2F%3Fq%3Dcaf%C3%A9' }))
        .status,
    ).toBe(302)
  })

  test('a form from another site does nothing', async () => {
    const headers = { origin: 'https://elsewhere.example', 'content-type': 'application/x-www-form-urlencoded' }
    expect((await site.open('/auth/logout', { token: fan.token, method: 'POST', headers })).status).toBe(403)
    expect((await site.open('/home', { token: fan.token })).status).toBe(200)
  })
})

describe('calls', () => {
  test.each(['/api/health', '/api/user/feeds', '/api/users/me', '/api/no-such-call', '/media/x/y'])(
    '%s carries what keeps it from being taken for something else',
    async (path) => {
      const reply = await site.open(path, { headers: { origin: 'https://elsewhere.example' } })
      expect(reply.headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'cross-origin-resource-policy': 'same-site',
      })
      expect(reply.headers['x-frame-options'] ?? reply.headers['content-security-policy']).toBeDefined()
      expect(reply.headers['access-control-allow-origin']).toBeUndefined()
      expect(reply.headers['x-powered-by']).toBeUndefined()
      expect(reply.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
      expect(String(reply.headers['content-type'])).toMatch(/json/)
    },
  )

  test('replies about an account are not cached by proxies', async () => {
    for (const path of ['/api/users/me', '/api/wallet/charges/search', '/api/auth/sessions'])
      expect([
        path,
        (await site.open(path, { headers: { authorization: fan.token } })).headers['cache-control'],
      ]).toEqual([path, 'private, no-store'])
  })
})

describe('the cookie', () => {
  const logIn = async (remember: boolean, https: boolean) => {
    const reply = await fetch(`${site.url}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(https && { 'x-forwarded-proto': 'https' }) },
      body: JSON.stringify({ username: fan.username, password, remember }),
    })
    return reply.headers.getSetCookie().find((entry) => entry.startsWith('token='))!
  }
  test('is out of reach of scripts and of other sites', async () => {
    const cookie = await logIn(true, false)
    expect(cookie).toMatch(/; Path=\/; HttpOnly; SameSite=Lax/)
    expect(cookie).toMatch(/Max-Age=31536000/)
    expect(cookie).not.toMatch(/Domain=|Secure/)
    expect(await logIn(false, false)).toMatch(/Max-Age=86400/)
  })
  test('is for HTTPS alone where the visitor came by HTTPS', async () => {
    expect(await logIn(true, true)).toMatch(/; Secure/)
  })
})
