import { messageLengthMax } from '@fanlight/contract/limits'
import clsx from 'clsx'
import { SendHorizontal } from 'lucide-react'
import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { Link } from 'react-router'
import { useT } from '../../../i18n/context.tsx'
import { Avatar } from '../../../ui/avatar.tsx'
import { IconButton } from '../../../ui/button.tsx'
import { useProblemText } from '../../../ui/form.tsx'
import { Log } from '../../../ui/log.tsx'
import { NewLines } from '../../../ui/new-lines.tsx'
import { Price } from '../../money/price.tsx'
import { logClass } from '../log-class.ts'
import { useShowChat } from './use-show-chat.ts'
import type { Show } from './use-shows.ts'

/** New ones are among so many. */
const saidMax = 10

interface ShowChatProps {
  show: Show
  side: 'fan' | 'creator'
  /** On phones it lies over the video. */
  over?: boolean
  /** Beside the field. */
  beside?: ReactNode
  className?: string
}
/** Private messages of the two while their show runs. The same are in their conversation. */
export function ShowChat({ show, side, over = false, beside, className }: ShowChatProps) {
  const t = useT()
  const problemText = useProblemText()
  const { messages, writing, problem, send } = useShowChat(show)
  const [text, setText] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const other = side === 'fan' ? show.performer : show.user
  const myId = side === 'fan' ? show.user._id : show.performer._id
  const label = t('live.show.write', { name: other.name })
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const written = text.trim()
    if (!written) return
    setText('')
    if (!(await send(written))) setText((since) => (since ? `${written} ${since}` : written))
    field.current?.focus()
  }
  const all = (
    <Link to={`/messages/${show.conversationId}`} target="_blank" className="link">
      {t('live.show.inMessages')}
    </Link>
  )
  return (
    <section
      aria-label={t('live.show.chat', { name: other.name })}
      className={clsx('flex min-h-0 flex-col', over && 'over-video', className)}
    >
      <Log label={t('live.show.chat', { name: other.name })} className={logClass(over)}>
        <ul className="mt-auto">
          <li className="pb-2 text-center text-sm text-ink-3">{t('live.show.chatOnly', { name: other.name })}</li>
          {(messages ?? []).map(({ _id, senderId, text: said, tip, isDeleted, files, isLocked }) => (
            <li key={_id} data-line className="flex items-start gap-2.5 py-1">
              <Avatar
                src={senderId === myId ? (side === 'fan' ? show.user : show.performer).avatar : other.avatar}
                size={24}
                className="mt-0.5"
              />
              <p dir="auto" className="min-w-0 flex-1 text-md leading-5.5 wrap-anywhere">
                <b className={clsx('me-1.5', senderId === myId ? 'text-ink-2' : 'text-primary-text')}>
                  {senderId === myId ? t('live.you') : other.name}
                </b>
                {tip ? <Price tokens={tip.tokens} bare className="me-1.5 text-token-text" /> : null}
                {isDeleted ? <i className="text-ink-3">{t('live.deleted')}</i> : said}
                {!isDeleted && (files.length > 0 || isLocked) ? all : null}
              </p>
            </li>
          ))}
        </ul>
      </Log>
      <NewLines
        lines={
          messages &&
          messages
            .slice(-saidMax)
            .filter(({ senderId, isDeleted }) => senderId !== myId && !isDeleted)
            .map(({ sequence, text: said, tip }) => ({
              order: sequence,
              text: `${other.name}: ${[tip ? t.tokens(tip.tokens) : '', said].filter(Boolean).join(' · ')}`,
            }))
        }
      />
      <div className={clsx('border-line px-3 pt-2 pb-3', over ? 'md:border-t' : 'border-t')}>
        {problem ? (
          <p role="alert" className="px-2 pb-1.5 text-sm text-danger-text">
            {problemText(problem)}
          </p>
        ) : null}
        <div className="flex items-center gap-2">
          {writing && (!writing.allowed || writing.price !== null) ? (
            <p className="min-w-0 flex-1 px-2 py-2.5 text-sm">{all}</p>
          ) : (
            <form onSubmit={(event) => void submit(event)} className="flex min-w-0 flex-1 items-center gap-2">
              <input
                ref={field}
                data-message-field
                value={text}
                maxLength={messageLengthMax}
                dir="auto"
                autoComplete="off"
                enterKeyHint="send"
                aria-label={label}
                placeholder={label}
                onChange={(event) => setText(event.currentTarget.value)}
                className="h-11 min-w-0 flex-1 rounded-full bg-surface px-4 text-ink ring-1 ring-line-control ring-inset placeholder:text-ink-3 focus-visible:rounded-full pointer-coarse:text-base"
              />
              <IconButton
                type="submit"
                variant="primary"
                size="lg"
                tip="top"
                label={t('live.send')}
                className={clsx(over && text === '' && 'max-md:hidden')}
              >
                <SendHorizontal className="rtl:-scale-x-100" aria-hidden="true" />
              </IconButton>
            </form>
          )}
          {beside}
        </div>
      </div>
    </section>
  )
}
