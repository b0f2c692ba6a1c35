import type { Context } from '../../../platform/context.ts'
import { refuseField } from '../../../platform/refusal.ts'
import { requireUsable } from '../../media/vault/quarantine.ts'
import * as store from './store.ts'

export type OwnFiles = ReadonlyMap<string, 'photo' | 'video' | 'audio'>

/** Files that this account uploaded for messages or has in its vault, with their kinds; none is deleted while the transaction runs. */
export async function requireOwnFiles(
  tx: Context,
  ownerId: string,
  fileIds: readonly string[],
  field: string,
): Promise<OwnFiles> {
  if (fileIds.length === 0) return new Map()
  await requireUsable(tx, fileIds, field)
  const files = new Map((await store.ownFiles(tx, ownerId, fileIds)).map(({ id, kind }) => [id, kind]))
  if (files.size !== fileIds.length) refuseField('NOT_FOUND', field)
  return files
}

/** What a message is called after: its first file. */
export const typeOfFiles = (files: OwnFiles, fileIds: readonly string[]): store.MessageRow['type'] =>
  fileIds.length === 0 ? 'text' : files.get(fileIds[0]!)!
