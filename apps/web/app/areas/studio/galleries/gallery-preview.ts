import type { Me } from '../../../api/request-context.ts'
import { asItem } from '../../../parts/galleries/photos.ts'
import { readTokens } from '../../../parts/money/read-tokens.ts'
import type { Item } from '../../../parts/posts/kinds.ts'
import type { ItemDraft } from '../editor/draft.ts'
import type { PreviewAccess } from '../editor/preview-pane.tsx'
import type { UploadItem } from '../editor/uploads.ts'

/** The draft as a gallery in a list, the way a fan would get it: open to those who may see it, or closed. */
export function previewOf(
  draft: ItemDraft,
  items: readonly UploadItem[],
  me: Me,
  access: PreviewAccess,
  saved: Parameters<typeof asItem>[0] | null,
): Item {
  const closed = !access.view
  const price = draft.gate === 'paid' ? readTokens(draft.price) : null
  const added = items.map(({ localId, url }) =>
    closed
      ? { isLocked: true, kind: 'photo', type: 'feed-photo', preview: url, durationMs: null }
      : {
          isLocked: false,
          _id: localId,
          kind: 'photo',
          type: 'feed-photo',
          status: 'ready',
          progress: 100,
          sources: [],
          base: '',
          ...(url && { localUrl: url }),
        },
  )
  const known = saved ? asItem(saved) : null
  return {
    _id: saved?._id ?? 'draft',
    kind: 'gallery',
    performer: {
      _id: 'preview',
      name: me.name,
      username: me.username,
      avatar: me.avatar,
      isVerified: false,
    },
    title: draft.title,
    text: '',
    tags: [],
    createdAt: saved?.createdAt ?? new Date().toISOString(),
    publishedAt: saved?.publishedAt ?? null,
    gate: { type: draft.gate, price },
    can: { view: !closed, unlock: false, comment: false, edit: false },
    locked: access.locked && { ...access.locked, price },
    thumbnail: closed ? null : (known?.thumbnail ?? null),
    files: (closed ? added : [...(known?.files ?? []), ...added]) as Item['files'],
    photoCount: (saved?.photoCount ?? 0) + items.length,
    stats: saved?.stats ?? { views: 0, likes: 0, comments: 0, bookmarks: 0 },
    isLiked: false,
    isBookmarked: false,
    isPinned: draft.isPinned,
    isFollowed: false,
  }
}
