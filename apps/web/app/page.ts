/** What a page may know about the installation before it asks anything. Nothing secret. */
export interface PublicConfig {
  apiUrl: string
  /** Empty: the page's own origin. */
  socketUrl: string
  /** spec HASH_PW_CLIENT. */
  hashPasswords: boolean
}

/** Facts about this rendering of the page; the server writes them on <html>, the browser reads them there. */
export interface PageFacts {
  config: PublicConfig
  locale: string
  theme: 'light' | 'dark' | 'system'
  requestId: string
  origin: string
  nonce?: string | undefined
  /** Message files of which this site says something differently; the browser asks for those words. */
  overridden?: string[] | undefined
}

let facts: PageFacts | undefined

/** Browser only. */
export function pageFacts(): PageFacts {
  // The nonce is never an attribute that a page's CSS could read: only the script element itself tells it.
  facts ??= {
    ...(JSON.parse(document.documentElement.dataset['page'] ?? '{}') as PageFacts),
    nonce: document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce,
  }
  return facts
}
export const publicConfig = (): PublicConfig => pageFacts().config
