import type { meUser } from '@fanlight/contract/accounts'
import { fromHundredths } from '@fanlight/contract/fields'
import type { z } from 'zod'
import type { Context } from '../../platform/context.ts'
import type { SignedIn } from '../../platform/viewer.ts'
import { loadFiles, profilePicture } from '../media/present.ts'
import type { SessionRow } from './sessions.ts'
import type { MePerformerRow, MeRow } from './store.ts'

// spec: me.fields, me.avatar-default, follow.ids

/** No picture: ours. */
const noAvatar = '/no-avatar.svg'

export async function presentMe(ctx: Context, row: MeRow, viewer: SignedIn): Promise<z.input<typeof meUser>> {
  const files = await loadFiles(
    ctx,
    [row.avatarFileId, row.coverFileId].filter((id) => id !== null),
  )
  const picture = (id: string | null, width: number) =>
    profilePicture(ctx, viewer, id === null ? null : files.get(id), width)
  return {
    _id: row.id,
    name: row.name,
    username: row.username,
    email: row.email,
    emailVerified: row.emailVerified,
    avatar: picture(row.avatarFileId, 200) ?? noAvatar,
    cover: picture(row.coverFileId, 1200),
    isPerformer: row.role === 'performer',
    balance: fromHundredths(row.balance),
    followedIds: row.followedIds,
    role: row.role,
    status: row.status,
    permissions: row.permissions,
    locale: row.locale ?? viewer.locale,
    theme: row.theme,
    timezone: row.timezone,
    usernameChangeableAt: row.usernameChangeableAt?.toISOString() ?? null,
  }
}

/** The same, and what only a creator has. What the row holds for `presentMe` alone stays here. */
export async function presentMePerformer(
  ctx: Context,
  { avatarFileId, coverFileId, id, ...row }: MePerformerRow,
  viewer: SignedIn,
) {
  return {
    ...row,
    ...(await presentMe(ctx, { ...row, id, avatarFileId, coverFileId }, viewer)),
    isVerified: row.verificationStatus === 'approved',
  }
}

export const presentSession = (row: SessionRow, currentId: string) => ({
  _id: row.id,
  userAgent: row.userAgent,
  address: row.address,
  country: row.country,
  current: row.id === currentId,
  createdAt: row.createdAt.toISOString(),
  lastSeenAt: row.lastSeenAt.toISOString(),
  expiresAt: row.expiresAt.toISOString(),
})
