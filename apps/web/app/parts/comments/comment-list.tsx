import { MessageCircle } from 'lucide-react'
import { call } from '../../api/client.ts'
import { useT } from '../../i18n/context.tsx'
import type { Change } from '../forms/use-mutation.ts'
import { MorePages, usePages } from '../posts/pages.tsx'
import type { Comments, ShownComment, CommentDraft } from './comment.ts'
import { OneComment } from './one-comment.tsx'
import { useWantedThread } from './wanted-thread.ts'
import { WriteComment } from './write-comment.tsx'

interface CommentListProps {
  itemId: string
  /** Whose post it is: their comments say so. */
  ownerId: string
  first: Comments
  canComment: boolean
  /** Said where nobody but its buyers may write. */
  locked?: string | undefined
}

/** Comments with one level of replies. A new comment is shown at once; if it is rejected, its text returns to the form. */
export function CommentList({ itemId, ownerId, first, canComment, locked }: CommentListProps) {
  const t = useT()
  const pages = usePages<ShownComment>(first, (cursor) => call('GET /comments', { query: { itemId, cursor } }))
  const change = (id: string, next: ShownComment) =>
    pages.setItems((all) => all.map((entry) => (entry._id === id ? next : entry)))
  const add = async ({ text, image }: CommentDraft, change: Change) => {
    const { data } = await change('POST /comments', { body: { itemId, text }, once: true })
    pages.setItems((all) => [{ ...data, sending: image }, ...all])
  }
  const thread = useWantedThread(itemId)
  const rest = pages.items.filter(({ _id }) => _id !== thread?.comment._id)
  return (
    <section
      id="comments"
      aria-label={t('post.comments.title')}
      className="scroll-mt-20 bg-surface px-4 py-4 ring-1 ring-line max-md:-mx-4 md:rounded-lg md:px-5"
    >
      <h2 className="text-lg">
        {t('post.comments.title')}
        {first.total > 0 ? <span className="num ms-1.5 text-sm font-medium text-ink-3">{first.total}</span> : null}
      </h2>
      {locked ? (
        <p className="mt-3 flex items-center gap-2.5 rounded-md bg-surface-2 px-4 py-3 text-sm text-ink-2">
          <MessageCircle className="icon size-4! shrink-0" aria-hidden="true" />
          {locked}
        </p>
      ) : first.commenting === 'open' ? null : (
        <p className="mt-2 text-sm text-ink-2">{t(`post.comments.only.${first.commenting}`)}</p>
      )}
      {canComment && !locked && first.commenting === 'open' ? (
        <WriteComment onSend={add} label={t('post.comments.write')} withImage />
      ) : null}
      {pages.items.length === 0 && !thread ? (
        <p className="py-6 text-center text-ink-3">{t('post.comments.empty')}</p>
      ) : null}
      <ul className="mt-2">
        {thread ? (
          <OneComment
            key={thread.comment._id}
            comment={thread.comment}
            firstReplies={thread.replies}
            wanted={thread.wanted}
            ownerId={ownerId}
            onChange={thread.change}
          />
        ) : null}
        {rest.map((comment) => (
          <OneComment
            key={comment._id}
            comment={comment}
            ownerId={ownerId}
            onChange={(next) => change(comment._id, next)}
          />
        ))}
      </ul>
      <MorePages pages={pages} label={t('post.comments.more')} />
    </section>
  )
}
