import { useRef, useState } from 'react'
import { useMutation } from '../../../parts/forms/use-mutation.ts'
import { readTokens } from '../../../parts/money/read-tokens.ts'
import type { StudioPost } from '../pieces/post-states.ts'
import { type Draft, tagsOf, typeOf } from './draft.ts'
import type { UploadItem } from './uploads.ts'
import { instantOf } from './zone.ts'

export type SaveStatus = 'draft' | 'published'
interface Writing {
  post: StudioPost | null
  draft: Draft
  items: readonly UploadItem[]
  zone: string
  onSaved: (saved: StudioPost, status: SaveStatus) => Promise<void> | void
}

/** Sends the post: its poll first, then the post itself. Each has a key of its own, so that a second press or a retry makes nothing twice. */
export function useSaving({ post, draft, items, zone, onSaved }: Writing) {
  const [saving, setSaving] = useState<SaveStatus | null>(null)
  const { attempt, problem } = useMutation()
  const poll = useMutation()
  const madePoll = useRef<{ requestJson: string; id: string }>(null)

  const pollOf = async ({ question, options, endsAt }: NonNullable<Draft['poll']>) => {
    const body = {
      question: question.trim(),
      options: options.map((option) => option.trim()).filter(Boolean),
      endsAt: endsAt ? instantOf(zone, endsAt) : null,
    }
    const requestJson = JSON.stringify(body)
    if (madePoll.current?.requestJson !== requestJson) {
      const made = await poll.sendOrThrow('POST /performer/feeds/polls', { body, once: true })
      if (made) madePoll.current = { requestJson, id: made.data._id }
    }
    return madePoll.current?.id ?? null
  }

  // One key until it is answered, whatever is edited meanwhile: a request that may have arrived makes no second post.
  const save = (status: SaveStatus) =>
    attempt('post', async (change) => {
      setSaving(status)
      const type = typeOf(draft, items)
      const idOf = (kind: UploadItem['kind']) => items.find((item) => item.kind === kind)?.fileId ?? null
      const pollId = post?.poll?._id ?? (draft.poll ? await pollOf(draft.poll) : null)
      const body = {
        title: draft.title,
        text: draft.text,
        tags: tagsOf(draft.tags),
        isPinned: draft.isPinned,
        fileIds: type === 'poll' ? [] : items.filter(({ kind }) => kind === type).flatMap(({ fileId }) => fileId ?? []),
        thumbnailId: idOf('thumbnail'),
        teaserId: type === 'video' ? idOf('teaser') : null,
        ...(type === 'poll' ? { pollId } : {}),
        gate:
          draft.gate === 'paid'
            ? { type: draft.gate, price: readTokens(draft.price) ?? 0, freeForSubscribers: draft.freeForSubscribers }
            : { type: draft.gate },
      }
      const publishing = { type, status: status, publishAt: draft.publishAt ? instantOf(zone, draft.publishAt) : null }
      const { data } = post
        ? await change('PUT /performer/feeds/:id', {
            params: { id: post._id },
            body: post.status === 'published' ? body : { ...body, ...publishing },
          })
        : await change('POST /performer/feeds', { body: { ...body, ...publishing }, once: true })
      await onSaved(data, status)
    }).finally(() => setSaving(null))
  return { save, saving, problem }
}
