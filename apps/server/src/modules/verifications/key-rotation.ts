import type { Context } from '../../platform/context.ts'
import { presentKeyId, removeDocument, encryptAgain } from './documents.ts'
import * as store from './store.ts'

const batch = 50
const first = '00000000-0000-0000-0000-000000000000'

export interface Reencrypted {
  reencrypted: number
  /** What no secret that we have opens, or whose file is gone. */
  lost: number
}

/** Documents that were encrypted with a secret from before are encrypted with the present one. May be cut short and run again. */
export async function reencryptDocuments(ctx: Context): Promise<Reencrypted> {
  const counts = { reencrypted: 0, lost: 0 }
  for (let after = first; ; ) {
    const documents = await store.documentsNotEncryptedWith(ctx, presentKeyId(ctx), after, batch)
    for (const identityDocument of documents) {
      if (await reencryptDocument(ctx, identityDocument)) counts.reencrypted += 1
      else counts.lost += 1
    }
    if (documents.length < batch) return counts
    after = documents.at(-1)!.id
  }
}

async function reencryptDocument(
  ctx: Context,
  { id, storageKey }: { id: string; storageKey: string },
): Promise<boolean> {
  const fresh = await encryptAgain(ctx, storageKey).catch((error: unknown) => {
    ctx.log.warn({ err: error, document: id }, 'an identity document could not be decrypted')
    return undefined
  })
  if (!fresh) return false
  const moved = await store.moveDocument(ctx, id, storageKey, fresh)
  await removeDocument(ctx, moved ? storageKey : fresh.storageKey)
  return true
}

/** The same for the names and birth dates that performers declared. */
export async function reencryptIdentities(ctx: Context): Promise<Reencrypted> {
  const counts = { reencrypted: 0, lost: 0 }
  for (let after = first; ; ) {
    const ids = await store.idsWithIdentity(ctx, after, batch)
    for (const id of ids) {
      const changed = await ctx
        .transaction((tx) => store.reencryptIdentity(tx, id))
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
