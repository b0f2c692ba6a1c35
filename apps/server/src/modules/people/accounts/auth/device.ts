import bowser from 'bowser'
import type { Context } from '../../../../platform/context.ts'
import { row, sql } from '../../../../platform/db/db.ts'
import { mail, mailedEnough } from '../../../site/mail/outbox.ts'
import type { RequestContext } from './sessions.ts'
import type { SignInRow } from '../store.ts'

/** The user's device as reported by the browser: product names of the browser and the system, which need no translation. */
export interface Device {
  browser: string | null
  system: string | null
  kind: 'computer' | 'phone' | 'tablet' | 'other'
}

export function deviceOf(userAgent: string): Device {
  if (userAgent === '') return { browser: null, system: null, kind: 'other' }
  const { browser, os, platform } = bowser.parse(userAgent)
  const kind = { desktop: 'computer', mobile: 'phone', tablet: 'tablet' }[platform.type ?? ''] as
    | Device['kind']
    | undefined
  return { browser: browser.name || null, system: os.name || null, kind: kind ?? 'other' }
}

/**
 * Notifies an account's owner of a sign-in on a device that they never used before. The very first sign-in sends no email.
 * Call it before the session is opened and the device is stored.
 */
export async function sendNewDeviceEmail(
  tx: Context,
  account: SignInRow,
  requestContext: RequestContext,
  known: boolean,
): Promise<void> {
  if (known || !account.email || !(await hasSignedInBefore(tx, account.id))) return
  if (await mailedEnough(tx, account.email, 'new_device')) return
  const { browser, system } = deviceOf(requestContext.userAgent)
  const locale = account.locale ?? tx.settings.get('defaultLocale')
  const when = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }).format(
    tx.clock.now(),
  )
  await mail(tx, {
    to: account.email,
    kind: 'new_device',
    locale: account.locale,
    values: {
      name: account.name,
      items: [
        [browser, system].filter(Boolean).join(' · '),
        locationName(requestContext.country, locale),
        `${when} (UTC)`,
      ].filter((line) => line !== ''),
    },
  })
}

const hasSignedInBefore = async (tx: Context, accountId: string): Promise<boolean> =>
  (await row(tx.db, sql`SELECT 1 FROM sessions WHERE account_id = ${accountId} LIMIT 1`)) !== undefined

function locationName(country: string | null, locale: string): string {
  if (country === null) return ''
  return new Intl.DisplayNames(locale, { type: 'region', fallback: 'code' }).of(country) ?? country
}
