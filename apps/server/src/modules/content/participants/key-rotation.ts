import type { Context } from '../../../platform/context.ts'
import { reencryptEach, reencryptFiles, type Reencrypted } from '../../people/verifications/key-rotation.ts'
import { documentsNotEncryptedWith, idsWithIdentity, moveDocument, reencryptIdentity } from './store.ts'

/** Documents and declarations of guests that were encrypted with a secret from before. */
export const reencryptGuestDocuments = (ctx: Context): Promise<Reencrypted> =>
  reencryptFiles(ctx, { documentsNotEncryptedWith, moveDocument })
export const reencryptGuestIdentities = (ctx: Context): Promise<Reencrypted> =>
  reencryptEach(ctx, { idsWithIdentity, reencryptIdentity })
