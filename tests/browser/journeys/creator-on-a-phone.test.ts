import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { hashPassword } from '@fanlight/server/modules/accounts/password-hash'
import { hasVideoEngine } from '@fanlight/server/testing/clip'
import pg from 'pg'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { barriers } from '../axe.ts'
import { launchChromium } from '../chromium.ts'
import { type Copy, startCopy } from '../copy.ts'
import { makeFilm, makePhoto } from '../material.ts'
import { oneStory } from './stage.ts'

// The creator's half of the main job on a phone of 360 px: papers by camera, a review done by keyboard, a question and its answer,
// plans, photos in their order, a film, a poll, a scheduled post. Then every screen of creators and staff in both themes, and what
// fans are never sent.

const password = 'seven-quiet-lamps'
const phone = { width: 360, height: 780 }
const desk = { width: 1440, height: 900 }
const hasEngine = await hasVideoEngine()
const pictures = fileURLToPath(new URL('../../../.tools/journey/', import.meta.url))
let copy: Copy
let browser: Browser
let folder: string
let creator: Page
let staff: Page
const faults: string[] = []

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fanlight-studio-'))
  copy = await startCopy()
  browser = await launchChromium()
  const db = new pg.Client({ connectionString: copy.databaseUrl })
  await db.connect()
  for (const name of ['Mara Lindt', 'Ada Bauer'])
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
}, 120_000)
afterAll(async () => {
  await browser?.close()
  await copy?.stop()
  rmSync(folder, { recursive: true, force: true })
})
beforeEach(({ onTestFailed }) => {
  onTestFailed(async () => {
    mkdirSync(pictures, { recursive: true })
    const pages = browser.contexts().flatMap((context) => context.pages())
    await Promise.all(
      pages.map((page, at) => page.screenshot({ path: join(pictures, `creator-${at}.png`) }).catch(() => undefined)),
    )
  })
})

async function visitor(viewport: { width: number; height: number }, theme: 'light' | 'dark' = 'light'): Promise<Page> {
  const context = await browser.newContext({
    viewport,
    baseURL: copy.url,
    locale: 'en-US',
    colorScheme: theme,
    hasTouch: viewport.width < 500,
    timezoneId: 'Asia/Tokyo',
    permissions: ['camera'],
  })
  context.setDefaultTimeout(15_000)
  const page = await context.newPage()
  page.on('pageerror', (error) => faults.push(`${page.url()}: ${error.message}`))
  return page
}
async function signedIn(username: string, viewport = desk, theme: 'light' | 'dark' = 'light'): Promise<Page> {
  const page = await visitor(viewport, theme)
  const reply = await page.request.post('/api/auth/login', {
    headers: { origin: copy.url },
    data: { username, password, remember: true },
  })
  expect(reply.status()).toBe(200)
  return page
}
const sideways = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
const ready = (page: Page, count: number) =>
  expect.poll(() => page.getByText('Ready', { exact: true }).count(), { timeout: 60_000 }).toBe(count)

