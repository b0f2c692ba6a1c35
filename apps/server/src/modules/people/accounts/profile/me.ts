import type { meUser } from '@fanlight/contract/accounts'
import { fromHundredths } from '@fanlight/contract/fields'
import type { z } from 'zod'
import type { Context } from '../../../../platform/context.ts'
import type { SignedIn } from '../../../../platform/viewer.ts'
import { fileById } from '../../../media/serving/file-json.ts'
import type { PresentableFile } from '../../../media/serving/present.ts'
import { statusSql } from '../status.ts'
import { presentAvatar, presentCover } from './images.ts'

// spec: me.fields, me.avatar-default, follow.ids

/** An account as its owner sees it. */
export interface AccountRow {
  id: string
  name: string
  username: string | null
  email: string | null
  emailVerified: boolean
  avatar: PresentableFile | null
  cover: PresentableFile | null
  role: 'user' | 'performer' | 'admin'
  status: 'pending_email' | 'active' | 'suspended' | 'closing' | 'closed'
  permissions: string[]
  locale: string | null
  theme: 'light' | 'dark' | 'system'
  timezone: string
  showPresence: boolean
  usernameChangeableAt: Date | null
  balance: bigint
  unreadMessages: number
  country: string | null
}
export interface MeRow extends AccountRow {
  followedIds: string[]
}

export const status = statusSql('a')

/** The columns that a page needs about its viewer, an account `a`, beyond those that every call needs (identify.ts). */
export const aboutMe = `a.name, a.email::text AS email, ${fileById('a.avatar_file_id')} AS avatar, ${fileById('a.cover_file_id')} AS cover,
  a.theme, a.timezone, a.show_presence AS "showPresence", a.country,
  CASE WHEN a.username_changed_at > app_now() - interval '30 days' THEN a.username_changed_at + interval '30 days' END AS "usernameChangeableAt",
  ledger_balance_of('fan_wallet', a.id, 'TOK') AS balance, unread_messages_of(a.id) AS "unreadMessages"`
const followedMax = 1_000
/** All of a `MeRow`. */
export const meColumns = `a.id, a.username, a.email_verified_at IS NOT NULL AS "emailVerified", a.role, ${status} AS status, a.permissions, a.locale, ${aboutMe},
  ARRAY(SELECT performer_id FROM follows WHERE follower_id = a.id ORDER BY created_at DESC, performer_id DESC LIMIT ${followedMax}) AS "followedIds"`

/** The person who reads a page, as it shows them: without the list of those they follow, which can be long and which no page reads. */
export const presentAccount = (
  ctx: Context,
  row: AccountRow,
  viewer: SignedIn,
): Omit<z.input<typeof meUser>, 'followedIds'> => ({
  _id: row.id,
  name: row.name,
  username: row.username,
  email: row.email,
  emailVerified: row.emailVerified,
  avatar: presentAvatar(ctx, row.avatar),
  cover: presentCover(ctx, row.cover),
  isPerformer: row.role === 'performer',
  balance: fromHundredths(row.balance),
  unread: { messages: row.unreadMessages },
  role: row.role,
  status: row.status,
  permissions: viewer.permissions,
  needsSecondFactor: viewer.needsSecondFactor,
  termsDue: viewer.termsDue,
  locale: row.locale ?? viewer.locale,
  theme: row.theme,
  timezone: row.timezone,
  showPresence: row.showPresence,
  usernameChangeableAt: row.usernameChangeableAt?.toISOString() ?? null,
})

export const presentMe = (ctx: Context, row: MeRow, viewer: SignedIn): z.input<typeof meUser> => ({
  ...presentAccount(ctx, row, viewer),
  followedIds: row.followedIds,
})
