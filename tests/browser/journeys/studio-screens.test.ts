import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { barriers } from '../axe.ts'
import { addCreator, addStaff, inTokyo, narrowPhone, password, sideways, signedIn } from './creator-steps.ts'
import { desk, openStage, photographFailures, type Stage } from './stage.ts'

// Every screen of creators and staff in both themes: no barrier that axe would call serious, and no sideways scroll. The editor by
// keyboard alone. And what fans and visitors are never sent.

let stage: Stage

beforeAll(async () => {
  stage = await openStage()
  await addStaff(stage, 'Mara Lindt', 'Ada Bauer')
  await addCreator(stage, { name: 'Ines Valloy', username: 'valloyclay' }, 'maralindt')
})
afterAll(() => stage?.close())
photographFailures(() => stage)

/** Every script and sheet that a page is sent from now on. */
function codeOf(page: Page): () => Promise<[string, string][]> {
  const bodies: Promise<[string, string]>[] = []
  page.on('response', (response) => {
    if (/\.(?:js|css)(?:\?|$)/.test(response.url()))
      bodies.push(
        response.text().then(
          (text): [string, string] => [response.url(), text],
          () => ['', ''],
        ),
      )
  })
  return () => Promise.all(bodies)
}
/** Of these, what holds calls that only the studio and staff make, or is one of their sheets. */
const theirs = (sent: readonly [string, string][]): string[] =>
  sent
    .filter(
      ([url, text]) =>
        /admin\/verifications|performer\/feeds\/photo\/upload|performer\/plans|performers\/documents\/upload/.test(
          text,
        ) || /\/(?:studio|admin)-[^/]*\.css/.test(url),
    )
    .map(([url]) => url)

describe('every screen of creators and staff', () => {
  const studio = [
    '',
    '/posts',
    '/posts/new',
    '/galleries',
    '/galleries/new',
    '/photos',
    '/participants',
    '/lists',
    '/products',
    '/products/new',
    '/orders',
    '/orders?fulfilment=all',
    '/videos',
    '/videos/new',
    '/live',
    '/messages/broadcast',
    '/messages/settings',
    '/vault',
    '/earnings',
    '/coupons',
    '/coupons/new',
    '/payouts',
    '/payouts?status=paid',
    '/pricing',
    '/account',
    '/banking',
    '/payment-gateways',
    '/blocking',
    '/verification',
  ].map((path) => `/creator${path}`)
  const auth = ['login', 'forgot', 'reset?token=a', 'verify', 'register/creator'].map((path) => `/auth/${path}`)

  it.each([
    ['a phone in daylight', 'light', narrowPhone],
    ['a desk at night', 'dark', desk],
  ] as const)('has no serious barrier and no sideways scroll on %s', async (_, theme, viewport) => {
    const found: Record<string, string[]> = {}
    const walk = async (page: Page, paths: readonly string[]) => {
      for (const path of paths) {
        await page.goto(path)
        found[path] = [...(await barriers(page)), ...((await sideways(page)) > 0 ? ['scrolls sideways'] : [])]
      }
      await page.context().close()
    }
    await walk(await stage.visitor(viewport, { ...inTokyo, theme }), auth)
    await walk(await signedIn(stage, 'valloyclay', viewport, { theme }), studio)
    const admin = await signedIn(stage, 'adabauer', viewport, { theme })
    await admin.goto('/admin/creators?status=all')
    await admin.getByRole('link', { name: 'Ines Valloy' }).first().click()
    await admin.getByRole('columnheader', { name: 'Application' }).waitFor()
    found['the review'] = await barriers(admin)
    await walk(
      admin,
      ['', '/creators', '/creators?status=all', '/consents', '/payouts', '/menus', '/promos', '/settings'].map(
        (path) => `/admin${path}`,
      ),
    )
    expect(Object.entries(found).filter(([, lines]) => lines.length > 0)).toEqual([])
  })

  it('the editor is walked by keyboard alone, from the first field to a saved draft', async () => {
    const page = await signedIn(stage, 'valloyclay')
    await page.goto('/creator/posts/new')
    await page.getByLabel(/^Title/).focus()
    await page.keyboard.type('By keyboard')
    await page.keyboard.press('Tab')
    await page.keyboard.type('No mouse was near.')
    const names: string[] = []
    for (let presses = 0; presses < 40; presses++) {
      await page.keyboard.press('Tab')
      const name = await page.evaluate(() => {
        const at = document.activeElement as HTMLInputElement | null
        const ring = at ? getComputedStyle(at) : null
        const label = at?.closest('label') ?? at?.labels?.[0]
        const seen = ring?.outlineStyle !== 'none' || (label && getComputedStyle(label).outlineStyle !== 'none')
        return `${seen ? '' : 'unseen: '}${at?.getAttribute('aria-label') ?? label?.textContent ?? at?.textContent ?? ''}`
      })
      names.push(name)
      if (name.endsWith('More ways to save')) break
    }
    expect(names.filter((name) => name.startsWith('unseen'))).toEqual([])
    for (const part of ['Tags', 'Add a poll', 'Everyone', 'Date', 'Pin to the top', 'More ways to save'])
      expect(names.join('\n')).toContain(part)
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name: 'Save draft' }).waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.getByText('Draft saved').waitFor()
    await page.waitForURL(/\/creator\/posts\/[0-9a-f-]{36}$/)
    await page.context().close()
  })

  it('fans and visitors are sent no code and no style of the studio or of staff', async () => {
    const page = await stage.visitor(desk)
    const sent = codeOf(page)
    const screenshot = async (path: string) => {
      await page.goto(path)
      await page.mouse.move(200, 200)
      await page.mouse.down()
      await page.mouse.up()
      await page.waitForLoadState('networkidle')
    }
    for (const path of ['/', '/explore', '/valloyclay', '/auth/login']) await screenshot(path)
    await page.request.post('/api/auth/users/register', {
      headers: { origin: stage.copy.url },
      data: { name: 'Jamie Rowe', username: 'jamierowe', email: 'jamie@example.com', password, acceptTerms: true },
    })
    await page.request.post('/api/auth/login', {
      headers: { origin: stage.copy.url },
      data: { username: 'jamierowe', password, remember: true },
    })
    for (const path of ['/home', '/valloyclay', '/user/wallet', '/user/account']) await screenshot(path)
    expect((await sent()).length).toBeGreaterThan(5)
    expect(theirs(await sent())).toEqual([])
    await page.context().close()

    // The same eyes do see it where it belongs.
    const inside = await signedIn(stage, 'valloyclay')
    const needed = codeOf(inside)
    await inside.goto('/creator/posts/new')
    await inside.waitForLoadState('networkidle')
    expect(theirs(await needed()).length).toBeGreaterThan(1)
    await inside.context().close()
  })

  it('threw no error on any page', () => expect(stage.faults).toEqual([]))
})