describe('becoming a creator', () => {
  oneStory()
  it('signs up on a phone, with papers from the camera', async () => {
    creator = await visitor(phone)
    await creator.goto('/auth/register/creator')
    await creator.getByLabel('Display name').fill('Ines Valloy')
    await creator.getByLabel('Username').fill('valloyclay')
    await creator.getByLabel('E-mail').fill('ines@example.com')
    await creator.getByLabel('Password', { exact: true }).fill(password)
    await creator.getByRole('button', { name: 'Continue' }).click()
    await creator.getByLabel('Legal name').fill('Inês Maria Valloy')
    await creator.getByLabel('Date of birth').fill('1990-04-02')
    await creator.getByLabel('Country').selectOption('PT')
    await creator.getByLabel('Gender').selectOption('female')
    await creator.getByRole('button', { name: 'Continue' }).click()
    // A file that is no paper is refused before anything is sent.
    await creator.locator('input[name=idFront]').setInputFiles({
      name: 'front.exe',
      mimeType: 'application/x-msdownload',
      buffer: Buffer.from('MZ'),
    })
    await creator.getByText('This kind of file can’t be used here.', { exact: false }).waitFor()
    for (const at of [0, 1, 2]) {
      await creator.getByRole('button', { name: 'Use the camera' }).nth(at).click()
      await creator.getByRole('button', { name: 'Take the picture' }).click()
      await expect.poll(() => creator.getByText(/camera\.jpg/).count(), { timeout: 15_000 }).toBe(at + 1)
    }
    expect(await sideways(creator)).toBe(0)
    await creator.getByRole('checkbox').last().check()
    await creator.getByRole('button', { name: 'Send my application' }).click()
    await creator.getByText('It’s with us now').first().waitFor()
  })

  it('staff open the papers and ask for one of them again, by keyboard', async () => {
    staff = await signedIn('maralindt')
    await staff.goto('/admin/creators')
    await staff.getByRole('link', { name: 'Ines Valloy' }).waitFor()
    // Keys are heard once the page is awake.
    await expect
      .poll(
        async () => {
          await staff.keyboard.press('j')
          return staff.evaluate(() => document.activeElement?.textContent)
        },
        { timeout: 15_000 },
      )
      .toBe('Ines Valloy')
    await staff.keyboard.press('Enter')
    const panel = staff.getByRole('dialog')
    await panel.getByRole('heading', { name: 'Papers' }).waitFor()
    await staff.keyboard.press('o')
    await staff.keyboard.type('First review')
    await staff.keyboard.press('Enter')
    await expect.poll(() => panel.getByRole('img').count(), { timeout: 15_000 }).toBe(3)
    await panel.getByText('You’re reviewing this').waitFor()
    await staff.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
    await staff.keyboard.press('m')
    await panel.getByRole('button', { name: 'Selfie with ID' }).click()
    await panel.getByLabel('Selfie with ID').fill('Your face is cut off.')
    await panel.getByRole('button', { name: 'Ask about 1 thing' }).click()
    await staff.getByText('Asked. They were told what to correct.').waitFor()
  })

  it('the creator reads why, and is asked for that alone', async () => {
    creator = await signedIn('valloyclay', phone)
    await creator.goto('/creator/verification')
    await creator.getByText('One more thing is needed').waitFor()
    await creator.getByText('Asked for: Your face is cut off.').waitFor()
    expect(await creator.locator('input[type=file]').count()).toBe(1)
    expect(await creator.getByLabel('Name on the document').count()).toBe(0)
    await creator.locator('input[name=selfieWithId]').setInputFiles(await makePhoto(folder, 'selfie', 220))
    await creator.getByRole('button', { name: 'Send', exact: true }).click()
    await creator.getByText('Sent, waiting for its turn').waitFor()
  })

  it('a second reviewer is told who is at it, takes it over, and approves with two keys; the first is told', async () => {
    await staff.goto('/admin/creators')
    await staff.getByRole('link', { name: 'Ines Valloy' }).click()
    const panel = staff.getByRole('dialog')
    await panel.getByLabel('Why you look').fill('Second look')
    await panel.getByRole('button', { name: 'Show 3 papers' }).click()
    await panel.getByText('You’re reviewing this').waitFor()

    const other = await signedIn('adabauer')
    await other.goto(staff.url())
    await other
      .getByText(/Mara Lindt is reviewing this/)
      .first()
      .waitFor()
    expect(await other.getByRole('button', { name: 'Approve' }).count()).toBe(0)
    await other.getByRole('button', { name: 'Take it over' }).click()
    await other.getByRole('button', { name: 'Approve' }).waitFor()
    await other.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
    await other.keyboard.press('a')
    await other.keyboard.press('Enter')
    await other.getByText('Approved. They can publish now.').waitFor()
    await other.context().close()

    await panel.getByRole('button', { name: 'Approve' }).click()
    await staff.getByText('Somebody has already decided this.').waitFor()
    await panel.getByText(/decided by Ada Bauer/).waitFor()
  })
})

