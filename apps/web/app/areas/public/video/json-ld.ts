import type { Reply } from '../../../api/contract.ts'
import { coverOf, filesOf } from '../../../parts/posts/files.ts'

type Video = Reply<'GET /performer-assets/videos/:id'>['data']

/** The video for machines. What it shows of a locked video is what the page shows of it. */
export function videoData(video: Video, origin: string): object {
  const { performer, stats } = video
  const url = `${origin}/video/${video._id}`
  const cover = coverOf(video)
  const length = filesOf(video)[0]?.durationMs
  return {
    '@type': 'VideoObject',
    url,
    mainEntityOfPage: url,
    name: video.title || performer.name,
    description: video.text.slice(0, 500) || video.title || performer.name,
    ...(video.publishedAt && { uploadDate: video.publishedAt }),
    ...(cover && { thumbnailUrl: new URL(cover.src, origin).href }),
    ...(length && { duration: `PT${Math.round(length / 1000)}S` }),
    isAccessibleForFree: !video.locked,
    author: {
      '@type': 'Person',
      name: performer.name,
      url: `${origin}/${performer.username ?? performer._id}`,
    },
    commentCount: stats.comments,
    interactionStatistic: [
      { type: 'WatchAction', number: stats.views },
      { type: 'LikeAction', number: stats.likes },
    ].map(({ type, number }) => ({
      '@type': 'InteractionCounter',
      interactionType: `https://schema.org/${type}`,
      userInteractionCount: number,
    })),
  }
}
