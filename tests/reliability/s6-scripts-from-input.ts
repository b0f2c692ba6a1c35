import { buildAdmin } from '@fanlight/server/testing/builders'
import { api } from '@fanlight/server/testing/api'
import { startGoogle } from '@fanlight/server/testing/peers/google'
import { startMailbox } from '@fanlight/server/testing/peers/mailbox'
import { startTwitter } from '@fanlight/server/testing/peers/twitter'
import type { TestServer } from '@fanlight/server/testing/server'
import type { Browser, BrowserContext } from 'playwright-core'
import { launchChromium } from '../browser/chromium.ts'
import { type Site, startSite } from '../pages/site.ts'
import { buildWorld } from './api-world.ts'
import { type ReliabilityCheck, type Tier, sabotaged } from './check.ts'
import { counts } from './counts.ts'
import { elsewhere, isStepUpField } from './xss/fields-tested-elsewhere.ts'
import { type Field, openFields } from './xss/fields.ts'
import { fill } from './xss/fill-fields.ts'
import { mailsOf, readMails, sendMails, writeMails } from './xss/mails.ts'
import { openPen, type Pen } from './xss/writer-client.ts'
import { compare } from './xss/rendered.ts'
import { vectors, vectorsMin } from './xss/vectors.ts'
import { queryNames, sitePages, type PageView, pageViewsOf } from './xss/page-views.ts'
import { alone, openReader, type Reader } from './xss/watch.ts'

// Hundreds of vectors are written into every text field of the contract, and every page of the site map is opened in
// Chromium by each role it is for: no vector runs, none violates a page's policy or creates an element or attribute, and what
// is seen is there as it was written. Mails, feeds and addresses of pages are tried likewise. `n` counts vectors in fields.

export const check: ReliabilityCheck = {
  id: 'S6',
  title: 'No word of anybody runs on a page or in a mail',
  async run({ tier, random }) {
    const violations: string[] = []
    const browser = await launchChromium({ args: alone })
    try {
      if (sabotaged('S6')) return { n: 1, violations: await richText(browser) }
      if (vectors.length < vectorsMin) violations.push(`only ${vectors.length} vectors`)
      if (!(await detectsExecution(browser)))
        violations.push('what runs in an open page was not heard: this check is deaf')
      let n = 0
      for (let round = 0; round < counts.S6[tier].rounds; round++)
        n += await inOneSite(browser, tier, random, violations)
      return { n, violations: [...new Set(violations)].slice(0, 200) }
    } finally {
      await browser.close()
    }
  },
}

/** Everything written once into a site of its own, and read. */
async function inOneSite(browser: Browser, tier: Tier, random: () => number, violations: string[]): Promise<number> {
  const { mails, addresses } = counts.S6[tier]
  const fields = openFields()
  const pen = openPen(fields, random)
  const [google, twitter, mailbox] = await Promise.all([startGoogle(), startTwitter(), startMailbox()])
  const site = await startSite({ env: { LOG_LEVEL: 'silent', ...google.env, ...twitter.env, ...mailbox.env } })
  try {
    const server = { ...site, work: async () => {} } as unknown as TestServer
    const world = await buildWorld(server)
    const filled = await fill(world, pen, google, violations)
    await writeMails(site.ctx, pen, mails)
    violations.push(...unplaced(fields, pen.used))
    const { pageViews, unknown } = pageViewsOf(world, filled)
    for (const pattern of unknown) violations.push(`S6 does not know what fills ${pattern}: add it to page-views.ts`)
    const seen = new Set<string>()
    await readAll(site, browser, [...pageViews, ...hostilePages(random, addresses)], pen, seen, violations)
    await inMaintenance(site, browser, world.cast.fan.token, pen, seen, violations)
    const written = await mailsOf(site.ctx)
    const reader = await openReader(await browser.newContext(plain), site.url, false)
    for (const text of await readMails(reader, written, violations))
      violations.push(...compare(text, pen.written, seen))
    await sendMails(site.ctx, written, mailbox.received, violations)
    for (const { field, mark } of pen.written.values())
      if (fields.has(field) && !seen.has(mark) && !unseen.has(field)) violations.push(`${field} was seen nowhere`)
    await redirects(site, world.cast.fan.token, violations)
    return pen.count()
  } finally {
    await site.stop()
    await Promise.all([google.stop(), twitter.stop(), mailbox.stop()])
  }
}

/** No one but staff sees more of the site than one page, which carries its name. */
async function inMaintenance(
  site: Site,
  browser: Browser,
  token: string,
  pen: Pen,
  seen: Set<string>,
  violations: string[],
): Promise<void> {
  const set = (on: boolean) => site.ctx.settings.set(site.ctx.db, 'maintenanceMode', on, null)
  await set(true)
  const pageViews = [undefined, token].map((entry) => ({ who: 'a viewer during maintenance', token: entry, path: '/' }))
  for (const pageView of pageViews) await readAll(site, browser, [pageView], pen, seen, violations)
  await set(false)
}

function unplaced(fields: ReadonlyMap<string, Field>, used: ReadonlySet<string>): string[] {
  const placed = (name: string) => used.has(name) || elsewhere.has(name) || isStepUpField(name)
  return [
    ...[...fields.keys()]
      .filter((name) => !placed(name))
      .map(
        (name) =>
          `S6 writes nothing into ${name}: give it a place in fill-fields.ts, or a reason in fields-tested-elsewhere.ts`,
      ),
    ...[...elsewhere]
      .filter((name) => !fields.has(name))
      .map((name) => `fields-tested-elsewhere.ts knows ${name}, which is no field`),
  ]
}

