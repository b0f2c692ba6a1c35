import type { MessageSettingsChanges } from '@fanlight/contract/message-settings'
import type { Context } from '../../../platform/context.ts'
import { row, rows, sql } from '../../../platform/db/db.ts'
import type { SignedIn } from '../../../platform/viewer.ts'
import { changeProfile } from '../../people/accounts/profile/profile.ts'
import { requireOwnFiles } from './files.ts'

export interface MessageSettings {
  whoMayWrite: 'everyone' | 'followers' | 'subscribers' | 'paid'
  /** Hundredths of a token. */
  firstMessagePrice: bigint | null
  welcomeEnabled: boolean
  welcomeMessage: string
  welcomeFileIds: string[]
}

export const messageSettingsOf = async (ctx: Context, performerId: string): Promise<MessageSettings | undefined> => {
  const found = await row(
    ctx.db,
    sql<
      Omit<MessageSettings, 'welcomeFileIds'>
    >`SELECT who_may_write AS "whoMayWrite", first_message_price AS "firstMessagePrice",
        welcome_enabled AS "welcomeEnabled", welcome_message AS "welcomeMessage"
      FROM performers WHERE account_id = ${performerId}`,
  )
  const files = await rows(
    ctx.db,
    sql<{
      id: string
    }>`SELECT file_id AS id FROM welcome_message_files WHERE performer_id = ${performerId} ORDER BY position`,
  )
  return found && { ...found, welcomeFileIds: files.map(({ id }) => id) }
}

/** Of two requests at once, the second waits: the files are those of one of them. */
export const changeMessageSettings = (
  ctx: Context,
  { id }: SignedIn,
  { welcomeFileIds, ...profile }: MessageSettingsChanges,
): Promise<void> =>
  ctx.transaction(async (tx) => {
    await sql`SELECT FROM performers WHERE account_id = ${id} FOR NO KEY UPDATE`.execute(tx.db)
    if (Object.keys(profile).length > 0) await changeProfile(tx, id, profile)
    if (!welcomeFileIds) return
    await requireOwnFiles(tx, id, welcomeFileIds, 'welcomeFileIds')
    await sql`DELETE FROM welcome_message_files WHERE performer_id = ${id}`.execute(tx.db)
    await sql`INSERT INTO welcome_message_files (performer_id, file_id, position)
      SELECT ${id}, f.id, n - 1 FROM unnest(${welcomeFileIds}::uuid[]) WITH ORDINALITY AS f(id, n)`.execute(tx.db)
  })

export const deleteWelcomeFiles = (tx: Context, performerId: string) =>
  sql`DELETE FROM welcome_message_files WHERE performer_id = ${performerId}`.execute(tx.db)
