import type { Me } from '../../../api/request-context.ts'
import { filesOf, fileOf, isOpen, type Post } from '../../../parts/posts/files.ts'
import { readTokens } from '../../../parts/money/read-tokens.ts'
import type { StudioPost } from '../pieces/post-states.ts'
import { asWanted } from '../pieces/studio-items.ts'
import { tagsOf } from '../editor/draft.ts'
import type { PreviewAccess } from '../editor/preview-pane.tsx'
import { isLost, type UploadItem } from '../editor/uploads.ts'
import { type PostDraft, typeOf } from './post-draft.ts'

/** The texts shown in a poll whose fields are still empty. */
export interface PollDraft {
  question: string
  option: (at: number) => string
}

/** The draft as a post, the way a fan would get it: open to those who may see it, or closed. */
export function previewOf(
  draft: PostDraft,
  items: readonly UploadItem[],
  me: Me & { isVerified: boolean },
  access: PreviewAccess,
  saved: StudioPost | null,
  placeholders: PollDraft,
): Post {
  const closed = !access.view
  const wanted = saved && asWanted(saved)
  const savedFiles = new Map(
    wanted
      ? [...filesOf(wanted), fileOf(wanted.thumbnail), fileOf(wanted.teaser)]
          .filter(isOpen)
          .map((file) => [file._id, file])
      : [],
  )
  const file = (item: UploadItem) => {
    const known = item.fileId ? savedFiles.get(item.fileId) : undefined
    if (closed)
      return {
        isLocked: true,
        kind: item.kind,
        type: `feed-${item.kind}`,
        preview: item.kind === 'photo' || item.kind === 'thumbnail' ? item.url : null,
        durationMs: known?.durationMs ?? null,
      }
    const alt = item.alt
    return known
      ? { ...known, alt }
      : {
          isLocked: false,
          alt,
          _id: item.localId,
          kind: item.kind,
          type: `feed-${item.kind}`,
          status: 'ready',
          progress: 100,
          width: 1280,
          height: 800,
          sources: [],
          base: '',
          ...(item.url &&
            (item.kind === 'photo' || item.kind === 'thumbnail' || item.source) && { localUrl: item.url }),
        }
  }
  // What goes again by itself stays in sight.
  const main = items.filter(
    (item) => item.kind !== 'thumbnail' && item.kind !== 'teaser' && (item.state !== 'failed' || isLost(item)),
  )
  const thumbnail = items.find(({ kind }) => kind === 'thumbnail')
  const price = draft.gate === 'paid' ? readTokens(draft.price) : null
  return {
    _id: saved?._id ?? 'draft',
    kind: 'feed',
    type: typeOf(draft, items),
    performer: {
      _id: 'preview',
      name: me.name,
      username: me.username,
      avatar: me.avatar,
      isVerified: me.isVerified,
    },
    title: draft.title,
    text: closed ? '' : draft.text,
    tags: tagsOf(draft.tags),
    createdAt: saved?.createdAt ?? new Date().toISOString(),
    publishedAt: saved?.publishedAt ?? null,
    gate: { type: draft.gate, ...(price !== null && { price }) },
    can: { view: !closed, unlock: false, comment: false, edit: false },
    locked: access.locked && { ...access.locked, price },
    files: main.map(file) as unknown as Post['files'],
    thumbnail: (thumbnail ? file(thumbnail) : null) as unknown as Post['thumbnail'],
    poll: draft.poll
      ? {
          _id: 'preview',
          question: draft.poll.question || placeholders.question,
          endsAt: null,
          hasEnded: false,
          votedFor: null,
          totalVotes: null,
          options: draft.poll.options
            .map((text, at) => ({
              _id: String(at),
              text: text || (at < 2 ? placeholders.option(at + 1) : ''),
              votes: null,
            }))
            .filter(({ text }) => text),
        }
      : null,
    stats: saved?.stats ?? { views: 0, likes: 0, comments: 0, bookmarks: 0 },
    isLiked: false,
    isBookmarked: false,
    isPinned: draft.isPinned,
    isFollowed: false,
  }
}
