import type { Context } from '../../../platform/context.ts'
import { refuseIf } from '../../../platform/refusal.ts'
import { storedBytes } from './upload-store.ts'

/** How much a creator may store, in bytes: the files of their content, in original. */
export const storageLimit = (ctx: Context): number => ctx.settings.get('creatorStorageGigabytes') * 1e9

const takenBytes = async (ctx: Context, ownerId: string): Promise<number> => {
  const { stored, arriving } = await storedBytes(ctx, ownerId)
  return stored + arriving
}

export const hasRoomFor = async (ctx: Context, ownerId: string, bytes: number): Promise<boolean> =>
  (await takenBytes(ctx, ownerId)) + bytes <= storageLimit(ctx)

/** Refused where so many bytes more would not fit beside what is stored and on its way. */
export async function requireRoom(ctx: Context, ownerId: string, bytes: number): Promise<void> {
  const limit = storageLimit(ctx)
  const taken = await takenBytes(ctx, ownerId)
  refuseIf(taken + bytes > limit, 'STORAGE_FULL', { storedBytes: taken, limitBytes: limit })
}
