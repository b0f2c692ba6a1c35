export interface Origins {
  media?: readonly string[]
  connect?: readonly string[]
  frame?: readonly string[]
}
interface PolicyParts {
  nonce?: string | undefined
  hashes?: readonly string[]
  styleHash?: string | null
  origins?: Origins | undefined
}

/** Content-Security-Policy of a page. A page for one person has a nonce; a shared page lists the hashes of its texts. */
export function policyFor({ nonce, hashes = [], styleHash, origins = {} }: PolicyParts): string {
  const list = (items: readonly string[] | undefined) => (items?.length ? ` ${items.join(' ')}` : '')
  const scripts = nonce ? `'nonce-${nonce}' 'strict-dynamic'` : ["'self'", ...hashes].join(' ')
  return [
    "default-src 'self'",
    `script-src ${scripts}`,
    `style-src 'self'${styleHash ? ` ${styleHash}` : ''}`,
    // React writes style attributes; they carry positions and colours, never rules.
    "style-src-attr 'unsafe-inline'",
    `img-src 'self' data: blob:${list(origins.media)}`,
    `media-src 'self' blob:${list(origins.media)}`,
    `connect-src 'self'${list(origins.connect)}${list(origins.media)}`,
    `frame-src 'self'${list(origins.frame)}`,
    "font-src 'self'",
    "worker-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types later fanlight default',
  ].join('; ')
}
