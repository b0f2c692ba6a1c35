import type { Config } from '../../../platform/config.ts'
import { publicUrl } from '../../../platform/http/origin.ts'

/** What mail programs call (RFC 8058); opened by a person it leads to the page. */
export const oneClickPath = '/api/notifications/unsubscribe/one-click'
export const oneClickAddress = (config: Config, token: string): string =>
  `${publicUrl(config)}${oneClickPath}?token=${token}`
/** Where a person switches the emails off, below our address. */
export const unsubscribePage = (token: string): string => `/unsubscribe?token=${token}`
