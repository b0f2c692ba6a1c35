import clsx from 'clsx'
import { Ellipsis, Heart, Pencil, Trash2 } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { call, newKey, type Reply } from '../api/client.ts'
import { useFormats, useT } from '../i18n/context.tsx'
import { Avatar } from '../ui/avatar.tsx'
import { Badge } from '../ui/badge.tsx'
import { Button, ButtonLink, iconButtonClass } from '../ui/button.tsx'
import { Textarea } from '../ui/field.tsx'
import { Menu } from '../ui/menu.tsx'
import { toast } from '../ui/toast.tsx'
import { Moment } from './moment.tsx'
import { MorePages, usePages } from './post-card/pages.tsx'
import { useMe } from './site.ts'
import { useSignIn } from './use-sign-in.ts'
import { useToggle } from './use-toggle.ts'
import { VerifiedBadge } from './verified-badge.tsx'

type Comments = Reply<'GET /comments'>
type Comment = Comments['data'][number]
interface CommentListProps {
  itemId: string
  /** Whose post it is: their comments say so. */
  ownerId: string
  first: Comments
  canComment: boolean
}
const lengthMax = 1000

/** Comments with one level of replies. What one writes stands there at once; a refusal gives the words back. */
export function CommentList({ itemId, ownerId, first, canComment }: CommentListProps) {
  const t = useT()
  const pages = usePages(first, (cursor) => call('GET /comments', { query: { itemId, cursor } }))
  const change = (id: string, next: Comment) => pages.setItems((all) => all.map((one) => (one._id === id ? next : one)))
  const add = async (text: string) => {
    const { data } = await call('POST /comments', { body: { itemId, text }, key: newKey() })
    pages.setItems((all) => [data, ...all])
  }
  return (
    <section
      id="comments"
      aria-label={t('post.comments.title')}
      className="scroll-mt-20 bg-surface px-4 py-4 ring-1 ring-line max-md:-mx-4 md:rounded-lg md:px-5"
    >
      <h2 className="text-lg">{t('post.comments.title')}</h2>
      {canComment ? <Write onSend={add} label={t('post.comments.write')} /> : null}
      {pages.items.length === 0 ? <p className="py-6 text-center text-ink-3">{t('post.comments.empty')}</p> : null}
      <ul className="mt-2">
        {pages.items.map((comment) => (
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

function Write({
  onSend,
  label,
  start = '',
  onDone,
  autoFocus = false,
  verb,
}: {
  onSend: (text: string) => Promise<void>
  label: string
  start?: string
  onDone?: () => void
  autoFocus?: boolean
  verb?: string
}) {
  const t = useT()
  const me = useMe()
  const { pathname } = useLocation()
  const form = useRef<HTMLFormElement>(null)
  const [sending, setSending] = useState(false)
  const [words, setWords] = useState(start)
  const id = useId()
  if (!me)
    return (
      <p className="py-3">
        <ButtonLink look="quiet" to={`/auth/login?redirect=${encodeURIComponent(`${pathname}#comments`)}`}>
          {t('post.comments.logIn')}
        </ButtonLink>
      </p>
    )
  const send = async () => {
    const text = words.trim()
    if (!text || sending) return
    setSending(true)
    try {
      await onSend(text)
      setWords('')
      onDone?.()
    } catch (error) {
      toast.problem(error)
    } finally {
      setSending(false)
    }
  }
  return (
    <form ref={form} action={() => void send()} className="mt-3 flex items-start gap-3">
      <Avatar src={me.avatar} size={36} className="mt-1 max-sm:hidden" />
      <div className="min-w-0 flex-1">
        <label htmlFor={id} className="sr-only">
          {label}
        </label>
        <Textarea
          id={id}
          rows={1}
          value={words}
          maxLength={lengthMax}
          autoFocus={autoFocus}
          placeholder={label}
          onChange={(event) => setWords(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) form.current?.requestSubmit()
            if (event.key === 'Escape') onDone?.()
          }}
          className="min-h-11! rounded-lg! py-2.5!"
        />
        {words.trim() || sending ? (
          <div className="mt-2 flex justify-end gap-2">
            {onDone ? (
              <Button look="ghost" size="sm" onClick={onDone}>
                {t('ui.back')}
              </Button>
            ) : null}
            <Button type="submit" look="ink" size="sm" busy={sending ? t('post.comments.sending') : undefined}>
              {verb ?? t('post.comments.send')}
            </Button>
          </div>
        ) : null}
      </div>
    </form>
  )
}

function OneComment({
  comment,
  ownerId,
  onChange,
  reply = false,
}: {
  comment: Comment
  ownerId: string
  onChange: (next: Comment) => void
  reply?: boolean
}) {
  const t = useT()
  const { compact } = useFormats()
  const signedIn = useSignIn()
  const [mode, setMode] = useState<'read' | 'reply' | 'edit'>('read')
  const [replies, setReplies] = useState<Comment[] | null>(null)
  const [opening, setOpening] = useState(false)
  const like = useToggle({ on: comment.isLiked, count: comment.likes }, (on) =>
    call(on ? 'POST /reactions' : 'DELETE /reactions', {
      body: { action: 'like', objectType: 'comment', objectId: comment._id },
    }),
  )
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
    onChange({ ...comment, isDeleted: true, text: '' })
    try {
      await call('DELETE /comments/:id', { params: { id: comment._id } })
    } catch (error) {
      onChange(comment)
      toast.problem(error)
    }
  }
  return (
    <li className={clsx('flex gap-3 py-3', !reply && 'border-t border-line first:border-0')}>
      <Avatar src={author?.avatar} size={reply ? 30 : 36} />
      <div className="min-w-0 flex-1">
        {comment.isDeleted ? (
          <p className="py-1.5 text-ink-3 italic">{t('post.comments.deleted')}</p>
        ) : (
          <>
            <p className="flex flex-wrap items-center gap-x-1.5 text-sm leading-5">
              {author ? (
                <Link to={`/${author.username ?? author._id}`} className="font-[650]">
                  {author.name}
                </Link>
              ) : null}
              {author?.isVerified ? <VerifiedBadge className="size-4" /> : null}
              {author?._id === ownerId ? (
                <Badge tone="sky" className="h-5! text-2xs!">
                  {t('post.comments.author')}
                </Badge>
              ) : null}
              <Moment at={comment.createdAt} className="text-xs text-ink-3" />
              {comment.isEdited ? <span className="text-xs text-ink-3">· {t('post.comments.edited')}</span> : null}
            </p>
            {mode === 'edit' ? (
              <Write
                label={t('post.comments.edit')}
                start={comment.text}
                autoFocus
                verb={t('post.comments.save')}
                onDone={() => setMode('read')}
                onSend={async (text) =>
                  onChange((await call('PUT /comments/:id', { params: { id: comment._id }, body: { text } })).data)
                }
              />
            ) : (
              <p className="mt-0.5 whitespace-pre-line [overflow-wrap:anywhere]">{comment.text}</p>
            )}
            <div className="-ms-2 mt-0.5 flex items-center text-xs text-ink-3">
              <button
                type="button"
                aria-pressed={like.on}
                aria-label={like.on ? t('post.unlike') : t('post.like')}
                onClick={signedIn(() => void like.flip())}
                className={clsx(
                  'num inline-flex h-8 items-center gap-1.5 rounded-full px-2 hover:bg-surface-2 pointer-coarse:h-11',
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
                  className="h-8 rounded-full px-2 font-[600] hover:bg-surface-2 pointer-coarse:h-11"
                >
                  {t('post.comments.reply')}
                </button>
              ) : null}
              {comment.can.edit || comment.can.delete ? (
                <Menu
                  align="start"
                  trigger={
                    <button
                      type="button"
                      aria-label={t('post.comments.menu')}
                      className={iconButtonClass('ghost', 'sm')}
                    >
                      <Ellipsis aria-hidden="true" />
                    </button>
                  }
                  actions={[
                    ...(comment.can.edit
                      ? [
                          {
                            label: t('post.comments.edit'),
                            icon: <Pencil aria-hidden="true" />,
                            onPress: () => setMode('edit'),
                          },
                        ]
                      : []),
                    ...(comment.can.delete
                      ? [
                          {
                            label: t('post.comments.delete'),
                            icon: <Trash2 aria-hidden="true" />,
                            danger: true,
                            onPress: () => void remove(),
                          },
                        ]
                      : []),
                  ]}
                />
              ) : null}
            </div>
          </>
        )}
        {mode === 'reply' ? (
          <Write
            label={t('post.comments.replyTo', { name: author?.name ?? '' })}
            autoFocus
            onDone={() => setMode('read')}
            onSend={async (text) => {
              const { data } = await call('POST /comments', {
                body: { itemId: comment.itemId, parentId: comment._id, text },
                key: newKey(),
              })
              setReplies((known) => [...(known ?? []), data])
              if (replies === null && comment.replies > 0) await showReplies()
            }}
          />
        ) : null}
        {replies ? (
          <ul>
            {replies.map((one) => (
              <OneComment
                key={one._id}
                comment={one}
                ownerId={ownerId}
                reply
                onChange={(next) => setReplies((all) => all?.map((old) => (old._id === next._id ? next : old)) ?? null)}
              />
            ))}
          </ul>
        ) : comment.replies > 0 ? (
          <button
            type="button"
            aria-busy={opening}
            onClick={() => void showReplies()}
            className="mt-1 h-8 text-xs font-[620] text-primary-text pointer-coarse:h-11"
          >
            {t('post.comments.replies', { count: comment.replies })}
          </button>
        ) : null}
      </div>
    </li>
  )
}
