import type { Browser, BrowserContextOptions, Page } from 'playwright-core'

interface NewPageOptions extends BrowserContextOptions {
  /** Of the account that is signed in; without one it is a visitor's page. */
  token?: string | undefined
  /** Errors that the page throws are added here, each with its address. */
  faults?: string[]
}
/** An empty page of a site, in English, in a context of its own that is closed with it; a narrow screen is a touch screen. */
export async function newPage(
  browser: Browser,
  url: string,
  { token, faults, ...options }: NewPageOptions = {},
): Promise<Page> {
  const context = await browser.newContext({
    baseURL: url,
    locale: 'en-US',
    serviceWorkers: 'block',
    hasTouch: (options.viewport?.width ?? Infinity) < 500,
    ...options,
  })
  if (token) await context.addCookies([{ name: 'token', value: token, url }])
  const page = await context.newPage()
  page.on('pageerror', (error) => faults?.push(`${page.url()}: ${error.message}`))
  return page
}

/** Waits until the scripts of a page listen. */
export const hydrated = async (page: Page): Promise<void> => {
  await page.waitForFunction(() => 'hydrated' in document.documentElement.dataset)
}
