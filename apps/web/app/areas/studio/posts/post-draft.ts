import { filesOf, fileOf, imageOf, isOpen, type OpenFile, type Post, posterOf } from '../../../parts/posts/files.ts'
import {
  emptyItem,
  isAfterPublishing,
  type ItemDraft,
  itemDraftOf,
  itemObstacleOf,
  type PriceLimits,
  savedUpload,
} from '../editor/draft.ts'
import type { UploadItem, UploadKind } from '../editor/uploads.ts'
import { clockIn } from '../../../parts/time/zone.ts'
import type { StudioPost } from '../pieces/post-states.ts'
import { asWanted } from '../pieces/studio-items.ts'

export interface PostDraft extends ItemDraft {
  poll: { question: string; options: string[]; endsAt: string } | null
}
export const emptyPost: PostDraft = { ...emptyItem, poll: null }

export const postDraftOf = (post: StudioPost, zone: string): PostDraft => ({
  ...itemDraftOf(post, zone),
  poll: post.poll
    ? pollOf({ ...post.poll, options: post.poll.options.map(({ text }) => text) }, zone)
    : post.draftPoll && pollOf(post.draftPoll, zone),
})
const pollOf = ({ question, options, endsAt }: NonNullable<StudioPost['draftPoll']>, zone: string) => ({
  question,
  options,
  endsAt: endsAt ? clockIn(zone, endsAt) : '',
})

/** The files of a saved post as the list of uploads shows them. */
export function savedUploads(saved: StudioPost): UploadItem[] {
  const post = asWanted(saved)
  const from = (file: OpenFile, kind: UploadKind) =>
    savedUpload(file, kind, (imageOf(file) ?? posterOf(file))?.src ?? null)
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
export const typeOf = (draft: PostDraft, items: readonly UploadItem[]): Post['type'] =>
  draft.poll
    ? 'poll'
    : ((items.find(({ kind }) => kind === 'photo' || kind === 'video' || kind === 'audio')?.kind as
        | Post['type']
        | undefined) ?? 'text')

/** The index of the first answer of a poll that an earlier one says already, without regard to case; null where none does. */
export function repeatedOption(options: readonly string[]): number | null {
  const words = options.map((option) => option.trim().toLowerCase())
  const at = words.findIndex((word, index) => word !== '' && words.indexOf(word) < index)
  return at < 0 ? null : at
}

/** What prevents a draft from being published: first what can't be saved either, then what a draft may lack. */
export function obstacleOf(
  draft: PostDraft,
  items: readonly UploadItem[],
  {
    zone,
    post = null,
    now = Date.now(),
    ...limits
  }: PriceLimits & { zone: string; post?: StudioPost | null; now?: number },
) {
  const shared = itemObstacleOf(draft, { ...limits, zone, item: post, now })
  if (shared) return shared
  if (typeOf(draft, items) === 'text' && !draft.text.trim()) return 'empty'
  if (draft.poll && !post?.poll) {
    const options = draft.poll.options.map((option) => option.trim()).filter(Boolean)
    if (!draft.poll.question.trim()) return 'question'
    if (options.length < 2) return 'options'
    if (repeatedOption(draft.poll.options) !== null) return 'sameOptions'
    if (!isAfterPublishing(draft.poll.endsAt, draft, zone, now)) return 'pollEnds'
  }
  return null
}
