import type { Context } from '../../../platform/context.ts'
import { row, rows, sql } from '../../../platform/db/db.ts'
import { openDocument } from './documents.ts'
import { openIdentity } from './store.ts'

// What a creator may have of their own review.

/** What was declared. */
export const ownDeclaration = openIdentity

export const ownDocuments = (ctx: Context, performerId: string) =>
  rows(
    ctx.db,
    sql<{ id: string; kind: string; mime: string; bytes: bigint }>`SELECT d.id, d.kind, d.mime, d.bytes
      FROM verifications v JOIN verification_documents d ON d.verification_id = v.id WHERE v.performer_id = ${performerId}
      ORDER BY v.created_at DESC, v.id, d.id`,
  )
/** Returns one decrypted document, or undefined if it is deleted. Reads its storage path now: re-encryption moves documents. */
export async function ownDocument(ctx: Context, performerId: string, id: string): Promise<Buffer | undefined> {
  const found = await row(
    ctx.db,
    sql<{
      key: string
    }>`SELECT d.storage_key AS key FROM verification_documents d JOIN verifications v ON v.id = d.verification_id
      WHERE d.id = ${id} AND v.performer_id = ${performerId}`,
  )
  return found && (await openDocument(ctx, found.key).catch(nothingIfAbsent))
}

function nothingIfAbsent(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
  return undefined
}
