import type { Context } from '../../../platform/context.ts'
import { refuse } from '../../../platform/refusal.ts'
import type { SignedIn } from '../../../platform/viewer.ts'
import type { Verdict } from '../../access/policy.ts'
import { scopes } from '../../media/serving/address.ts'
import { downloadAddress } from '../../media/serving/present.ts'
import { openItem } from '../items/view-item.ts'
import { type VideoRow, videoTable } from './video-rows.ts'

/**
 * Whether a viewer may save a video: who made it, and who bought it where buyers may. A purchase lasts, so its download does too; what a
 * subscription or a follow opens is watched here alone.
 */
export const mayDownload = (
  { buyersMayDownload, files }: Pick<VideoRow, 'buyersMayDownload' | 'files'>,
  verdict: Verdict,
): boolean =>
  verdict.granted &&
  (verdict.as === 'owner' || (verdict.as === 'purchased' && buyersMayDownload)) &&
  (files ?? []).some(({ role, status }) => role === 'main' && status === 'ready')

/** A link under which the video is saved as it was uploaded. */
export async function linkToVideo(ctx: Context, viewer: SignedIn, id: string) {
  const { item, verdict } = await openItem<VideoRow>(ctx, viewer, videoTable, id)
  if (!verdict.granted || (verdict.as !== 'owner' && verdict.as !== 'purchased')) refuse('PURCHASE_REQUIRED')
  const main = item.files?.find(({ role }) => role === 'main')
  if (!main || !mayDownload(item, verdict)) refuse('NOT_FOUND')
  return {
    url: downloadAddress(ctx, viewer, main.id),
    expiresAt: new Date(ctx.clock.now().getTime() + scopes.original.minutes * 60_000).toISOString(),
  }
}
