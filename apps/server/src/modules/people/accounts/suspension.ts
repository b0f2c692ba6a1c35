import type { Context } from '../../../platform/context.ts'
import { publish } from '../../../platform/events/events.ts'
import { refuseIf } from '../../../platform/refusal.ts'
import * as sessions from './auth/sessions.ts'
import * as store from './store.ts'
import { accountReinstated, accountSuspended } from './events.ts'

/** Takes an account out of use, for a time or until lifted. Its sessions end in the same transaction. */
export async function suspend(
  tx: Context,
  accountId: string,
  reason: string,
  until: Date | null = null,
): Promise<void> {
  refuseIf(!(await store.setSuspended(tx, accountId, reason, until)), 'NOT_FOUND')
  await sessions.end(tx, accountId, 'all', 'suspended')
  await publish(tx, accountSuspended, { accountId })
}

/** Ends a suspension and returns the status of the account without it; undefined if there is none. */
export async function liftSuspension(tx: Context, accountId: string, { onlyRunOut = false } = {}) {
  const status = await store.endSuspension(tx, accountId, { onlyRunOut })
  if (status) await publish(tx, accountReinstated, { accountId })
  return status
}

export type { RunOut } from './store.ts'
export const runOut = store.suspensionsRunOut
