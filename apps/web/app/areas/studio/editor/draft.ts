import { filesOf, fileOf, imageOf, isOpen, type OpenFile, type Post, posterOf } from '../../../parts/posts/files.ts'
import { readTokens } from '../../../parts/money/read-tokens.ts'
import type { StudioPost } from '../pieces/post-states.ts'
import type { UploadItem, UploadKind } from './uploads.ts'
import { clockIn, instantOf } from './zone.ts'

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
/** A saved post as it is written, its times on the creator's clock. */
export const draftOf = (post: StudioPost, zone: string): Draft => ({
  title: post.title,
  text: post.text,
  tags: post.tags.join(' '),
  gate: gateKinds.find((kind) => kind === post.gate.type) ?? 'subscribers',
  price: post.gate.price ? String(post.gate.price) : '',
  freeForSubscribers: post.gate.freeForSubscribers,
  publishAt: post.status === 'scheduled' && post.publishAt ? clockIn(zone, post.publishAt) : '',
  isPinned: post.isPinned,
  poll: post.poll
    ? {
        question: post.poll.question,
        options: post.poll.options.map(({ text }) => text),
        endsAt: post.poll.endsAt ? clockIn(zone, post.poll.endsAt) : '',
      }
    : null,
})
export const gateKinds = ['public', 'followers', 'subscribers', 'paid'] as const

export const tagsOf = (list: string): string[] =>
  [
    ...new Set(
      list
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
    lostAt: null,
    losses: 0,
    url: (imageOf(file) ?? posterOf(file))?.src ?? null,
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

/** What prevents a draft from being published, in the order of the form. */
export type Obstacle = 'empty' | 'price' | 'question' | 'options' | 'sameOptions' | 'pollEnds'
export function obstacleOf(
  draft: Draft,
  items: readonly UploadItem[],
  {
    zone,
    least,
    most,
    pollSaved = false,
    now = Date.now(),
  }: { zone: string; least: number; most: number; pollSaved?: boolean; now?: number },
): Obstacle | null {
  if (typeOf(draft, items) === 'text' && !draft.text.trim()) return 'empty'
  if (draft.poll && !pollSaved) {
    const options = draft.poll.options.map((option) => option.trim()).filter(Boolean)
    if (!draft.poll.question.trim()) return 'question'
    if (options.length < 2) return 'options'
    if (new Set(options.map((option) => option.toLowerCase())).size < options.length) return 'sameOptions'
    const ends = draft.poll.endsAt ? instantOf(zone, draft.poll.endsAt) : null
    const starts = draft.publishAt ? instantOf(zone, draft.publishAt) : null
    if (ends && Date.parse(ends) <= Math.max(now, starts ? Date.parse(starts) : 0)) return 'pollEnds'
  }
  const price = readTokens(draft.price)
  if (draft.gate === 'paid' && (price === null || price < least || price > most)) return 'price'
  return null
}