describe('working on a phone', () => {
  oneStory()
  it('offers plans, each price with a name of its own', async () => {
    await creator.goto('/creator/pricing')
    await creator.getByLabel('Name', { exact: true }).fill('Front Row')
    await creator.getByRole('button', { name: 'Monthly' }).click()
    await creator.getByLabel('Price: Monthly').fill('7.95')
    await creator.getByRole('button', { name: 'Several months' }).click()
    await creator.getByLabel('Price: 3 months').fill('20.27')
    await creator.getByRole('button', { name: 'Save plans' }).click()
    await creator.getByText('Changes saved').first().waitFor()
  })

  it('says who she is, and on which clock she plans', async () => {
    await creator.goto('/creator/account')
    await creator.getByLabel('In one line').fill('Wheel-thrown ceramics')
    await creator.getByLabel('In a few words more').fill('I throw pots.')
    await creator.getByLabel('Title of link 1').fill('Shop')
    await creator.getByLabel('Address of link 1').fill('https://shop.example')
    await creator.getByRole('combobox', { name: 'Eyes' }).selectOption('green')
    expect(await creator.getByLabel('Time zone').inputValue()).toBe('Asia/Tokyo')
    await creator.getByRole('button', { name: 'Save profile' }).click()
    await creator.getByText('Changes saved').first().waitFor()
    const me = (await (await creator.request.get('/api/performers/me')).json()) as { data: Record<string, unknown> }
    expect(me.data).toMatchObject({
      tagline: 'Wheel-thrown ceramics',
      eyeColor: 'green',
      timezone: 'Asia/Tokyo',
      links: [{ title: 'Shop', url: 'https://shop.example' }],
    })
  })

  it('publishes photos in the order she put them, after a reload and a broken connection', async () => {
    await creator.goto('/creator/posts/new')
    await creator.getByLabel(/^Title/).fill('Morning light')
    const files = creator.locator('input[type=file][multiple]')
    await files.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('Words.') })
    await creator.getByText(/can’t be used here\. Photos: JPEG/).waitFor()

    // The first try finds no network; it goes again by itself.
    let broken = 0
    await creator.route('**/feeds/photo/upload', (route) => (broken++ === 0 ? route.abort() : route.continue()))
    await files.setInputFiles(await Promise.all([40, 120].map((hue) => makePhoto(folder, `open-${hue}`, hue))))
    await creator
      .getByText(/Connection dropped at/)
      .first()
      .waitFor()
    await ready(creator, 2)
    expect(broken).toBe(3)

    await creator.getByRole('button', { name: /^open-120\.jpg, place 2 of 2/ }).focus()
    await creator.keyboard.press('ArrowUp')
    await creator.getByRole('button', { name: /^open-120\.jpg, place 1 of 2/ }).waitFor()

    // What is written and sent stays on the device.
    creator.once('dialog', (dialog) => void dialog.accept())
    await creator.reload()
    await creator.getByText(/and didn’t save/).waitFor()
    expect(await creator.getByLabel(/^Title/).inputValue()).toBe('Morning light')
    await ready(creator, 2)
    await creator.getByRole('button', { name: /^open-120\.jpg, place 1 of 2/ }).waitFor()

    // Leaving asks; staying keeps.
    await creator.getByRole('link', { name: 'Earnings' }).click()
    await creator.getByRole('button', { name: 'Keep writing' }).click()
    await creator.getByRole('radio', { name: /^Paid/ }).check({ force: true })
    await creator.getByText('Set a price within the limits.').waitFor()
    await creator.getByLabel('Price in tokens').fill('120')
    expect(await sideways(creator)).toBe(0)
    await creator.getByRole('button', { name: 'Publish', exact: true }).dblclick()
    await creator.waitForURL('**/creator/posts')
    const list = (await (await creator.request.get('/api/performer/feeds')).json()) as { data: { title: string }[] }
    expect(list.data.map(({ title }) => title)).toEqual(['Morning light'])
  })

  it.skipIf(!hasEngine)('publishes a film, with a frame of it as its cover', async () => {
    await creator.goto('/creator/posts/new')
    await creator.waitForLoadState('networkidle')
    expect(await creator.getByText(/and didn’t save/).count()).toBe(0)
    await creator.getByLabel(/^Title/).fill('Throwing a tall vase')
    await creator.locator('input[type=file][multiple]').setInputFiles(await makeFilm(folder, 'vase', 4))
    await creator.getByRole('button', { name: 'Take a frame of the video' }).click()
    await creator.getByRole('button', { name: 'Use this frame' }).click()
    await creator.getByText('cover.jpg').waitFor()
    await ready(creator, 2)
    await creator.getByRole('button', { name: 'Publish', exact: true }).click()
    await creator.waitForURL('**/creator/posts')
    await creator.getByText('Throwing a tall vase').first().waitFor()
  })

  it('asks a poll with an end, and schedules a post on her own clock', async () => {
    await creator.goto('/creator/posts/new')
    await creator.waitForLoadState('networkidle')
    await creator.getByRole('button', { name: 'Make it a poll' }).click()
    await creator.getByLabel('Question').fill('Which glaze next?')
    await creator.getByLabel('Answer 1', { exact: true }).fill('Celadon')
    await creator.getByLabel('Answer 2', { exact: true }).fill('celadon')
    await creator.getByText('Two answers are the same.').waitFor()
    await creator.getByLabel('Answer 2', { exact: true }).fill('Tenmoku')
    const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
    await creator.getByLabel(/^Ends/).fill(`${inDays(1)}T09:00`)
    await creator.getByLabel(/^Publish later/).fill(`${inDays(2)}T09:00`)
    await creator.getByText('The poll has to end after it goes out.').waitFor()
    await creator.getByLabel(/^Ends/).fill(`${inDays(3)}T09:00`)
    await creator.getByText(/Goes out .+ Asia\/Tokyo time/).waitFor()
    await creator.getByRole('button', { name: 'Schedule', exact: true }).click()
    await creator.waitForURL('**/creator/posts')
    const list = (await (await creator.request.get('/api/performer/feeds?status=scheduled')).json()) as {
      data: { publishAt: string; poll: { endsAt: string } }[]
    }
    // 9 in the morning in Tokyo is midnight UTC.
    expect(list.data.map(({ publishAt, poll }) => [publishAt, poll.endsAt])).toEqual([
      [`${inDays(2)}T00:00:00.000Z`, `${inDays(3)}T00:00:00.000Z`],
    ])
  })
})

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
  const studio = ['', '/posts', '/posts/new', '/earnings', '/pricing', '/account', '/verification'].map(
    (path) => `/creator${path}`,
  )
  const auth = ['login', 'forgot', 'reset?token=a', 'verify', 'register/creator'].map((path) => `/auth/${path}`)

  it.each([
    ['a phone in daylight', 'light', phone],
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
    await walk(await visitor(viewport, theme), auth)
    await walk(await signedIn('valloyclay', viewport, theme), studio)
    const admin = await signedIn('adabauer', viewport, theme)
    await admin.goto('/admin/creators?status=all')
    await admin.getByRole('link', { name: 'Ines Valloy' }).first().click()
    await admin.getByRole('columnheader', { name: 'Declared' }).waitFor()
    found['the review'] = await barriers(admin)
    await walk(admin, ['/admin', '/admin/creators', '/admin/creators?status=all'])
    expect(Object.entries(found).filter(([, lines]) => lines.length > 0)).toEqual([])
  })

  it('the editor is walked by keyboard alone, from the first field to a saved draft', async () => {
    const page = await signedIn('valloyclay')
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
      if (name.endsWith('Save draft')) break
    }
    expect(names.filter((name) => name.startsWith('unseen'))).toEqual([])
    for (const part of ['Tags', 'Make it a poll', 'Everyone', 'Publish later', 'Pin to the top', 'Save draft'])
      expect(names.join('\n')).toContain(part)
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/creator\/posts\/[0-9a-f-]{36}$/)
    await page.context().close()
  })

  it('fans and visitors are sent no code and no style of the studio or of staff', async () => {
    const page = await visitor(desk)
    const sent = codeOf(page)
    const look = async (path: string) => {
      await page.goto(path)
      await page.mouse.move(200, 200)
      await page.mouse.down()
      await page.mouse.up()
      await page.waitForLoadState('networkidle')
    }
    for (const path of ['/', '/explore', '/valloyclay', '/auth/login']) await look(path)
    await page.request.post('/api/auth/users/register', {
      headers: { origin: copy.url },
      data: { name: 'Jamie Rowe', username: 'jamierowe', email: 'jamie@example.com', password, acceptTerms: true },
    })
    await page.request.post('/api/auth/login', {
      headers: { origin: copy.url },
      data: { username: 'jamierowe', password, remember: true },
    })
    for (const path of ['/home', '/valloyclay', '/user/wallet', '/user/account']) await look(path)
    expect((await sent()).length).toBeGreaterThan(5)
    expect(theirs(await sent())).toEqual([])
    await page.context().close()

    // The same eyes do see it where it belongs.
    const inside = await signedIn('valloyclay')
    const needed = codeOf(inside)
    await inside.goto('/creator/posts/new')
    await inside.waitForLoadState('networkidle')
    expect(theirs(await needed()).length).toBeGreaterThan(1)
    await inside.context().close()
  })

  it('threw no error on any page', () => expect(faults).toEqual([]))
})
