import type { BrowserContext, Page } from 'playwright-core'

// A monitored page: whatever runs, violates the page's policy, navigates away or was created from a user's text is reported.

export interface Found {
  /** What ran, or was about to, or is in the page and may not. */
  faults: string[]
  /** Every text, attribute and value that contains a mark. */
  texts: string[]
}

/** Runs in the page before its own scripts: reports calls of vectors and violations of the content security policy. */
function listen(): void {
  const page = globalThis as unknown as Record<string, unknown> & { report(what: string): void }
  for (const name of ['ran', 'alert', 'confirm', 'prompt', 'print'])
    Object.defineProperty(page, name, {
      value: () => page.report(`${name}() ran`),
      configurable: false,
      writable: false,
    })
  document.addEventListener('securitypolicyviolation', (event) =>
    page.report(`the policy stopped ${event.effectiveDirective}: ${event.blockedURI} ${event.sample}`),
  )
}

/** Runs in the rendered page: only known elements are allowed, and in rich text only those of its allow list. */
function inspectPage([known, rich]: readonly [known: readonly string[], rich: readonly string[]]): {
  faults: string[]
  texts: string[]
} {
  const [faults, texts] = [[] as string[], [] as string[]]
  const tags = new Set(known)
  const leads = [
    'href',
    'src',
    'action',
    'formaction',
    'xlink:href',
    'data',
    'poster',
    'srcset',
    'background',
    'cite',
    'ping',
  ]
  const runs =
    /^(?:javascript|vbscript|livescript|mocha|feed|view-source|data:(?!image\/(?:png|jpeg|webp|gif|avif|svg\+xml;base64)[;,]))/i
  for (const element of document.querySelectorAll('*')) {
    const tag = element.tagName.toLowerCase()
    const where = `<${tag}>`
    if (!tags.has(tag)) faults.push(`${where} stands in the page`)
    for (const { name, value } of element.attributes) {
      if (/^on/i.test(name)) faults.push(`${where} has ${name}`)
      if (/[^\w:.-]/.test(name)) faults.push(`${where} has an attribute ${JSON.stringify(name)}`)
      // React's own mark on a form that a script answers.
      const isReacts = name === 'action' && /^javascript:throw new Error\('(?:A )?React form/.test(value)
      if (leads.includes(name) && !isReacts && runs.test(value.replace(/[\u0000-\u0020\u00a0\ufeff]/g, '')))
        faults.push(`${where} leads to ${value.slice(0, 80)}`)
      if (value.includes('\u00a7') && name !== 'data-page') texts.push(value)
    }
    // A link that no browser can read leads nowhere.
    if (element instanceof HTMLAnchorElement && URL.canParse(element.href)) {
      const url = new URL(element.href)
      const isAway = url.origin !== location.origin && /^https?:$/.test(url.protocol)
      if (url.username || url.password) faults.push(`a link carries a user: ${element.href}`)
      if (isAway && element.target === '_blank' && !element.relList.contains('noopener'))
        faults.push(`a link to ${url.host} keeps its opener`)
      if (element.relList.contains('ugc') && !element.parentElement?.textContent.includes(url.host))
        faults.push(`a link of a person to ${url.host} does not say so`)
    }
    if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) {
      if (element.value.includes('\u00a7')) texts.push(element.value)
    } else if (
      tag !== 'script' &&
      [...element.childNodes].some((node) => node.nodeType === 3 && node.nodeValue!.includes('\u00a7'))
    )
      texts.push(element.textContent)
    if (tag === 'script' && element.getAttribute('type') === 'application/ld+json') {
      try {
        JSON.parse(element.textContent)
      } catch {
        faults.push('the data for search engines is no JSON')
      }
    }
  }
  for (const element of document.querySelectorAll('.prose *, footer [dir=auto]:not(a) *')) {
    const tag = element.tagName.toLowerCase()
    if (!rich.includes(tag)) faults.push(`<${tag}> stands in rich text`)
    for (const { name } of element.attributes)
      if (!['href', 'rel', 'start', 'title', 'colspan', 'rowspan', 'scope', 'id'].includes(name))
        faults.push(`<${tag}> in rich text has ${name}`)
  }
  return { faults, texts }
}

/** All requests of a page to other hosts fail. */
export const alone = ['--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1 , EXCLUDE localhost']

/** One browser tab of a user who reads. */
export interface Reader {
  read(path: string): Promise<Found>
  /** Shows a mail as a reader of mails would that keeps out nothing. */
  readMail(html: string): Promise<Found>
  close(): Promise<void>
}

const html =
  'html head meta title link style body div span p a b i em strong small s u br wbr hr h1 h2 h3 h4 h5 h6 ul ol li dl dt dd table caption thead tbody tfoot tr th td header footer main nav section article aside form fieldset legend label input textarea select option optgroup datalist output button details summary img picture source video audio track canvas figure figcaption blockquote pre code time sup sub mark abbr bdi bdo q cite progress meter search dialog noscript script'
