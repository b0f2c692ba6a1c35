import { useRef } from 'react'
import { useMutation } from '../../../parts/forms/use-mutation.ts'
import { basisOf, itemFieldsOf } from '../editor/draft.ts'
import type { UploadItem } from '../editor/uploads.ts'
import type { Save } from '../editor/use-saving.ts'
import { instantOf } from '../../../parts/time/zone.ts'
import type { StudioPost } from '../pieces/post-states.ts'
import { wasPublished } from '../pieces/studio-items.ts'
import { type PostDraft, typeOf } from './post-draft.ts'

interface Writing {
  draft: PostDraft
  items: readonly UploadItem[]
  zone: string
}

/**
 * Sends the post: its poll first, then the post itself. Each has a key of its own, so that a second press or a retry makes nothing twice.
 * A draft has its poll as it is written: it is made, and fixed, when the post is published.
 */
export function usePostWriting({ draft, items, zone }: Writing): Save<StudioPost> {
  const poll = useMutation()
  const madePoll = useRef<{ requestJson: string; id: string }>(null)

  const writtenPoll = ({ endsAt, ...poll }: NonNullable<PostDraft['poll']>) => ({
    ...poll,
    endsAt: endsAt ? instantOf(zone, endsAt) : null,
  })
  const pollOf = async (draftPoll: NonNullable<PostDraft['poll']>) => {
    const { question, options, endsAt } = writtenPoll(draftPoll)
    const body = {
      question: question.trim(),
      options: options.map((option) => option.trim()).filter(Boolean),
      endsAt,
    }
    const requestJson = JSON.stringify(body)
    if (madePoll.current?.requestJson !== requestJson) {
      const made = await poll.sendOrThrow('POST /performer/feeds/polls', { body, once: true })
      if (made) madePoll.current = { requestJson, id: made.data._id }
    }
    return madePoll.current?.id ?? null
  }

  return async (change, status, post) => {
    const type = typeOf(draft, items)
    const idOf = (kind: UploadItem['kind']) => items.find((item) => item.kind === kind)?.fileId ?? null
    const isWritten = draft.poll !== null && !post?.poll && status === 'draft'
    const pollId = post?.poll?._id ?? (draft.poll && !isWritten ? await pollOf(draft.poll) : null)
    const body = {
      ...itemFieldsOf(draft, status, { item: post, zone }),
      fileIds: type === 'poll' ? [] : items.filter(({ kind }) => kind === type).flatMap(({ fileId }) => fileId ?? []),
      thumbnailId: idOf('thumbnail'),
      teaserId: type === 'video' ? idOf('teaser') : null,
      ...(type === 'poll' && (isWritten ? { draftPoll: writtenPoll(draft.poll!) } : { pollId })),
    }
    return post
      ? change('PUT /performer/feeds/:id', {
          params: { id: post._id },
          body: { ...body, ...basisOf(post), ...(!wasPublished(post) && { type }) },
        })
      : change('POST /performer/feeds', { body: { ...body, type }, once: true })
  }
}
