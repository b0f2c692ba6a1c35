import { chooseLocale } from '@fanlight/contract/locales'
import type { Settings } from '../../../platform/settings.ts'

/** The parts of a request that determine the language of the response. */
export interface LocaleSource {
  query: unknown
  cookies: Record<string, string | undefined>
  headers: { 'accept-language'?: string | undefined }
}

/** `?locale=`, cookie `locale`, the account's, Accept-Language, the site's: the first that the site supports. */
export function localeOf(settings: Settings, request: LocaleSource, ofAccount?: string | null): string {
  const { supportedLocales, defaultLocale } = settings.all()
  const requestedLocale = (request.query as { locale?: unknown } | undefined)?.locale
  return chooseLocale(
    {
      query: typeof requestedLocale === 'string' ? requestedLocale : undefined,
      cookie: request.cookies['locale'],
      account: ofAccount,
      acceptLanguage: request.headers['accept-language'],
    },
    supportedLocales,
    defaultLocale,
  )
}
