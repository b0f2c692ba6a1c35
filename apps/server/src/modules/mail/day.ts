import type { Context } from '../../platform/context.ts'

/** A day as an email writes it: in its reader's language and time zone. */
export const dayIn = (
  ctx: Context,
  { locale, timezone }: { locale: string | null; timezone: string },
  at: Date,
): string =>
  new Intl.DateTimeFormat(locale ?? ctx.settings.get('defaultLocale'), {
    dateStyle: 'long',
    timeZone: timezone,
  }).format(at)
