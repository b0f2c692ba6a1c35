import type { Context } from '@fanlight/server/platform/context'
import { rows, sql } from '@fanlight/server/platform/db/db'
import { type Account, type AccountLink, add, change, find, Problem, type Transfer } from './objects.ts'
import { isPaidOutTo, type PayeeBehaviour } from './payee-behaviours.ts'
import { sendWebhook } from './send-webhooks.ts'
import { presentTransfer } from './wire.ts'

// Accounts that a platform pays out to, the links to their hosted form, and transfers to them.

const linkSeconds = 5 * 60

/** A missing account is refused like one of another platform. */
export async function getAccount(tx: Context, id: string): Promise<Account> {
  const account = await find<Account>(tx, 'acct', id)
  if (!account) throw new Problem(403, 'account_invalid')
  return account
}

export async function openLink(
  tx: Context,
  wanted: Pick<AccountLink, 'account' | 'return_url' | 'refresh_url'>,
): Promise<AccountLink> {
  await getAccount(tx, wanted.account)
  const expires_at = Math.floor(tx.clock.now().getTime() / 1000) + linkSeconds
  return add<AccountLink>(tx, 'alink', { ...wanted, expires_at, is_used: false })
}

/** A link opens the form once, within a few minutes. */
export const isOpen = (tx: Context, link: AccountLink): boolean =>
  !link.is_used && link.expires_at * 1000 > tx.clock.now().getTime()

/** What the owner entered in the form. Undefined where the link does not exist; a link that is no longer open changes nothing. */
export async function fillIn(
  tx: Context,
  linkId: string,
  behaviour: PayeeBehaviour,
): Promise<{ link: AccountLink; wasOpen: boolean } | undefined> {
  const link = await find<AccountLink>(tx, 'alink', linkId)
  if (!link || !isOpen(tx, link)) return link && { link, wasOpen: false }
  await change<Account>(tx, 'acct', link.account, (entry) => ({ ...entry, behaviour }))
  await change<AccountLink>(tx, 'alink', linkId, (entry) => ({ ...entry, is_used: true }))
  return { link, wasOpen: true }
}

/** The transfer, and what the account it went to does; or why there is none. */
export async function makeTransfer(
  tx: Context,
  wanted: Omit<Transfer, 'id'>,
): Promise<{ transfer: Transfer; behaviour: PayeeBehaviour | null } | { refusal: string }> {
  const account = await find<Account>(tx, 'acct', wanted.destination)
  if (!account) throw new Problem(400, 'resource_missing')
  if (!isPaidOutTo(account.behaviour)) return { refusal: 'insufficient_capabilities_for_transfer' }
  const { behaviour } = account
  if (behaviour === 'balance_insufficient') return { refusal: 'balance_insufficient' }
  const transfer = await add<Transfer>(tx, 'tr', wanted)
  await sendWebhook(tx, 'transfer.created', presentTransfer(transfer), 0, behaviour === 'twice' ? 2 : 1)
  return { transfer, behaviour }
}

/** Transfers of one group, the newest first. */
export const transfersOf = async (tx: Context, group: string): Promise<Transfer[]> =>
  (
    await rows(
      tx.db,
      sql<{
        body: Transfer
      }>`SELECT body FROM fake_stripe.objects WHERE kind = 'tr' AND body->>'transfer_group' = ${group}
        ORDER BY created_at DESC LIMIT 100`,
    )
  ).map((row) => row.body)
