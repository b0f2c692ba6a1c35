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
}

let facts: PageFacts | undefined

/** Browser only. */
export function pageFacts(): PageFacts {
  facts ??= JSON.parse(document.documentElement.dataset['page'] ?? '{}') as PageFacts
  return facts
}
export const publicConfig = (): PublicConfig => pageFacts().config
