import type { Context } from '../../../platform/context.ts'
import { refuseIf } from '../../../platform/refusal.ts'
import { storedBytes } from './upload-store.ts'

/** How much a creator may store, in bytes: the files of their content, in original. */
export const storageLimit = (ctx: Context): number => ctx.settings.get('creatorStorageGigabytes') * 1e9

export const hasRoomFor = async (ctx: Context, ownerId: string, bytes: number): Promise<boolean> =>
  (await storedBytes(ctx, ownerId)) + bytes <= storageLimit(ctx)

/** Refused where so many bytes more would not fit. */
export async function requireRoom(ctx: Context, ownerId: string, bytes: number): Promise<void> {
  const limit = storageLimit(ctx)
  const stored = await storedBytes(ctx, ownerId)
  refuseIf(stored + bytes > limit, 'STORAGE_FULL', { storedBytes: stored, limitBytes: limit })
}
