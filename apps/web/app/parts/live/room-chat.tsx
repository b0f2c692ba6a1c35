import clsx from 'clsx'
import { Pin, Timer, X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useFormats, useT } from '../../i18n/context.tsx'
import { Badge } from '../../ui/badge.tsx'
import { IconButton } from '../../ui/button.tsx'
import { Log } from '../../ui/log.tsx'
import { NewLines } from '../../ui/new-lines.tsx'
import { useMutation } from '../forms/use-mutation.ts'
import { useMe } from '../site/site.ts'
import { ChatField } from './chat-field.tsx'
import { ChatLine, sayLine, tipSizes } from './chat-line.tsx'
import { logClass } from './log-class.ts'
import { ChatRules } from './chat-rules.tsx'
import type { ChatState, PublicChat, PublicMessage } from './chat-state.ts'
import { HeldMessages } from './held-messages.tsx'
import { type PersonAction, PersonDialog } from './person-dialog.tsx'
import { RoomPoll } from './room-poll.tsx'
import { ChatUpdates, useRoomChat } from './use-room-chat.ts'

interface RoomChatProps {
  chat: PublicChat
  /** The stream that the viewer watches, if there is one: its polls are shown. */
  streamId?: string | null | undefined
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
export function RoomChat({ chat: loaded, streamId, messages, above, beside, over = false, className }: RoomChatProps) {
  const t = useT()
  const { seconds } = useFormats()
  const me = useMe()
  const { chat, setChat, state, change, send } = useRoomChat(loaded, messages)
  const { can } = chat
  const [person, setPerson] = useState<{ sender: PublicMessage['sender']; action: PersonAction } | null>(null)
  const save = useMutation({ toasts: true })
  const pin = async (messageId: string | null) => {
    const reply = await save.send('PUT /conversations/stream/:id/pinned', {
      params: { id: chat._id },
      body: { messageId },
    })
    if (reply) setChat(reply.data)
  }
  const remove = async ({ _id: id, isHeld }: PublicMessage) => {
    const reply = isHeld
      ? await save.send('DELETE /messages/stream/:id/held/:messageId', { params: { id: chat._id, messageId: id } })
      : await save.send('DELETE /messages/:id', { params: { id } })
    if (reply) change({ type: 'deleted', id })
  }
  return (
    <section aria-label={t('live.chat')} className={clsx('flex min-h-0 flex-col', over && 'over-video', className)}>
      {me ? <ChatUpdates chat={chat} change={change} onRules={setChat} /> : null}
      <div
        className={clsx(
          'flex min-h-14 items-center gap-2 border-b border-line ps-4.5 pe-2.5',
          over && !can.moderate && 'max-md:hidden',
        )}
      >
        <h2 className="min-w-0 flex-1 truncate text-lg">{t('live.chat')}</h2>
        {chat.slowModeSeconds > 0 ? (
          <Badge>
            <Timer aria-hidden="true" />
            {t('live.slow', { time: seconds(chat.slowModeSeconds) })}
          </Badge>
        ) : null}
        {can.moderate ? (
          <ChatRules chat={chat} onChange={setChat} onCleared={() => change({ type: 'cleared' })} />
        ) : null}
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
          {can.moderate ? (
            <IconButton size="sm" label={t('live.unpin')} onClick={() => void pin(null)}>
              <X aria-hidden="true" />
            </IconButton>
          ) : null}
        </div>
      ) : null}
      {me && streamId ? <RoomPoll key={streamId} streamId={streamId} canModerate={can.moderate} /> : null}
      {can.moderate ? <HeldMessages chatId={chat._id} held={state.held} change={change} /> : null}
      <Lines
        state={state}
        over={over}
        isMine={(message) => message.sender._id === me?._id}
        can={can}
        onPerson={({ sender }, action) => setPerson({ sender, action })}
        onDelete={(message) => void remove(message)}
        onPin={({ _id }) => void pin(_id)}
      />
      <div className={clsx('border-line', over ? 'md:border-t' : 'border-t')}>
        {above}
        <ChatField
          chat={chat}
          state={state}
          send={send}
          over={over}
          beside={beside}
          onEdit={() => change({ type: 'corrected' })}
        />
      </div>
      {person ? (
        <PersonDialog chatId={chat._id} person={person.sender} action={person.action} onClose={() => setPerson(null)} />
      ) : null}
    </section>
  )
}

interface LinesProps {
  state: ChatState
  over: boolean
  isMine: (message: PublicMessage) => boolean
  can: PublicChat['can']
  onDelete: (message: PublicMessage) => void
  onPin: (message: PublicMessage) => void
  onPerson: (message: PublicMessage, action: PersonAction) => void
}
/** Newest at the bottom; who scrolled up stays where they read. */
function Lines({ state, over, isMine, can, onDelete, onPin, onPerson }: LinesProps) {
  const t = useT()
  // Those of others are in a list of their own.
  const shown = [...state.messages, ...state.held.filter(isMine)]
  return (
    <>
      <Log label={t('live.chat')} className={logClass(over)}>
        <ul className="mt-auto">
          {shown.length === 0 && state.sending.length === 0 ? (
            <li className={clsx('py-6 text-center text-sm text-ink-3', over && 'max-md:hidden')}>
              {t('live.chatEmpty')}
            </li>
          ) : null}
          {shown.map((message) => (
            <ChatLine
              key={message._id}
              message={message}
              isMine={isMine(message)}
              can={can}
              onDelete={onDelete}
              onPin={onPin}
              onPerson={onPerson}
            />
          ))}
          {state.sending.map(({ clientId, text }) => (
            <li key={clientId} data-line dir="auto" className="py-1 ps-8.5 text-md wrap-anywhere text-ink-3">
              {text}
            </li>
          ))}
        </ul>
      </Log>
      <NewLines
        lines={state.messages
          .slice(-saidMax)
          // A large tip is said by the stage that shows it.
          .filter((message) => !message.isDeleted && !isMine(message) && (message.tip?.tokens ?? 0) < tipSizes.stage)
          .map((message) => ({ order: message.sequence, text: sayLine(message, t) }))}
      />
    </>
  )
}
/** New ones are among so many. */
const saidMax = 10
