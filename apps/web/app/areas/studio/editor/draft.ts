import type { Me } from '../../../api/visit.ts'
import { filesOf, fileOf, isOpen, type OpenFile, pictureOf, type Post } from '../../../parts/post-card/files.ts'
import { readTokens } from '../../../parts/read-tokens.ts'
import type { StudioPost } from '../posts/posts.tsx'
import type { UploadItem, UploadKind } from './uploads.ts'

export type GateKind = 'public' | 'followers' | 'subscribers' | 'paid'
export interface Draft {
  title: string
  text: string
  tags: string
  gate: GateKind
  price: string
  freeForSubscribers: boolean
  /** The creator's own clock; empty means at once. */
  publishAt: string
  isPinned: boolean
  poll: { question: string; options: string[]; endsAt: string } | null
}
export const emptyDraft: Draft = {
  title: '',
  text: '',
  tags: '',
  gate: 'public',
  price: '',
  freeForSubscribers: true,
  publishAt: '',
  isPinned: false,
  poll: null,
}
export const gateKinds = ['public', 'followers', 'subscribers', 'paid'] as const

export const tagsOf = (words: string): string[] =>
  [
    ...new Set(
      words
        .toLowerCase()
        .split(/[\s,#]+/)
        .filter((tag) => /^[\p{L}\p{N}_-]{1,40}$/u.test(tag)),
    ),
  ].slice(0, 20)

/** The files of a saved post as the list of uploads shows them. */
export function savedUploads(post: StudioPost): UploadItem[] {
  const from = (file: OpenFile, kind: UploadKind): UploadItem => ({
    localId: file._id,
    name: '',
    kind,
    fileId: file._id,
    source: null,
    progress: null,
    percent: file.progress,
    url: pictureOf(file.sources.length ? file.sources : file.poster, file.averageColor)?.src ?? file.preview,
    state:
      file.status === 'ready'
        ? 'ready'
        : file.status === 'failed' || file.status === 'blocked'
          ? 'failed'
          : 'processing',
    problem: file.errorCode ? { code: file.errorCode, message: '' } : null,
  })
  const thumbnail = fileOf(post.thumbnail)
  const teaser = fileOf(post.teaser)
  return [
    ...filesOf(post)
      .filter(isOpen)
      .map((file) => from(file, file.kind === 'video' ? 'video' : file.kind === 'audio' ? 'audio' : 'photo')),
    ...(isOpen(thumbnail) ? [from(thumbnail, 'thumbnail')] : []),
    ...(isOpen(teaser) ? [from(teaser, 'teaser')] : []),
  ]
}

/** What a post is follows from what is in it. */
export const typeOf = (draft: Draft, items: readonly UploadItem[]): Post['type'] =>
  draft.poll
    ? 'poll'
    : ((items.find(({ kind }) => kind === 'photo' || kind === 'video' || kind === 'audio')?.kind as
        | Post['type']
        | undefined) ?? 'text')

/** The draft as a post, the way a fan would get it: open to those who may see it, or closed. */
export function previewOf(
  draft: Draft,
  items: readonly UploadItem[],
  me: Me,
  closed: boolean,
  saved: StudioPost | null,
): Post {
  const kept = new Map(
    saved
      ? [...filesOf(saved), fileOf(saved.thumbnail), fileOf(saved.teaser)]
          .filter(isOpen)
          .map((file) => [file._id, file])
      : [],
  )
  const picture = (url: string) => ({ url, format: 'jpeg' as const, width: 1280, height: 800 })
  const file = (item: UploadItem) => {
    const known = item.fileId ? kept.get(item.fileId) : undefined
    if (closed)
      return {
        isLocked: true,
        kind: item.kind,
        type: `feed-${item.kind}`,
        preview: item.kind === 'photo' || item.kind === 'thumbnail' ? item.url : null,
        durationMs: known?.durationMs ?? null,
      }
    return (
      known ?? {
        isLocked: false,
        _id: item.localId,
        kind: item.kind,
        type: `feed-${item.kind}`,
        status: 'ready',
        progress: 100,
        errorCode: null,
        width: 1280,
        height: 800,
        durationMs: null,
        averageColor: null,
        preview: null,
        sources: item.url && (item.kind === 'photo' || item.kind === 'thumbnail') ? [picture(item.url)] : [],
        hls: null,
        poster: [],
        sprite: null,
        sound: null,
        waveform: null,
      }
    )
  }
  const main = items.filter(({ kind }) => kind !== 'thumbnail' && kind !== 'teaser')
  const thumbnail = items.find(({ kind }) => kind === 'thumbnail')
  const price = draft.gate === 'paid' ? readTokens(draft.price) : null
  return {
    _id: saved?._id ?? 'draft',
    type: typeOf(draft, items),
    performer: { _id: 'preview', name: me.name, username: me.username, avatar: me.avatar, isVerified: true },
    title: draft.title,
    text: closed ? '' : draft.text,
    tags: tagsOf(draft.tags),
    createdAt: saved?.createdAt ?? new Date().toISOString(),
    publishedAt: saved?.publishedAt ?? null,
    gate: { type: draft.gate, price },
    can: { view: !closed, unlock: false, comment: false, edit: false },
    locked: closed
      ? {
          reason: draft.gate === 'paid' ? 'buy' : draft.gate === 'subscribers' ? 'subscribe' : 'follow',
          price,
          alsoBySubscribing: draft.gate === 'paid' && draft.freeForSubscribers,
        }
      : null,
    files: main.map(file) as unknown as Post['files'],
    thumbnail: (thumbnail ? file(thumbnail) : null) as unknown as Post['thumbnail'],
    teaser: null,
    poll: draft.poll
      ? {
          _id: 'preview',
          question: draft.poll.question,
          endsAt: null,
          hasEnded: false,
          votedFor: null,
          totalVotes: null,
          options: draft.poll.options.filter(Boolean).map((text, at) => ({ _id: String(at), text, votes: null })),
        }
      : null,
    stats: saved?.stats ?? { views: 0, likes: 0, comments: 0, bookmarks: 0 },
    isLiked: false,
    isBookmarked: false,
    isPinned: draft.isPinned,
    isFollowed: false,
  }
}
