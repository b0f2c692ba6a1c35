import type { FileError } from '@fanlight/contract/media'
import type { Context } from '../../../platform/context.ts'
import { row, sql } from '../../../platform/db/db.ts'
import { refuse } from '../../../platform/refusal.ts'
import type { Viewer } from '../../../platform/viewer.ts'
import { decideFiles } from './access.ts'
import * as store from '../store.ts'

/** What every status call of a file answers. */
export const presentStatus = ({ status, progress, errorCode }: store.FileRow) => ({
  status,
  progress,
  errorCode: errorCode as FileError | null,
})

/** How far a file of an item is, for those who may see the file. */
export async function itemFileStatus(
  ctx: Context,
  viewer: Viewer,
  kind: string,
  { id, fileId }: { id: string; fileId: string },
): Promise<ReturnType<typeof presentStatus>> {
  const isPart = await row(
    ctx.db,
    sql<{ found: number }>`SELECT 1 AS found FROM item_files x JOIN items i ON i.id = x.item_id
      WHERE x.item_id = ${id} AND x.file_id = ${fileId} AND i.kind = ${kind}`,
  )
  if (!isPart) refuse('NOT_FOUND')
  return statusFor(ctx, viewer, fileId)
}

/** How far a file is, for those who may see it. */
export async function statusFor(
  ctx: Context,
  viewer: Viewer,
  fileId: string,
): Promise<ReturnType<typeof presentStatus>> {
  const file = await store.fileById(ctx, fileId)
  if (!file || !(await decideFiles(ctx, viewer, [file])).get(file.id)?.granted) refuse('NOT_FOUND')
  return presentStatus(file)
}
