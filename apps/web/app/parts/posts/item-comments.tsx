import type { Reply } from '../../api/client.ts'
import type { ProblemData } from '../../api/problem.ts'
import { useT } from '../../i18n/context.tsx'
import { useProblemText } from '../../ui/form.tsx'
import { PartialState } from '../../ui/states.tsx'
import { CommentList } from '../comments/comment-list.tsx'

interface ItemCommentsProps {
  item: { _id: string; performer: { _id: string } }
  /** Their first page, why it could not be loaded, or null where the item is locked. */
  comments: Reply<'GET /comments'> | ProblemData | null
  canComment: boolean
  /** Said instead of the field where nobody but its buyers may write. */
  locked?: string | undefined
  onRetry: () => void
}

/** The comments of an item on its page. */
export function ItemComments({ item, comments, canComment, locked, onRetry }: ItemCommentsProps) {
  const t = useT()
  const problemText = useProblemText()
  if (!comments)
    return (
      <p className="rounded-lg bg-surface-2 px-5 py-6 text-center text-sm text-ink-2">{t('post.comments.closed')}</p>
    )
  if (!('data' in comments)) return <PartialState onRetry={onRetry}>{problemText(comments)}</PartialState>
  return (
    <CommentList
      key={item._id}
      itemId={item._id}
      ownerId={item.performer._id}
      first={comments}
      canComment={canComment}
      locked={locked}
    />
  )
}
