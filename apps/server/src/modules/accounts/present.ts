import type { Context } from '../../platform/context.ts'
import type { SignedIn } from '../../platform/viewer.ts'
import { deviceOf } from './device.ts'
import { presentMe } from './me.ts'
import type { SessionRow } from './sessions.ts'
import type { MePerformerRow } from './store.ts'

/** What everybody is told of themselves, and what only a creator has. What the row holds for `presentMe` alone stays here. */
export const presentMePerformer = (ctx: Context, { id, ...row }: MePerformerRow, viewer: SignedIn) => ({
  ...row,
  ...presentMe(ctx, { ...row, id }, viewer),
  isVerified: row.verificationStatus === 'approved',
})

export const presentSession = (row: SessionRow, currentId: string) => ({
  _id: row.id,
  device: deviceOf(row.userAgent),
  address: row.address,
  country: row.country,
  current: row.id === currentId,
  createdAt: row.createdAt.toISOString(),
  lastSeenAt: row.lastSeenAt.toISOString(),
  expiresAt: row.expiresAt.toISOString(),
})
