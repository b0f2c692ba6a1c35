import { fromHundredths } from '@fanlight/contract/fields'
import type { Context } from '../../platform/context.ts'
import type { SignedIn } from '../../platform/viewer.ts'
import { deviceOf } from './device.ts'
import { presentFile } from '../media/present.ts'
import { isBirthDateFixed } from './birth-date.ts'
import { presentMe } from './me.ts'
import type { SessionRow } from './sessions.ts'
import type { MePerformerRow } from './store.ts'

/** What everybody is told of themselves, and what only a creator has. What the row holds for `presentMe` alone stays here. */
export const presentMePerformer = (
  ctx: Context,
  { id, commissionBp, firstMessagePrice, welcomeVideo, ...row }: MePerformerRow,
  viewer: SignedIn,
) => ({
  ...row,
  ...presentMe(ctx, { ...row, id }, viewer),
  firstMessagePrice: firstMessagePrice === null ? null : fromHundredths(firstMessagePrice),
  welcomeVideo: welcomeVideo && presentFile(ctx, welcomeVideo, viewer, { granted: true }),
  commissionPct: commissionBp === null ? ctx.settings.get('commissionPct') : commissionBp / 100,
  birthDateFixed: isBirthDateFixed(row.verificationStatus),
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
