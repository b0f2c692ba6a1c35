import { chooseLocale } from '@fanlight/contract/locales'
import type { FastifyRequest } from 'fastify'
import type { Settings } from '../../platform/settings.ts'

/** `?locale=`, cookie `locale`, the account's, Accept-Language, the site's: the first that the site speaks. */
export function localeOf(settings: Settings, request: FastifyRequest, ofAccount?: string | null): string {
  const { supportedLocales, defaultLocale } = settings.all()
  const asked = (request.query as { locale?: unknown } | undefined)?.locale
  return chooseLocale(
    {
      query: typeof asked === 'string' ? asked : undefined,
      cookie: request.cookies['locale'],
      account: ofAccount,
      acceptLanguage: request.headers['accept-language'],
    },
    supportedLocales,
    defaultLocale,
  )
}