/** Everybody in a browser of their own, which keeps its scripts, and in several tabs. */
async function readAll(
  site: Site,
  browser: Browser,
  pageViews: readonly PageView[],
  pen: Pen,
  seen: Set<string>,
  violations: string[],
): Promise<void> {
  const contexts = new Map<string, Promise<BrowserContext>>()
  const contextOf = (who: string, token: string | undefined) => {
    const opened = contexts.get(who) ?? openContext(browser, site.url, token)
    contexts.set(who, opened)
    return opened
  }
  const queue = [...Map.groupBy(pageViews, ({ who }) => who).values()].flatMap((theirs) =>
    Array.from({ length: Math.ceil(theirs.length / tabPages) }, (_, at) =>
      theirs.slice(at * tabPages, (at + 1) * tabPages),
    ),
  )
  const work = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const { who, token } = next[0]!
      const reader = await openReader(await contextOf(who, token), site.url, !token)
      for (const { path } of next) await readOne(reader, who, path, pen, seen, violations)
      await reader.close()
    }
  }
  await Promise.all(Array.from({ length: readersAtOnce }, work))
  for (const context of contexts.values()) await (await context).close()
}

async function openContext(browser: Browser, url: string, token: string | undefined): Promise<BrowserContext> {
  const context = await browser.newContext(plain)
  if (token) await context.addCookies([{ name: 'token', value: token, url }])
  return context
}
const readersAtOnce = 4
const tabPages = 12
const plain = { serviceWorkers: 'block', locale: 'en-US', viewport: { width: 1280, height: 900 } } as const

async function readOne(reader: Reader, who: string, path: string, pen: Pen, seen: Set<string>, violations: string[]) {
  const at = `${who} at ${path.slice(0, 80)}`
  try {
    const { faults, texts } = await reader.read(path)
    violations.push(...faults.map((fault) => `${at}: ${fault}`))
    for (const text of texts) violations.push(...compare(text, pen.written, seen).map((entry) => `${at}: ${entry}`))
  } catch (error) {
    violations.push(`${at} could not be read: ${String(error).slice(0, 200)}`)
  }
}

/** Addresses of pages that carry vectors: in everything that a page reads of its address, and as the path itself. */
function hostilePages(random: () => number, count: number): PageView[] {
  const names = queryNames()
  const pages = sitePages().flatMap(({ pattern, area }) =>
    area === 'public' && !/[:*]/.test(pattern) && pattern !== '__ui' ? [`/${pattern}`] : [],
  )
  const some = () => vectors[Math.floor(random() * vectors.length)]!.text.toWellFormed()
  return Array.from({ length: count }, (_, index) => ({
    who: 'stranger',
    token: undefined,
    path:
      index % 4 === 3
        ? `/${encodeURIComponent(some())}`
        : `${pages[index % pages.length]}?${new URLSearchParams(names.map((name) => [name, some().slice(0, 100)])).toString()}`,
  }))
}

/** Whatever redirect target a log-in receives, it redirects only to a path of this site. */
async function redirects(site: Site, token: string, violations: string[]): Promise<void> {
  for (const { text } of vectors) {
    const redirect = encodeURIComponent(text.toWellFormed())
    const to = (await site.open(`/auth/login?redirect=${redirect}`, { token })).headers.location
    if (to !== undefined && (!/^\/(?![/\\])/.test(to) || /[\\\u0000-\u0020]/.test(to)))
      violations.push(`a log-in with redirect=${text} leads to ${to}`)
  }
}

/** A page without any policy, made of vectors as they are: this check has to hear each of them. */
async function detectsExecution(browser: Browser): Promise<boolean> {
  const context = await browser.newContext()
  const reader = await openReader(context, 'http://nowhere.invalid', false)
  const alive = [
    '<img src=x onerror=ran()>',
    '<svg onload=ran()>',
    '<script>alert(1)</script>',
    '<details open ontoggle=print()>',
    '<iframe srcdoc="<script>parent.ran()</script>"></iframe>',
  ]
  let detected = 0
  for (const entry of alive)
    if ((await reader.readMail(entry)).faults.some((fault) => fault.includes('() ran'))) detected++
  await context.close()
  return detected === alive.length
}

/** What the deliberate bug lets out: text that was not cleaned. */
async function richText(browser: Browser): Promise<string[]> {
  const site = await startSite({ env: { LOG_LEVEL: 'silent' } })
  const owner = await buildAdmin(site.ctx)
  const page = { title: 'Words', html: '<p>x</p><img src=x onerror=ran()>' }
  await api(site, owner.token).put('/admin/posts/words/en-US', page)
  const context = await browser.newContext(plain)
  const reader = await openReader(context, site.url, true)
  const { faults } = await reader.read('/page/words')
  // A connection that the browser keeps open would keep the site waiting.
  await context.close()
  await site.stop()
  return faults
}

/** What is written and is on no page, although the call shows it to programs. */
const unseen: ReadonlySet<string> = new Set([
  // No page requests one or shows it yet.
  'POST /wallet/charges/tip/:id note',
  'POST /block/users reason',
])
