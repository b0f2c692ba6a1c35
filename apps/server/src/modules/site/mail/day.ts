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
