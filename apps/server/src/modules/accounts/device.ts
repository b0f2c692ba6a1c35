import bowser from 'bowser'
import type { Context } from '../../platform/context.ts'
import { row, sql } from '../../platform/db.ts'
import { mail, mailedEnough } from '../mail/outbox.ts'
import type { Visit } from './sessions.ts'
import type { SignInRow } from './store.ts'

/** What somebody sits at, as far as the browser says: names are those of the browser and the system, and need no translation. */
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
 * Tells an account's owner of a log-in on a device where they never signed in before. The very first log-in surprises nobody.
 * Asked before the session is opened and the device remembered.
 */
export async function tellOfNewDevice(tx: Context, account: SignInRow, visit: Visit, known: boolean): Promise<void> {
  if (known || !account.email || !(await hasSignedInBefore(tx, account.id))) return
  if (await mailedEnough(tx, account.email, 'new_device')) return
  const { browser, system } = deviceOf(visit.userAgent)
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
      items: [[browser, system].filter(Boolean).join(' · '), placeName(visit.country, locale), `${when} (UTC)`].filter(
        (line) => line !== '',
      ),
    },
  })
}

const hasSignedInBefore = async (tx: Context, accountId: string): Promise<boolean> =>
  (await row(tx.db, sql`SELECT 1 FROM sessions WHERE account_id = ${accountId} LIMIT 1`)) !== undefined

function placeName(country: string | null, locale: string): string {
  if (country === null) return ''
  return new Intl.DisplayNames(locale, { type: 'region', fallback: 'code' }).of(country) ?? country
}
