import type { FastifyRequest } from 'fastify'
import type { Settings } from '../../platform/settings.ts'

/** `?locale=`, cookie `locale`, the account's, Accept-Language, the site's: the first that the site speaks. */
export function localeOf(settings: Settings, request: FastifyRequest, ofAccount?: string | null): string {
  const { supportedLocales, defaultLocale } = settings.all()
  const asked = (request.query as { locale?: unknown } | undefined)?.locale
  const wishes = [
    typeof asked === 'string' ? asked : undefined,
    request.cookies['locale'],
    ofAccount ?? undefined,
    ...accepted(request),
  ]
  for (const wish of wishes) {
    const spoken = wish && supportedLocale(supportedLocales, wish)
    if (spoken) return spoken
  }
  return defaultLocale
}

/** The site's locale for a wish: the same one, else one of the same language. */
export function supportedLocale(supported: readonly string[], wish: string): string | undefined {
  const lower = wish.toLowerCase()
  return (
    supported.find((one) => one.toLowerCase() === lower) ??
    supported.find((one) => one.toLowerCase().split('-')[0] === lower.split('-')[0])
  )
}

const acceptedMax = 10
const accepted = (request: FastifyRequest): string[] =>
  (request.headers['accept-language'] ?? '')
    .split(',', acceptedMax)
    .map((part) => part.split(';')[0]!.trim())
    .filter((one) => one !== '' && one !== '*')