const drawings =
  'svg g path circle rect line polyline polygon ellipse defs clippath lineargradient radialgradient stop mask pattern symbol use text tspan title desc'
const pageTags = [...html.split(' '), ...drawings.split(' '), 'iframe', 'template', 'hgroup', 'address', 'menu']
const richTags =
  'h2 h3 h4 p br hr blockquote ul ol li dl dt dd a strong b em i u s small sup sub code pre mark abbr table caption thead tbody tfoot tr th td'.split(
    ' ',
  )
const mailTags = 'html head meta title body div p a'.split(' ')
const mailUrl = 'http://mail.invalid/'

type Ears = WeakMap<Page, (what: string) => void>
const earsByContext = new WeakMap<BrowserContext, Promise<Ears>>()
/** One binding for all tabs of a context: tabs that open at the same time and each create one would find it half created. */
function earsOf(context: BrowserContext): Promise<Ears> {
  const open = async () => {
    const ears: Ears = new WeakMap()
    await context.exposeBinding('report', ({ page }, what: string) => ears.get(page)?.(what))
    await context.addInitScript(listen)
    return ears
  }
  const known = earsByContext.get(context) ?? open()
  earsByContext.set(context, known)
  return known
}

export async function openReader(context: BrowserContext, origin: string, isUnhydrated: boolean): Promise<Reader> {
  const ears = await earsOf(context)
  const page = await context.newPage()
  let received: string[] = []
  let mail: string | undefined
  ears.set(page, (what) => void received.push(what))
  page.on('dialog', (dialog) => {
    received.push(`a dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('popup', (popup) => {
    received.push(`a window to ${popup.url()}`)
    void popup.close()
  })
  page.on('pageerror', (error) => received.push(`an error: ${error.message.slice(0, 200)}`))
  // Heard, not intercepted: a browser whose requests are intercepted keeps nothing, and would fetch every script anew for every page.
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (url.origin !== origin && url.href !== mailUrl && !/^(?:data|blob):$/.test(url.protocol))
      received.push(`a request to ${url.href.slice(0, 120)}`)
  })
  const found = async (tags: readonly string[]): Promise<Found> => {
    const { faults, texts } = await page.evaluate(inspectPage, [tags, richTags] as const)
    return { faults: [...new Set([...faults, ...received])], texts }
  }
  return {
    async read(path) {
      received = []
      await page.goto(origin + path, { waitUntil: 'domcontentloaded' })
      const type = await page.evaluate(() => document.contentType)
      if (type !== 'text/html') {
        const { faults, texts } = await readXml(page)
        return { faults: [...faults, ...received], texts }
      }
      await waitForHydration(page, isUnhydrated)
      // A page that opens a dialog opens it after it is hydrated.
      if (/^\/admin\/[^?]*\?(?:.*&)?open=/.test(path))
        await page
          .getByRole('dialog')
          .waitFor({ timeout: hydrationMs })
          .catch(() => received.push('nothing opened'))
      if (!page.url().startsWith(`${origin}/`)) received.push(`${path} leads to ${page.url()}`)
      return found(pageTags)
    },
    async readMail(body) {
      received = []
      if (mail === undefined)
        await page.route(mailUrl, (route) =>
          route.fulfill({ contentType: 'text/html; charset=utf-8', body: mail ?? '' }),
        )
      mail = body
      await page.goto(mailUrl)
      await page.waitForTimeout(20)
      return found(mailTags)
    },
    close: () => page.close(),
  }
}

/** A page that hydrates on user interaction receives one; then all handlers are attached and the browser has rendered the page. */
async function waitForHydration(page: Page, isUnhydrated: boolean): Promise<void> {
  const takesOver = await page.evaluate(() => document.documentElement.hasAttribute('data-page'))
  if (!takesOver) return
  const isHydrated = page.waitForFunction(() => 'hydrated' in document.documentElement.dataset, undefined, {
    timeout: hydrationMs,
  })
  let waiting = isUnhydrated
  const done = isHydrated.finally(() => (waiting = false))
  // The script that hears it may itself still be on its way.
  for (let at = 2; waiting; at = (at + 7) % 90) {
    await page.mouse.move(at, at)
    await Promise.race([done, page.waitForTimeout(100)])
  }
  await done
}
const hydrationMs = 20_000

/** A feed or a map of the site: XML that can be read, of elements that it is made of. */
async function readXml(page: Page): Promise<Found> {
  return page.evaluate(async (known) => {
    const text = await (await fetch(location.href)).text()
    const read = new DOMParser().parseFromString(text, 'application/xml')
    const tags = [...read.querySelectorAll('*')].map((entry) => entry.localName)
    return {
      faults: tags.filter((tag) => !known.includes(tag)).map((tag) => `<${tag}> stands in a feed`),
      texts: [...read.querySelectorAll('item > title')].map((entry) => entry.textContent),
    }
  }, feedTags)
}
const feedTags =
  'rss channel item title link description language generator image url width height guid pubDate lastBuildDate ttl creator enclosure category encoded atom content thumbnail urlset loc lastmod sitemapindex sitemap'.split(
    ' ',
  )
