import { misfit } from '@fanlight/contract/message-fit'
import { audit } from '../../../platform/audit.ts'
import type { Context } from '../../../platform/context.ts'
import { publish } from '../../../platform/events/events.ts'
import { refuseRule } from '../../../platform/refusal.ts'
import type { SignedIn } from '../../../platform/viewer.ts'
import { shippedIn, shippedLike } from './shipped.ts'
import * as store from './store.ts'
import { translationsChanged } from './events.ts'

export interface Override {
  locale: string
  key: string
  value: string | null
  reason: string
}

/** Sets or removes the override of one message. Every process renders pages and mails with it within a second. */
export const override = (ctx: Context, staff: SignedIn, requestId: string, { locale, key, value, reason }: Override) =>
  ctx.transaction(async (tx) => {
    requireOffered(ctx, locale)
    const before = await store.lock(tx, locale, key)
    const shipped = shippedIn(locale).get(key)
    const reference = shippedLike(locale, key)
    // An override for a message that no longer exists in a newer version can still be removed.
    if (reference === undefined && !(value === null && before !== undefined)) refuseRule('key', 'MESSAGE_UNKNOWN')
    const wrong = value !== null && reference !== undefined ? misfit(locale, key, value, reference) : undefined
    if (wrong) refuseRule('value', wrong)
    const next = value === shipped ? null : value
    if (before !== (next ?? undefined)) {
      await (next === null ? store.remove(tx, locale, key) : store.write(tx, locale, key, next, staff.id))
      await audit(tx, staff, requestId, {
        action: next === null ? 'translation.reset' : 'translation.overridden',
        target: { type: 'translation', id: `${locale}/${key}` },
        reason,
        before: { value: before ?? shipped ?? null },
        after: { value: next ?? shipped ?? null },
      })
      await publish(tx, translationsChanged, { locale })
    }
    return { key, locale, value: next ?? shipped ?? '', isOverridden: next !== null }
  })

export function requireOffered(ctx: Context, locale: string): void {
  if (!ctx.settings.get('supportedLocales').includes(locale)) refuseRule('locale', 'LOCALE_NOT_OFFERED')
}

/** The messages of a language on this site, by key. */
export async function messagesIn(ctx: Context, locale: string): Promise<Map<string, string>> {
  return new Map([...shippedIn(locale), ...(await store.overridesIn(ctx, [locale]))])
}

/** All overrides, for pages: locale → key → text. */
export async function allOverrides(ctx: Context): Promise<Record<string, Record<string, string>>> {
  const all: Record<string, Record<string, string>> = {}
  for (const { locale, key, value } of await store.all(ctx)) (all[locale] ??= {})[key] = value
  return all
}
