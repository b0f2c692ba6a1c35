import type { Context } from '../../../platform/context.ts'
import { rows, sql } from '../../../platform/db/db.ts'
import { hasPermission, type SignedIn } from '../../../platform/viewer.ts'
import { presentAvatar } from '../../people/accounts/profile/images.ts'
import type { PresentableFile } from '../../media/serving/present.ts'
import { fileById } from '../../media/serving/file-json.ts'
import { statusSql } from '../../people/accounts/status.ts'

interface Related {
  id: string
  name: string
  username: string | null
  avatar: PresentableFile | null
  status: 'pending_email' | 'active' | 'suspended' | 'closing' | 'closed'
  sameCard: boolean
  sameDevice: boolean
}
const shownMax = 20

/**
 * The other accounts that saved the same card, also one that was removed since, or logged in on the same device, those that share
 * both first. Only moderators have it: it says of people with whom they may live.
 */
export async function relatedTo(ctx: Context, viewer: SignedIn, id: string) {
  if (!hasPermission(viewer, 'moderation')) return null
  const found = await rows(
    ctx.db,
    sql<Related>`SELECT a.id, a.name, a.username, ${sql.raw(fileById('a.avatar_file_id'))} AS avatar, ${sql.raw(statusSql('a'))} AS status,
        tie.card AS "sameCard", tie.device AS "sameDevice"
      FROM (
        SELECT account_id, bool_or(card) AS card, bool_or(NOT card) AS device FROM (
          SELECT account_id, true AS card FROM cards WHERE fingerprint IN (SELECT fingerprint FROM cards WHERE account_id = ${id})
          UNION ALL
          SELECT account_id, false FROM known_devices
            WHERE device_hash IN (SELECT device_hash FROM known_devices WHERE account_id = ${id})
        ) ties WHERE account_id <> ${id} GROUP BY account_id
      ) tie JOIN accounts a ON a.id = tie.account_id
      ORDER BY tie.card AND tie.device DESC, a.created_at DESC, a.id DESC LIMIT ${shownMax}`,
  )
  return found.map(({ id: _id, name, username, avatar, status, sameCard, sameDevice }) => ({
    _id,
    name,
    username,
    avatar: presentAvatar(ctx, avatar),
    status,
    sameCard,
    sameDevice,
  }))
}
