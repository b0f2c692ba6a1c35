import type { T } from '../i18n/context.tsx'
import type { MessageKey } from '../i18n/keys.ts'

const ownTexts: Partial<Record<string, MessageKey>> = { OFFLINE: 'ui.noResponse', UNKNOWN: 'ui.toast.error' }

/** What the browser itself finds out, in words that every page has: no file of messages can be loaded where nothing answers. */
export const ownTextOf = (t: T, code: string): string | undefined => {
  const key = ownTexts[code]
  return key && t(key)
}
