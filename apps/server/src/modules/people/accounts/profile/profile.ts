import { nearestLocale } from '@fanlight/contract/locales'
import { toHundredths } from '@fanlight/contract/fields'
import type { Context } from '../../../../platform/context.ts'
import { publish } from '../../../../platform/events/events.ts'
import { refuse, refuseField, refuseRule } from '../../../../platform/refusal.ts'
import { requirePriceAllowed } from '../../../money/charges/price-limits.ts'
import { isBirthDateFixed, isOfAge } from './birth-date.ts'
import { requireFreeUsername, requirePlainName } from './confusables.ts'
import * as store from '../store.ts'
import { profileChanged } from '../events.ts'

type ProfileChanges = Omit<store.Changes, 'firstMessagePrice'> & {
  username?: string | undefined
  firstMessagePrice?: number | null | undefined
}

/** Changes a user's profile; the username once in 30 days, to one that no other account ever had. */
export const changeProfile = (
  ctx: Context,
  accountId: string,
  { username, firstMessagePrice, ...input }: ProfileChanges,
) =>
  ctx.transaction(async (tx) => {
    const changes: store.Changes = input
    if (typeof changes.locale === 'string') changes.locale = offeredLocale(tx, changes.locale)
    if (typeof changes.dateOfBirth === 'string') await checkBirthDate(tx, accountId, changes.dateOfBirth)
    if (changes.whoMayWrite !== undefined || firstMessagePrice !== undefined)
      changes.firstMessagePrice = await priceOf(tx, accountId, changes.whoMayWrite, firstMessagePrice)
    if (username !== undefined) await changeUsername(tx, accountId, username)
    if (typeof changes.name === 'string') await checkName(tx, accountId, changes.name)
    await store.update(tx, accountId, changes)
    await publish(tx, profileChanged, { accountId })
  })

/** Changes an account's username to one that no other account ever had. */
export async function changeUsername(tx: Context, accountId: string, username: string): Promise<void> {
  const present = await store.lockUsername(tx, accountId)
  if (present!.username === username) return
  if (present!.changedRecently) refuse('USERNAME_CHANGED_RECENTLY')
  await requireFreeUsername(tx, username, accountId)
  await store.renameAccount(tx, accountId, present!.username, username)
}

/** The form also sends the current name, which may be older than the rule. Staff may use reserved names. */
async function checkName(tx: Context, accountId: string, name: string): Promise<void> {
  const present = (await store.byId(tx, accountId))!
  if (present.name !== name && present.role !== 'admin') requirePlainName(tx, name)
}

async function checkBirthDate(tx: Context, accountId: string, date: string): Promise<void> {
  const present = await store.lockPerformer(tx, accountId)
  // The form always sends it; the same value changes nothing.
  if (present!.dateOfBirth === date) return
  if (isBirthDateFixed(present!.verificationStatus)) refuseField('BIRTH_DATE_FIXED', 'dateOfBirth')
  if (!isOfAge(date, tx.clock.now())) refuseField('TOO_YOUNG', 'dateOfBirth')
}

/** The price of a first message, in hundredths: required if first messages are paid, and within the price limits of all content. */
async function priceOf(
  tx: Context,
  accountId: string,
  whoMayWrite: unknown,
  requestedPrice: number | null | undefined,
): Promise<bigint | null> {
  const present = (await store.lockPerformer(tx, accountId))!
  const price =
    requestedPrice === undefined
      ? present.firstMessagePrice
      : requestedPrice === null
        ? null
        : toHundredths(requestedPrice)
  if ((whoMayWrite ?? present.whoMayWrite) === 'paid' && price === null)
    refuseRule('firstMessagePrice', 'FIRST_MESSAGE_PRICE_MISSING')
  if (requestedPrice !== undefined && price !== null) requirePriceAllowed(tx, price, 'firstMessagePrice')
  return price
}

function offeredLocale(tx: Context, requestedLocale: string): string {
  return (
    nearestLocale(requestedLocale, tx.settings.get('supportedLocales')) ?? refuseRule('locale', 'LOCALE_NOT_OFFERED')
  )
}
