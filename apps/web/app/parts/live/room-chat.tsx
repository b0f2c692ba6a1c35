import { publicMessageLengthMax } from '@fanlight/contract/limits'
import clsx from 'clsx'
import { Pin, SendHorizontal, Timer, X } from 'lucide-react'
import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { useFormats, useT } from '../../i18n/context.tsx'
import { Badge } from '../../ui/badge.tsx'
import { IconButton } from '../../ui/button.tsx'
import { useProblemText } from '../../ui/form.tsx'
import { useMutation } from '../forms/use-mutation.ts'
import { useMe } from '../site/site.ts'
import { ChatLine } from './chat-line.tsx'
import { ChatRules } from './chat-rules.tsx'
import type { ChatState, PublicChat, PublicMessage } from './chat-state.ts'
import { ChatUpdates, useRoomChat } from './use-room-chat.ts'

interface RoomChatProps {
  chat: PublicChat
  /** Newest first, as the server answers them. */
  messages: readonly PublicMessage[]
  /** Shown above the field, such as quick tips. */
  above?: ReactNode
  /** Beside the field. */
  beside?: ReactNode
  /** On phones it lies over the video: no head, light on dark. */
  over?: boolean
  className?: string
}

/** The public chat beside a live room, for those who watch and for its creator, who also sets its rules. */
export function RoomChat({ chat: loaded, messages, above, beside, over = false, className }: RoomChatProps) {
  const t = useT()
  const { seconds } = useFormats()
  const me = useMe()
  const { chat, setChat, state, change, send } = useRoomChat(loaded, messages)
  const isOwner = me?._id === chat._id
  const save = useMutation({ toasts: true })
  const pin = async (pinnedMessageId: string | null) => {
    const reply = await save.send('PUT /conversations/stream/:id/update', {
      params: { id: chat._id },
      body: { pinnedMessageId },
    })
    if (reply) setChat(reply.data)
  }
  const remove = async ({ _id: id }: PublicMessage) => {
    if (await save.send('DELETE /messages/:id', { params: { id } })) change({ type: 'deleted', id })
  }
  return (
    <section aria-label={t('live.chat')} className={clsx('flex min-h-0 flex-col', over && 'over-video', className)}>
      {me ? <ChatUpdates id={chat._id} change={change} onRules={setChat} /> : null}
      <div
        className={clsx('flex min-h-14 items-center gap-2 border-b border-line ps-4.5 pe-2.5', over && 'max-md:hidden')}
      >
        <h2 className="min-w-0 flex-1 truncate text-lg">{t('live.chat')}</h2>
        {chat.slowModeSeconds > 0 ? (
          <Badge>
            <Timer aria-hidden="true" />
            {t('live.slow', { time: seconds(chat.slowModeSeconds) })}
          </Badge>
        ) : null}
        {isOwner ? <ChatRules chat={chat} onChange={setChat} onCleared={() => change({ type: 'cleared' })} /> : null}
      </div>
      {chat.pinnedMessage ? (
        <div
          className={clsx(
            'm-3 mb-0 flex items-start gap-2.5 rounded-md bg-surface-2 px-3.5 py-2.5 text-sm',
            over && 'max-md:hidden',
          )}
        >
          <Pin className="icon mt-0.5 size-4! text-ink-3" aria-label={t('live.pinned')} role="img" />
          <p dir="auto" className="line-clamp-3 min-w-0 flex-1 wrap-anywhere">
            {chat.pinnedMessage.text}
          </p>
          {isOwner ? (
            <IconButton size="sm" label={t('live.unpin')} onClick={() => void pin(null)}>
              <X aria-hidden="true" />
            </IconButton>
          ) : null}
        </div>
      ) : null}
      <Log
        state={state}
        over={over}
        isMine={(message) => message.sender._id === me?._id}
        isOwner={isOwner}
        onDelete={(message) => void remove(message)}
        onPin={({ _id }) => void pin(_id)}
      />
      <div className={clsx('border-line', over ? 'md:border-t' : 'border-t')}>
        {above}
        <Writing
          chat={chat}
          state={state}
          send={send}
          over={over}
          beside={beside}
          onEdit={() => change({ type: 'corrected' })}
        />
      </div>
    </section>
  )
}

interface LogProps {
  state: ChatState
  over: boolean
  isMine: (message: PublicMessage) => boolean
  isOwner: boolean
  onDelete: (message: PublicMessage) => void
  onPin: (message: PublicMessage) => void
}
/** Newest at the bottom; who scrolled up stays where they read. */
function Log({ state, over, isMine, isOwner, onDelete, onPin }: LogProps) {
  const t = useT()
  return (
    <div
      role="log"
      aria-label={t('live.chat')}
      tabIndex={0}
      className={clsx(
        'flex min-h-0 flex-1 flex-col-reverse overflow-y-auto overscroll-contain px-4.5 py-3 outline-none focus-visible:-outline-offset-2',
        over && 'max-md:px-3 max-md:mask-[linear-gradient(to_bottom,transparent,black_40%)]',
      )}
    >
      <ul className="mt-auto">
        {state.messages.length === 0 && state.sending.length === 0 ? (
          <li className={clsx('py-6 text-center text-sm text-ink-3', over && 'max-md:hidden')}>
            {t('live.chatEmpty')}
          </li>
        ) : null}
        {state.messages.map((message) => (
          <ChatLine
            key={message._id}
            message={message}
            isMine={isMine(message)}
            isOwner={isOwner}
            onDelete={onDelete}
            onPin={onPin}
          />
        ))}
        {state.sending.map(({ clientId, text }) => (
          <li key={clientId} dir="auto" className="py-1 ps-8.5 text-md wrap-anywhere text-ink-3">
            {text}
          </li>
        ))}
      </ul>
    </div>
  )
}

interface WritingProps {
  chat: PublicChat
  state: ChatState
  send: (text: string) => Promise<boolean>
  over: boolean
  beside: ReactNode
  onEdit: () => void
}
function Writing({ chat, state, send, over, beside, onEdit }: WritingProps) {
  const t = useT()
  const problemText = useProblemText()
  const { pathname } = useLocation()
  const [text, setText] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const written = text.trim()
    if (!written) return
    setText('')
    // What was refused comes back, before what was written since.
    if (!(await send(written))) setText((since) => (since ? `${written} ${since}` : written))
    field.current?.focus()
  }
  const { reason } = chat.writing
  return (
    <div className="px-3 pt-2 pb-3">
      {state.problem ? (
        <p role="alert" className="px-2 pb-1.5 text-sm text-danger-text">
          {problemText(state.problem)}
        </p>
      ) : null}
      <div className="flex items-center gap-2">
        {reason === null ? (
          <form
            onSubmit={(event) => void submit(event)}
            className="flex min-w-0 flex-1 items-center gap-2 noscript:hidden"
          >
            <input
              ref={field}
              value={text}
              maxLength={publicMessageLengthMax}
              dir="auto"
              autoComplete="off"
              enterKeyHint="send"
              aria-label={t('live.write')}
              placeholder={t('live.write')}
              onChange={(event) => {
                setText(event.currentTarget.value)
                onEdit()
              }}
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
        ) : (
          <p className="min-w-0 flex-1 px-2 py-2.5 text-sm text-ink-2">
            {reason === 'sign-in' ? (
              <Link to={`/auth/login?redirect=${encodeURIComponent(pathname)}`} className="link">
                {t('live.signInToWrite')}
              </Link>
            ) : (
              t(`live.writing.${reason}`)
            )}
          </p>
        )}
        {beside}
      </div>
    </div>
  )
}
