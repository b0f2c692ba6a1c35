import type { Me } from '../../../api/request-context.ts'
import type { Reply } from '../../../api/client.ts'
import type { Change } from '../../../parts/forms/use-mutation.ts'
import { readTokens } from '../../../parts/money/read-tokens.ts'
import { fileOf, filesOf, imageOf, isOpen, type OpenFile, posterOf } from '../../../parts/posts/files.ts'
import type { Item } from '../../../parts/posts/kinds.ts'
import {
  basisOf,
  emptyItem,
  type ItemDraft,
  itemDraftOf,
  itemFieldsOf,
  itemObstacleOf,
  type PriceLimits,
  savedUpload,
  type SaveStatus,
  tagsOf,
} from '../editor/draft.ts'
import type { PreviewAccess } from '../editor/preview-pane.tsx'
import type { UploadItem, UploadKind } from '../editor/uploads.ts'
import { asWanted } from '../pieces/studio-items.ts'
import { type ChapterLine, chaptersOf, linesOf } from './chapter-lines.ts'

/** One's own video as the studio gets it. */
export type StudioVideo = Reply<'GET /performer/performer-assets/videos/:id/view'>['data']

export interface VideoDraft extends ItemDraft {
  chapters: ChapterLine[]
  buyersMayDownload: boolean
}
export const emptyVideo: VideoDraft = { ...emptyItem, chapters: [], buyersMayDownload: true }
export const videoDraftOf = (video: StudioVideo, zone: string): VideoDraft => ({
  ...itemDraftOf(video, zone),
  chapters: linesOf(video.chapters),
  buyersMayDownload: video.buyersMayDownload,
})

/** The files of a saved video as the list of uploads shows them. */
export function savedUploads(saved: StudioVideo): UploadItem[] {
  const video = asWanted(saved)
  const from = (file: OpenFile, kind: UploadKind) =>
    savedUpload(file, kind, (imageOf(file) ?? posterOf(file))?.src ?? null)
  const thumbnail = fileOf(video.thumbnail)
  const teaser = fileOf(video.teaser)
  return [
    ...filesOf(video)
      .filter(isOpen)
      .map((file) => from(file, 'video')),
    ...(isOpen(thumbnail) ? [from(thumbnail, 'thumbnail')] : []),
    ...(isOpen(teaser) ? [from(teaser, 'teaser')] : []),
  ]
}

/** What prevents a draft from being published: first what can't be saved either, then what a draft may lack. */
export const obstacleOf = (
  draft: VideoDraft,
  items: readonly UploadItem[],
  { video, ...limits }: PriceLimits & { zone: string; video: StudioVideo | null },
) =>
  itemObstacleOf(draft, { ...limits, item: video }) ??
  (chaptersOf(draft.chapters) === null
    ? ('chapters' as const)
    : items.some(({ kind }) => kind === 'video')
      ? null
      : ('noVideo' as const))

interface Writing {
  draft: VideoDraft
  items: readonly UploadItem[]
  zone: string
}
/** Saves a new video or changes one. */
export const writerOf =
  ({ draft, items, zone }: Writing) =>
  (change: Change, status: SaveStatus, video: StudioVideo | null) => {
    const idOf = (kind: UploadKind) => items.find((item) => item.kind === kind)?.fileId ?? null
    const body = {
      ...itemFieldsOf(draft, status, { item: video, zone }),
      videoId: idOf('video'),
      thumbnailId: idOf('thumbnail'),
      teaserId: idOf('teaser'),
      // Others are an obstacle, with which nothing is saved.
      chapters: chaptersOf(draft.chapters) ?? [],
      buyersMayDownload: draft.buyersMayDownload,
    }
    return video
      ? change('PUT /performer/performer-assets/videos/edit/:id', {
          params: { id: video._id },
          body: { ...body, ...basisOf(video) },
        })
      : change('POST /performer/performer-assets/videos/upload', { body, once: true })
  }

/** The draft as an item, the way a fan would get it: open to those who may see it, or closed. */
export function previewOf(
  draft: ItemDraft,
  items: readonly UploadItem[],
  me: Me & { isVerified: boolean },
  access: PreviewAccess,
  saved: StudioVideo | null,
): Item {
  const closed = !access.view
  const wanted = saved && asWanted(saved)
  const known = new Map(
    wanted
      ? [...filesOf(wanted), fileOf(wanted.thumbnail), fileOf(wanted.teaser)]
          .filter(isOpen)
          .map((file) => [file._id, file])
      : [],
  )
  const fileIn = (kind: UploadKind) => {
    const item = items.find((entry) => entry.kind === kind)
    const file = item?.fileId ? known.get(item.fileId) : undefined
    if (!item) return null
    if (file) return file
    return {
      isLocked: false,
      _id: item.localId,
      kind,
      type: `feed-${kind}`,
      status: 'ready',
      progress: 100,
      width: 1280,
      height: 720,
      sources: [],
      base: '',
      ...(item.url && (kind === 'thumbnail' || item.source) && { localUrl: item.url, preview: item.url }),
    }
  }
  const main = fileIn('video')
  const price = draft.gate === 'paid' ? readTokens(draft.price) : null
  const locked = { isLocked: true, kind: 'video', type: 'feed-video', preview: null, durationMs: null }
  return {
    _id: saved?._id ?? 'draft',
    kind: 'video',
    performer: {
      _id: 'preview',
      name: me.name,
      username: me.username,
      avatar: me.avatar,
      isVerified: me.isVerified,
    },
    title: draft.title,
    text: closed ? '' : draft.text,
    tags: closed ? [] : tagsOf(draft.tags),
    createdAt: saved?.createdAt ?? new Date().toISOString(),
    publishedAt: saved?.publishedAt ?? null,
    gate: { type: draft.gate, price },
    can: { view: !closed, unlock: false, comment: false, edit: false },
    locked: access.locked && { ...access.locked, price },
    files: (closed ? [locked] : main ? [main] : []) as unknown as Item['files'],
    thumbnail: fileIn('thumbnail') as unknown as NonNullable<Item['thumbnail']>,
    teaser: fileIn('teaser') as unknown as NonNullable<Item['teaser']>,
    stats: saved?.stats ?? { views: 0, likes: 0, comments: 0, bookmarks: 0 },
    isLiked: false,
    isBookmarked: false,
    isPinned: draft.isPinned,
    isFollowed: false,
  }
}
