import type { Context } from '../../../platform/context.ts'
import { refuse } from '../../../platform/refusal.ts'
import type { SignedIn } from '../../../platform/viewer.ts'
import type { Verdict } from '../../access/policy.ts'
import { scopes } from '../../media/serving/address.ts'
import { savedVideoAddress } from '../../media/serving/present.ts'
import { openItem } from '../items/view-item.ts'
import { type VideoRow, videoTable } from './video-rows.ts'

/** Whether a purchase brings the download. A replay that was interrupted is no one file. */
export const buyersMaySave = ({
  buyersMayDownload,
  isDownloadAllowed,
  liveAt,
}: Pick<VideoRow, 'buyersMayDownload' | 'isDownloadAllowed' | 'liveAt'>): boolean =>
  buyersMayDownload && isDownloadAllowed && !liveAt

/**
 * Whether a viewer may save a video: who made it, and who bought it where its creator and everyone it shows let buyers. A purchase lasts, so its download does too; what a
 * subscription or a follow opens is watched here alone.
 */
export const mayDownload = (
  video: Pick<VideoRow, 'buyersMayDownload' | 'isDownloadAllowed' | 'files' | 'liveAt'>,
  verdict: Verdict,
): boolean =>
  verdict.granted &&
  (verdict.as === 'owner' ? !video.liveAt : verdict.as === 'purchased' && buyersMaySave(video)) &&
  (video.files ?? []).some(({ role, status }) => role === 'main' && status === 'ready')

/** A link under which the video is saved as it is shown. */
export async function linkToVideo(ctx: Context, viewer: SignedIn, id: string) {
  const { item, verdict } = await openItem<VideoRow>(ctx, viewer, videoTable, id)
  if (!verdict.granted || (verdict.as !== 'owner' && verdict.as !== 'purchased')) refuse('PURCHASE_REQUIRED')
  const main = item.files?.find(({ role }) => role === 'main')
  if (!main || !mayDownload(item, verdict)) refuse('NOT_FOUND')
  return {
    url: savedVideoAddress(ctx, viewer, main.id),
    expiresAt: new Date(ctx.clock.now().getTime() + scopes.saved.minutes * 60_000).toISOString(),
  }
}
