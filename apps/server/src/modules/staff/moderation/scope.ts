import type { Context } from '../../../platform/context.ts'
import { rows, sql } from '../../../platform/db/db.ts'
import { refuse, refuseIf } from '../../../platform/refusal.ts'
import type { SignedIn } from '../../../platform/viewer.ts'
import { statusSql } from '../../people/accounts/status.ts'

/** A member of staff, and the request they do something with. */
export interface Staff {
  viewer: SignedIn
  requestId: string
}
export interface Reached {
  id: string
  role: 'user' | 'performer' | 'admin'
  name: string
  email: string | null
  emailVerified: boolean
  locale: string | null
  timezone: string
  status: 'pending_email' | 'active' | 'suspended' | 'closing' | 'closed'
  permissions: string[]
}

/** No one can moderate their own account, and only an owner can moderate staff. The data of a closed account is no longer shown. */
export const isInReach = (viewer: SignedIn, of: Pick<Reached, 'id' | 'role' | 'status'>): boolean =>
  of.id !== viewer.id && of.status !== 'closed' && (of.role !== 'admin' || viewer.permissions.includes('owner'))

/** Locks the target account and the acting staff account: if two owners suspend each other, only one is suspended. */
export async function reach(tx: Context, { viewer }: Staff, id: string): Promise<Reached> {
  refuseIf(id === viewer.id, 'NOT_TO_ONESELF')
  const found = await rows(
    tx.db,
    sql<Reached>`SELECT id, role, name, email::text AS email, email_verified_at IS NOT NULL AS "emailVerified", locale, timezone,
        ${sql.raw(statusSql('accounts'))} AS status, permissions
      FROM accounts WHERE id IN (${id}, ${viewer.id}) ORDER BY id FOR UPDATE`,
  )
  const reached = found.find((entry) => entry.id === id)
  if (!reached || reached.status === 'closed') refuse('NOT_FOUND')
  refuseIf(found.find((entry) => entry.id === viewer.id)?.status !== 'active', 'NOT_ALLOWED')
  refuseIf(!isInReach(viewer, reached), 'NOT_ABOVE_ONESELF')
  return reached
}
