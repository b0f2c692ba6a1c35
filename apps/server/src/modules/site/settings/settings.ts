import {
  type ChangedSettings,
  limitPairs,
  imageSettings,
  type SettingName,
  type SettingValues,
  settingsSchema,
} from '@fanlight/contract/settings'
import { audit, auditCommand } from '../../../platform/audit.ts'
import type { Context } from '../../../platform/context.ts'
import { row, rows, sql } from '../../../platform/db/db.ts'
import { publish } from '../../../platform/events/events.ts'
import { sha256 } from '../../../platform/ids.ts'
import { refuseField, refuseRule, refuseIf } from '../../../platform/refusal.ts'
import type { SignedIn } from '../../../platform/viewer.ts'
import { clean } from '../pages/rich-text.ts'
import { withoutSecrets, withEncryptedSecrets } from '../../../platform/secret-settings.ts'
import { addressesOf, imageIdOf, readyImages } from './images.ts'
import { settingsChanged } from './events.ts'

export interface SettingsChange {
  values: ChangedSettings
  reason: string
  version?: string | undefined
  confirmOwnCountry: boolean
}

/** Changes one setting for whoever may use the machine's terminal, by the same rules. */
export async function changeSettingByCommand(ctx: Context, name: SettingName, value: unknown): Promise<void> {
  await ctx.transaction(async (tx) => {
    await lockSettings(tx)
    const before = valuesOf(tx, await storedSettings(tx))
    const changed = withCleanText(withEncryptedSecrets(tx, { [name]: value } as ChangedSettings))
    await checkTogether(tx, { country: null }, { ...before, ...changed } as SettingValues, [name], true)
    await tx.settings.write(tx.db, changed as Partial<SettingValues>, null)
    await auditCommand(tx, 'settings', {
      action: 'setting.changed',
      target: { type: 'setting', id: name },
      before: { value: withoutSecrets({ [name]: before[name] })[name] },
      after: { value: withoutSecrets(changed)[name] },
    })
    await publishChanged(tx, [name], changed.maintenanceMode)
  })
  await ctx.settings.refresh()
}

/** Changes several settings: all of them or none. Every node reads the new values within a second, and open pages are notified. */
export async function changeSettings(
  ctx: Context,
  staff: SignedIn,
  requestId: string,
  change: SettingsChange,
): Promise<void> {
  await ctx.transaction(async (tx) => {
    // Concurrent changes run one after the other: rules about several settings check their new values together.
    await lockSettings(tx)
    const stored = await storedSettings(tx)
    refuseIf(change.version !== undefined && change.version !== versionOf(stored), 'CONFLICT')
    const before = valuesOf(tx, stored)
    const values = withCleanText(withEncryptedSecrets(tx, change.values))
    const names = (Object.keys(values) as SettingName[]).filter((name) => !isSame(before[name], values[name]))
    if (names.length === 0) return
    const changed = Object.fromEntries(names.map((name) => [name, values[name]])) as Partial<SettingValues>
    await checkTogether(tx, staff, { ...before, ...changed }, names, change.confirmOwnCountry)
    await tx.settings.write(tx.db, changed, staff.id)
    await audit(tx, staff, requestId, {
      action: 'settings.changed',
      target: { type: 'settings', id: 'site' },
      reason: change.reason,
      before: withoutSecrets(Object.fromEntries(names.map((name) => [name, before[name]]))),
      after: withoutSecrets(changed),
    })
    await publishChanged(tx, names, changed.maintenanceMode)
  })
  await ctx.settings.refresh()
}

export const lockSettings = (tx: Context) => sql`SELECT pg_advisory_xact_lock(hashtext('settings'))`.execute(tx.db)
/** Read from the database: the settings cached in this process may be a second old. */
export const settingsNow = async (ctx: Context): Promise<SettingValues> => valuesOf(ctx, await storedSettings(ctx))

/** What every node and every open page reacts to. */
const publishChanged = (tx: Context, names: readonly string[], maintenance?: boolean) =>
  publish(tx, settingsChanged, { names: [...names], maintenance: maintenance ?? null })

const isAgoraAppId = (value: string) => /^[0-9a-f]{32}$/i.test(value)

