import type { getBoughtMessage } from '@fanlight/contract/orders'
import type { z } from 'zod'
import type { Context } from '../../../platform/context.ts'
import { row, sql } from '../../../platform/db/db.ts'
import { refuse } from '../../../platform/refusal.ts'
import type { SignedIn } from '../../../platform/viewer.ts'
import { authorizeAll } from '../../access/policy.ts'
import { presentAvatar } from '../../people/accounts/profile/images.ts'
import { fileById } from '../../media/serving/file-json.ts'
import { loadFiles, type PresentableFile, presentFile } from '../../media/serving/present.ts'
import { lockableOf } from './present.ts'
import * as store from './store.ts'

/** A message that the viewer bought, whatever became of the conversation since. */
export async function boughtMessage(
  ctx: Context,
  viewer: SignedIn,
  id: string,
): Promise<z.output<typeof getBoughtMessage.reply>['data']> {
  const found = (await store.message(ctx, id)) ?? refuse('NOT_FOUND')
  const owned = await row(
    ctx.db,
    sql`SELECT FROM purchases WHERE account_id = ${viewer.id} AND object_id = ${id} AND object_type = 'message' AND revoked_at IS NULL`,
  )
  const verdict = (await authorizeAll(ctx, viewer, [lockableOf(found)])).get(id)!
  if (!owned || !verdict.granted) refuse('NOT_FOUND')
  const [files, sender] = await Promise.all([
    loadFiles(ctx, found.fileIds),
    row(
      ctx.db,
      sql<{
        name: string
        username: string | null
        avatar: PresentableFile | null
      }>`SELECT a.name, a.username, ${sql.raw(fileById('a.avatar_file_id'))} AS avatar FROM accounts a WHERE a.id = ${found.senderId}`,
    ),
  ])
  return {
    _id: found.id,
    performer: {
      _id: found.senderId,
      name: sender!.name,
      username: verdict.closed ? null : sender!.username,
      avatar: presentAvatar(ctx, verdict.closed ? null : sender!.avatar),
    },
    text: found.isDeleted ? '' : found.text,
    files: found.fileIds.flatMap((fileId) => {
      const file = files.get(fileId)
      return file ? [presentFile(ctx, file, viewer, { granted: true })] : []
    }),
    sentAt: found.createdAt.toISOString(),
  }
}
