import { nearestLocale } from '@fanlight/contract/locales'
import { isReservedUsername } from '@fanlight/contract/usernames'
import type { Context } from '../../platform/context.ts'
import { publish } from '../../platform/events.ts'
import { refuse, refuseField } from '../../platform/refusal.ts'
import * as store from './store.ts'

/** Changes what somebody says about themselves; a name nobody else ever had, once in 30 days. */
export const changeProfile = (
  ctx: Context,
  accountId: string,
  { username, ...changes }: store.Changes & { username?: string | undefined },
) =>
  ctx.transaction(async (tx) => {
    if (typeof changes.locale === 'string') changes.locale = spoken(tx, changes.locale)
    if (username !== undefined) await changeUsername(tx, accountId, username)
    await store.update(tx, accountId, changes)
    await publish(tx, 'profile.changed', { accountId })
  })

async function changeUsername(tx: Context, accountId: string, username: string): Promise<void> {
  const present = await store.lockUsername(tx, accountId)
  if (present!.username === username) return
  if (isReservedUsername(username)) refuseField('USERNAME_RESERVED', 'username')
  if (present!.changedRecently) refuse('USERNAME_CHANGED_RECENTLY')
  await store.renameAccount(tx, accountId, present!.username, username)
  // Asked after taking it: whoever gave this name up a moment ago has written so before we could have it.
  if (await store.isUsernameTaken(tx, username, accountId)) refuseField('USERNAME_TAKEN', 'username')
}

function spoken(tx: Context, wish: string): string {
  return (
    nearestLocale(wish, tx.settings.get('supportedLocales')) ??
    refuseField('RULE_BROKEN', 'locale', 'This language is not offered here.')
  )
}
