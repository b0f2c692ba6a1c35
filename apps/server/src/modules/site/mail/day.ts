import { forIntl } from '@fanlight/contract/locales'
import type { Context } from '../../../platform/context.ts'
import { emailLocale } from './emails.ts'

/** A day as an email writes it: in the language of the email's texts and in its reader's time zone. */
export const dayIn = (
  ctx: Context,
  { locale, timezone }: { locale: string | null; timezone: string },
  at: Date,
): string =>
  new Intl.DateTimeFormat(forIntl(emailLocale(locale ?? ctx.settings.get('defaultLocale'))), {
    dateStyle: 'long',
    timeZone: timezone,
  }).format(at)

/** The same with the hour and its time zone. */
export const momentIn = (
  ctx: Context,
  { locale, timezone }: { locale: string | null; timezone: string },
  at: Date,
): string =>
  new Intl.DateTimeFormat(forIntl(emailLocale(locale ?? ctx.settings.get('defaultLocale'))), {
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
    timeZone: timezone,
  }).format(at)
