import type { ShownVideo, studioVideo } from '@fanlight/contract/videos'
import type { z } from 'zod'
import type { Context } from '../../../platform/context.ts'
import type { Viewer } from '../../../platform/viewer.ts'
import type { Verdict } from '../../access/policy.ts'
import { presentItemFiles, presentItemRelations, presentItemText, presentOwnItem } from '../items/present.ts'
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

export const presentOwnVideo = (ctx: Context, viewer: Viewer, video: VideoRow): z.input<typeof studioVideo> => ({
  ...presentVideo(ctx, viewer, video, { granted: true, as: 'owner', epoch: 0 }),
  ...presentOwnItem(video),
})
