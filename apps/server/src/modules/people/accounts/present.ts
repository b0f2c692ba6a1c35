import { fromHundredths } from '@fanlight/contract/fields'
import type { Context } from '../../../platform/context.ts'
import type { SignedIn } from '../../../platform/viewer.ts'
import { deviceOf } from './auth/device.ts'
import { presentFile } from '../../media/serving/present.ts'
import { isBirthDateFixed } from './profile/birth-date.ts'
import { presentMe } from './profile/me.ts'
import type { SessionRow } from './auth/sessions.ts'
import type { MePerformerRow } from './store.ts'

/** The fields that every account gets about itself, and those of creators only. Columns read only by `presentMe` are not returned. */
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
