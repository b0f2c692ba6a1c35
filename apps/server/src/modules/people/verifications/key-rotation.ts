import type { Context } from '../../../platform/context.ts'
import { presentKeyId, removeDocument, encryptAgain } from './documents.ts'
import { documentsNotEncryptedWith, idsWithIdentity, moveDocument, reencryptIdentity } from './store.ts'

const batch = 50
const first = '00000000-0000-0000-0000-000000000000'

export interface Reencrypted {
  reencrypted: number
  /** What no secret that we have opens, or whose file is gone. */
  lost: number
}

/** Encrypted files whose rows one module has. */
interface FileRows {
  documentsNotEncryptedWith(
    ctx: Context,
    keyId: string,
    after: string,
    limit: number,
  ): Promise<{ id: string; storageKey: string }[]>
  /** False where the row changed in the meantime. */
  moveDocument(ctx: Context, id: string, from: string, to: { storageKey: string; keyId: string }): Promise<boolean>
}
/** Encrypted declarations. */
interface IdentityRows {
  idsWithIdentity(ctx: Context, after: string, limit: number): Promise<string[]>
  /** True where it was encrypted with a secret from before. */
  reencryptIdentity(tx: Context, id: string): Promise<boolean>
}

/** Documents that were encrypted with a secret from before are encrypted with the present one. May be cut short and run again. */
export const reencryptDocuments = (ctx: Context): Promise<Reencrypted> =>
  reencryptFiles(ctx, { documentsNotEncryptedWith, moveDocument })
/** The same for the names and birth dates that performers declared. */
export const reencryptIdentities = (ctx: Context): Promise<Reencrypted> =>
  reencryptEach(ctx, { idsWithIdentity, reencryptIdentity })

export async function reencryptFiles(ctx: Context, stored: FileRows): Promise<Reencrypted> {
  const counts = { reencrypted: 0, lost: 0 }
  for (let after = first; ; ) {
    const documents = await stored.documentsNotEncryptedWith(ctx, presentKeyId(ctx), after, batch)
    for (const identityDocument of documents) {
      if (await reencryptDocument(ctx, stored, identityDocument)) counts.reencrypted += 1
      else counts.lost += 1
    }
    if (documents.length < batch) return counts
    after = documents.at(-1)!.id
  }
}

async function reencryptDocument(
  ctx: Context,
  stored: FileRows,
  { id, storageKey }: { id: string; storageKey: string },
): Promise<boolean> {
  const fresh = await encryptAgain(ctx, storageKey).catch((error: unknown) => {
    ctx.log.warn({ err: error, document: id }, 'an identity document could not be decrypted')
    return undefined
  })
  if (!fresh) return false
  const moved = await stored.moveDocument(ctx, id, storageKey, fresh)
  await removeDocument(ctx, moved ? storageKey : fresh.storageKey)
  return true
}

export async function reencryptEach(ctx: Context, stored: IdentityRows): Promise<Reencrypted> {
  const counts = { reencrypted: 0, lost: 0 }
  for (let after = first; ; ) {
    const ids = await stored.idsWithIdentity(ctx, after, batch)
    for (const id of ids) {
      const changed = await ctx
        .transaction((tx) => stored.reencryptIdentity(tx, id))
        .catch((error: unknown) => {
          ctx.log.warn({ err: error, verification: id }, 'a declaration could not be opened')
          counts.lost += 1
          return false
        })
      if (changed) counts.reencrypted += 1
    }
    if (ids.length < batch) return counts
    after = ids.at(-1)!
  }
}
