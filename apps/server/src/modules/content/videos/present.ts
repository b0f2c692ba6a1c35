import type { ShownVideo, studioVideo, VideoPage } from '@fanlight/contract/videos'
import type { z } from 'zod'
import type { Context } from '../../../platform/context.ts'
import type { Viewer } from '../../../platform/viewer.ts'
import type { Verdict } from '../../access/policy.ts'
import { presentItemFiles, presentItemRelations, presentItemText, presentOwnItem } from '../items/present.ts'
import { buyersMaySave, mayDownload } from './downloads.ts'
import type { AboutVideo } from './about.ts'
import type { VideoRow } from './video-rows.ts'

// The only code that puts fields of a video into a response.

export function presentVideo(ctx: Context, viewer: Viewer, video: VideoRow, verdict: Verdict): ShownVideo {
  const files = (role: 'main' | 'thumbnail' | 'teaser') => presentItemFiles(ctx, viewer, video, verdict, role)
  const [[thumbnail], [teaser]] = [files('thumbnail'), files('teaser')]
  return {
    kind: 'video',
    ...presentItemText(viewer, video, verdict),
    ...presentItemRelations(ctx, video, verdict),
    files: files('main'),
    ...(thumbnail && { thumbnail }),
    ...(teaser && { teaser }),
    ...(video.liveAt && { liveAt: video.liveAt.toISOString() }),
  }
}
/** A usual height that it has at least: the real size of a video is for those who may watch it. */
const qualityOf = (height: number): number | null => qualities.find((usual) => usual <= height) ?? null
const qualities = [2160, 1440, 1080, 720, 480, 360, 240]

/** A video with what its page says beyond: before buying what it has, after that what belongs to it. */
export function presentVideoPage(
  ctx: Context,
  viewer: Viewer,
  video: VideoRow,
  verdict: Verdict,
  { includedWith, bought, position }: AboutVideo,
): VideoPage {
  const main = video.files?.find(({ role }) => role === 'main')
  const heights =
    main?.variants?.flatMap(({ kind, height }) => (kind === 'hls-rendition' && height ? [height] : [])) ?? []
  return {
    ...presentVideo(ctx, viewer, video, verdict),
    ...(!verdict.granted && {
      inside: {
        height: qualityOf(Math.max(0, ...heights)),
        chapters: video.chapters.length,
        captions: main?.captions?.length ?? 0,
        download: buyersMaySave(video),
      },
    }),
    ...(includedWith && { includedWith }),
    ...(bought && { bought }),
    ...(verdict.granted && video.chapters.length > 0 && { chapters: video.chapters }),
    canDownload: mayDownload(video, verdict),
    ...(verdict.granted && position !== null && { position }),
  }
}

export const presentOwnVideo = (ctx: Context, viewer: Viewer, video: VideoRow): z.input<typeof studioVideo> => ({
  ...presentVideo(ctx, viewer, video, { granted: true, as: 'owner', epoch: 0 }),
  ...presentOwnItem(ctx, viewer, video),
  chapters: video.chapters,
  buyersMayDownload: video.buyersMayDownload,
})
