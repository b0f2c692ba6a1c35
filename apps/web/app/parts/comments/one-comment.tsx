import clsx from 'clsx'
import { CircleAlert, Ellipsis, Heart, Pencil, Trash2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { call } from '../../api/client.ts'
import { useFormats, useT } from '../../i18n/context.tsx'
import { Avatar } from '../../ui/avatar.tsx'
import { Badge } from '../../ui/badge.tsx'
import { iconButtonClass } from '../../ui/button.tsx'
import { dot } from '../../ui/dot.ts'
import { Menu } from '../../ui/menu.tsx'
import { toast } from '../../ui/toast.tsx'
import { Moment } from '../time/moment.tsx'
import { useSignIn } from '../account/use-sign-in.ts'
import { useMutation } from '../forms/use-mutation.ts'
import { reaction, useToggle } from '../forms/use-toggle.ts'
import { CommentText } from './comment-text.tsx'
import { fanAddress } from '../creators/fan-address.ts'
import { VerifiedBadge } from '../creators/verified-badge.tsx'
import { openReport } from '../reports/report.ts'
import type { ShownComment } from './comment.ts'
import { CommentImage } from './comment-image.tsx'
import type { Wanted } from './wanted-thread.ts'
import { WriteComment } from './write-comment.tsx'

/** One comment, its replies, and what its reader may do with it. */
export function OneComment({
  comment,
  ownerId,
  onChange,
  reply = false,
  firstReplies = null,
  wanted,
}: {
  comment: ShownComment
  ownerId: string
  onChange: (next: ShownComment) => void
  reply?: boolean
  /** Where they are known already. */
  firstReplies?: ShownComment[] | null
  /** Set where a link leads to this thread. */
  wanted?: Wanted | undefined
}) {
  const t = useT()
  const { compact, list } = useFormats()
  const signedIn = useSignIn()
  const [mode, setMode] = useState<'read' | 'reply' | 'edit'>(wanted?.toAnswer && comment.can.reply ? 'reply' : 'read')
  const [replies, setReplies] = useState(firstReplies)
  const isWanted = wanted?.id === comment._id
  const place = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (isWanted) place.current?.scrollIntoView({ block: 'center' })
  }, [isWanted])
  const [opening, setOpening] = useState(false)
  const like = useToggle({ on: comment.isLiked, count: comment.likes }, reaction('like', 'comment', comment._id))
  const { sendOrThrow } = useMutation()
  const { author } = comment
  const showReplies = async () => {
    if (opening) return
    setOpening(true)
    try {
      setReplies(
        (await call('GET /comments', { query: { itemId: comment.itemId, parentId: comment._id, pageSize: 100 } })).data,
      )
    } catch (error) {
      toast.problem(error)
    } finally {
      setOpening(false)
    }
  }
  const remove = async () => {
    onChange({ ...comment, isDeleted: true, text: '', image: null, sending: undefined })
    try {
      await sendOrThrow('DELETE /comments/:id', { params: { id: comment._id } })
    } catch (error) {
      onChange(comment)
      toast.problem(error)
    }
  }
  return (
    <li
      ref={place}
      aria-current={isWanted || undefined}
      className={clsx(
        'flex gap-3 py-3',
        !reply && 'border-t border-line first:border-0',
        isWanted && '-mx-2 rounded-md bg-primary-soft px-2',
      )}
    >
      <Avatar src={author?.avatar} size={reply ? 30 : 36} />
      <div className="min-w-0 flex-1">
        {comment.isDeleted ? (
          <p className="py-1.5 text-ink-3 italic">{t('post.comments.deleted')}</p>
        ) : (
          <>
            <p className="flex flex-wrap items-center gap-x-1.5 text-sm leading-5">
              {author && !author.username && !author.name ? (
                <span className="font-bold text-ink-3">{t('post.comments.gone')}</span>
              ) : author && (author.isVerified || author._id === ownerId) ? (
                <Link to={`/${author.username ?? author._id}`} className="font-bold">
                  {author.name}
                </Link>
              ) : author?.username && comment.isFan ? (
                <Link to={fanAddress(author.username)} className="font-bold">
                  <bdi>{author.name}</bdi>
                </Link>
              ) : author ? (
                // Fans have no page for others.
                <bdi className="font-bold">{author.name}</bdi>
              ) : null}
              {author?.isVerified ? <VerifiedBadge className="size-4" /> : null}
              {author?._id === ownerId ? (
                <Badge tone="sky" className="h-5! text-2xs!">
                  {t('post.comments.author')}
                </Badge>
              ) : null}
              <span className="text-xs text-ink-3">
                <Moment at={comment.createdAt} />
                {comment.isEdited ? (
                  <>
                    {dot}
                    {t('post.comments.edited')}
                  </>
                ) : null}
              </span>
              {comment.isHeld ? <Badge tone="lamp">{t('post.comments.held')}</Badge> : null}
            </p>
            {mode === 'edit' ? (
              <WriteComment
                label={t('post.comments.edit')}
                start={comment.text}
                autoFocus
                verb={t('post.comments.save')}
                onDone={() => setMode('read')}
                onSend={async ({ text }, change) =>
                  onChange({
                    ...comment,
                    ...(await change('PUT /comments/:id', { params: { id: comment._id }, body: { text } })).data,
                  })
                }
              />
            ) : (
              <>
                <p dir="auto" className="mt-0.5 whitespace-pre-line wrap-anywhere">
                  <CommentText text={comment.text} />
                </p>
                <CommentImage comment={comment} onChange={onChange} />
              </>
            )}
            <div className="-ms-2 mt-0.5 flex items-center text-xs text-ink-3">
              <button
                type="button"
                aria-label={list([
                  like.on ? t('post.unlike') : t('post.like'),
                  like.count > 0 ? t('post.likes', { count: like.count }) : '',
                ])}
                onClick={signedIn(() => void like.flip())}
                className={clsx(
                  'num noscript:hidden inline-flex h-8 items-center gap-1.5 rounded-full px-2 hover:bg-surface-2 pointer-coarse:h-11',
                  like.on && 'text-live-text',
                )}
              >
                <Heart className={clsx('icon size-4!', like.on && 'fill-current')} aria-hidden="true" />
                {like.count > 0 ? compact(like.count) : null}
              </button>
              {comment.can.reply && !reply ? (
                <button
                  type="button"
                  onClick={signedIn(() => setMode('reply'))}
                  className="h-8 rounded-full px-2 font-semibold noscript:hidden hover:bg-surface-2 pointer-coarse:h-11"
                >
                  {t('post.comments.reply')}
                </button>
              ) : null}
              <CommentMenu comment={comment} onEdit={() => setMode('edit')} onDelete={() => void remove()} />
            </div>
          </>
        )}
        {mode === 'reply' ? (
          <WriteComment
            label={t('post.comments.replyTo', { name: author?.name ?? '' })}
            autoFocus
            onDone={() => setMode('read')}
            withImage
            onSend={async ({ text, image }, change) => {
              const { data } = await change('POST /comments', {
                body: { itemId: comment.itemId, parentId: comment._id, text },
                once: true,
              })
              setReplies((known) => [...(known ?? []), { ...data, sending: image }])
              if (replies === null && comment.replies > 0) await showReplies()
            }}
          />
        ) : null}
        {replies ? (
          <ul>
            {replies.map((reply) => (
              <OneComment
                key={reply._id}
                comment={reply}
                ownerId={ownerId}
                reply
                wanted={wanted}
                onChange={(next) => setReplies((all) => all?.map((old) => (old._id === next._id ? next : old)) ?? null)}
              />
            ))}
          </ul>
        ) : comment.replies > 0 ? (
          <button
            type="button"
            aria-busy={opening}
            onClick={() => void showReplies()}
            className="mt-1 h-8 text-xs font-strong text-primary-text pointer-coarse:h-11"
          >
            {t('post.comments.replies', { count: comment.replies })}
          </button>
        ) : null}
      </div>
    </li>
  )
}

function CommentMenu({
  comment: { _id, can, sending },
  onEdit,
  onDelete,
}: {
  comment: ShownComment
  onEdit: () => void
  onDelete: () => void
}) {
  const t = useT()
  const actions = [
    can.edit && { label: t('post.comments.edit'), icon: <Pencil aria-hidden="true" />, onPress: onEdit },
    can.delete && {
      label: t('post.comments.delete'),
      icon: <Trash2 aria-hidden="true" />,
      danger: true,
      onPress: onDelete,
    },
    !can.edit &&
      !sending && {
        label: t('ui.report'),
        icon: <CircleAlert aria-hidden="true" />,
        onPress: () => openReport({ type: 'comment', id: _id }),
      },
  ].filter((entry) => entry !== false)
  if (actions.length === 0) return null
  return (
    <Menu
      align="start"
      trigger={
        <button type="button" aria-label={t('post.comments.menu')} className={iconButtonClass('ghost', 'sm')}>
          <Ellipsis aria-hidden="true" />
        </button>
      }
      actions={actions}
    />
  )
}