/** Rules about several settings at once. */
async function checkTogether(
  tx: Context,
  staff: Pick<SignedIn, 'country'>,
  all: SettingValues,
  names: readonly SettingName[],
  confirmed: boolean,
): Promise<void> {
  const changes = (name: SettingName) => names.includes(name)
  for (const [least, most] of limitPairs)
    if (all[least] > all[most]) refuseField('LIMITS_CROSSED', changes(most) ? most : least)
  if (!all.supportedLocales.includes(all.defaultLocale))
    refuseField('DEFAULT_LOCALE_NOT_OFFERED', changes('defaultLocale') ? 'defaultLocale' : 'supportedLocales')
  if (changes('currency') && (await isCurrencyFixed(tx))) refuseField('CURRENCY_FIXED', 'currency')
  if (changes('paymentGateway') && all.paymentGateway === 'test' && tx.config.mode !== 'demo')
    refuseField('TEST_GATEWAY_ONLY_IN_DEMO', 'paymentGateway')
  // A typing error could require everybody to accept a version that no later version can follow.
  if (changes('termsVersion') && all.termsVersion.slice(0, 4) > String(tx.clock.now().getUTCFullYear() + 1))
    refuseRule('termsVersion', 'TERMS_DAY_FAR')
  if (all.captchaProvider !== 'proof-of-work' && !(all.recaptchaSiteKey && all.recaptchaSecretKey))
    refuseField('CAPTCHA_KEYS_MISSING', 'captchaProvider')
  if (
    all.agoraEnable &&
    (changes('agoraEnable') || changes('agoraAppId')) &&
    !(tx.config.agora && isAgoraAppId(all.agoraAppId))
  )
    refuseField('AGORA_KEYS_MISSING', changes('agoraEnable') ? 'agoraEnable' : 'agoraAppId')
  if (changes('blockedCountries') && staff.country && all.blockedCountries.includes(staff.country) && !confirmed)
    refuseField('OWN_COUNTRY_BLOCKED', 'blockedCountries', undefined, { country: staff.country })
  const images = imageSettings.filter(changes)
  const ready = await readyImages(
    tx,
    images.map((name) => all[name]),
  )
  for (const name of images) {
    const id = imageIdOf(all[name])
    if (id && !ready.has(id)) refuseField('IMAGE_NOT_READY', name)
  }
}

export const isCurrencyFixed = async (ctx: Context): Promise<boolean> =>
  (await row(ctx.db, sql`SELECT 1 FROM ledger_entries LIMIT 1`)) !== undefined

interface StoredSetting {
  key: string
  value: unknown
  at: Date
  by: string | null
}
const storedSettings = (ctx: Context): Promise<StoredSetting[]> =>
  rows(
    ctx.db,
    sql<StoredSetting>`SELECT s.key, s.value, s.updated_at AS at, a.name AS by
      FROM settings s LEFT JOIN accounts a ON a.id = s.updated_by ORDER BY s.key`,
  )

const versionOf = (stored: readonly StoredSetting[]): string =>
  sha256(JSON.stringify(stored.map(({ key, value, at }) => [key, value, at]))).toString('base64url')

function valuesOf({ config }: Context, stored: readonly StoredSetting[]): SettingValues {
  const known = stored.filter(
    ({ key, value }) =>
      Object.hasOwn(settingsSchema.shape, key) && settingsSchema.shape[key as SettingName].safeParse(value).success,
  )
  const values = settingsSchema.parse(Object.fromEntries(known.map(({ key, value }) => [key, value])))
  if (config.mode === 'demo') values.paymentGateway = 'test'
  return values
}

const withCleanText = (values: ChangedSettings): ChangedSettings => ({
  ...values,
  ...(values.footerContent !== undefined && { footerContent: clean(values.footerContent) }),
})

const isSame = (value: unknown, otherValue: unknown) => JSON.stringify(value) === JSON.stringify(otherValue)

/** Everything that the page of settings shows, from the database itself: the cache of this process may be a second old. */
export async function presentSettings(ctx: Context) {
  const stored = await storedSettings(ctx)
  const values = valuesOf(ctx, stored)
  const defaults = settingsSchema.parse({})
  const images = imageSettings.map((name) => values[name])
  return {
    values: withoutSecrets(values),
    defaults,
    changes: stored
      .filter(({ key }) => Object.hasOwn(settingsSchema.shape, key))
      .map(({ key, at, by }) => ({ name: key, at: at.toISOString(), by })),
    version: versionOf(stored),
    isCurrencyFixed: await isCurrencyFixed(ctx),
    images: await addressesOf(ctx, images),
  }
}
