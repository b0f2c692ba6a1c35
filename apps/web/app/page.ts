/** The configuration that a page has before any API request. Contains no secrets. */
export interface PublicConfig {
  apiUrl: string
  /** Empty: the page's own origin. */
  socketUrl: string
  /** spec HASH_PW_CLIENT. */
  hashPasswords: boolean
}

/** Info about this rendering of the page; the server writes it to <html>, the browser reads it from there. */
export interface PageInfo {
  config: PublicConfig
  locale: string
  theme: 'light' | 'dark' | 'system'
  requestId: string
  /** When the server began to load the page, in milliseconds; absent on pages that are cached and shared. */
  loadedAt?: number | undefined
  origin: string
  nonce?: string | undefined
  /** The page answers a form that was sent without scripts. */
  hasActionData?: boolean | undefined
  /** Message files with texts that this site overrides; the browser requests those texts. */
  overridden?: string[] | undefined
}

let info: PageInfo | undefined

/** Browser only. */
export function pageInfo(): PageInfo {
  // The nonce is never in an attribute that a page's CSS could read: only the property of the script element returns it.
  info ??= {
    ...(JSON.parse(document.documentElement.dataset['page'] ?? '{}') as PageInfo),
    nonce: document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce,
  }
  return info
}
export const publicConfig = (): PublicConfig => pageInfo().config
