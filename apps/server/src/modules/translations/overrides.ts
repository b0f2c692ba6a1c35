import { audit } from '../../platform/audit.ts'
import type { Context } from '../../platform/context.ts'
import { publish } from '../../platform/events.ts'
import { refuseField } from '../../platform/refusal.ts'
import type { SignedIn } from '../../platform/viewer.ts'
import { misfit } from './fitting.ts'
import { shippedIn } from './shipped.ts'
import * as store from './store.ts'

export interface Override {
  locale: string
  key: string
  value: string | null
  reason: string
}

/** Says one message differently, or as shipped again. Every node draws pages and mails with it within a second. */
export const override = (ctx: Context, staff: SignedIn, requestId: string, { locale, key, value, reason }: Override) =>
  ctx.transaction(async (tx) => {
    if (!ctx.settings.get('supportedLocales').includes(locale))
      refuseField('RULE_BROKEN', 'locale', 'This language is not offered here.')
    const shipped = shippedIn(locale).get(key)
    const wrong = misfit(locale, key, value ?? shipped ?? '')
    if (wrong) refuseField('RULE_BROKEN', value === null ? 'key' : 'value', wrong)
    const before = await store.lock(tx, locale, key)
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
      await publish(tx, 'translations.changed', { locale })
    }
    return { key, locale, value: next ?? shipped ?? '', isOverridden: next !== null }
  })

/** What a language says on this site, by key. */
export async function messagesIn(ctx: Context, locale: string): Promise<Map<string, string>> {
  return new Map([...shippedIn(locale), ...(await store.overridesIn(ctx, [locale]))])
}

/** Every override, for pages: locale → key → words. */
export async function allOverrides(ctx: Context): Promise<Record<string, Record<string, string>>> {
  const all: Record<string, Record<string, string>> = {}
  for (const { locale, key, value } of await store.all(ctx)) (all[locale] ??= {})[key] = value
  return all
}
