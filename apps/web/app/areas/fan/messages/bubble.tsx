import clsx from 'clsx'
import { Check, CheckCheck, CircleAlert, Clock, Copy, CornerUpLeft, Ellipsis, Flag, Trash2 } from 'lucide-react'
import { memo, type ReactNode, useContext, useState } from 'react'
import { useFormats, useT } from '../../../i18n/context.tsx'
import { useMutation } from '../../../parts/forms/use-mutation.ts'
import { TokenIcon } from '../../../parts/money/token-icon.tsx'
import { Price } from '../../../parts/money/price.tsx'
import { openReport } from '../../../parts/reports/report.ts'
import { iconButtonClass } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { dot } from '../../../ui/dot.ts'
import { Menu } from '../../../ui/menu.tsx'
import { toast } from '../../../ui/toast.tsx'
import { LinkCard } from './link-card.tsx'
import { LockedMessage } from './locked-message.tsx'
import { MessageFiles, OutgoingFiles } from './message-files.tsx'
import { MessageText } from './message-text.tsx'
import type { Message, Outgoing } from './message.ts'
import { discard, refresh, retry } from './threads.ts'
import { FindWords } from './use-find.ts'

const mine = 'bg-(--sky-200) text-[#0b2130] dark:bg-(--sky-800) dark:text-ink'
const theirs = 'bg-surface-2 text-ink'

interface BubbleProps {
  message: Message
  /** Of the other person. */
  name: string
  /** Whom an unlocked message pays; null for fans. */
  performer: { name: string } | null
  isMine: boolean
  /** The last one of those that stand together: it has the corner and the time. */
  endsGroup: boolean
  onReply: (message: Message) => void
}

/** One message with all that it may be made of. */
// spec: messages.deleted
export const MessageBubble = memo(function MessageBubble({
  message,
  name,
  performer,
  isMine,
  endsGroup,
  onReply,
}: BubbleProps) {
  const t = useT()
  const { time, dateTime } = useFormats()
  const { text, isDeleted, isLocked, files, replyTo, tip, linkPreview, price } = message
  const [isNotDeleted, setNotDeleted] = useState(false)
  const isFound = useContext(FindWords).current === message.sequence
  return (
    <div
      data-sequence={message.sequence}
      data-line
      role="article"
      aria-labelledby={`said-${message._id}`}
      // The focus stays with the message when the button that unlocked it is gone.
      tabIndex={-1}
      className={clsx(
        'group/message relative flex items-end gap-1',
        isMine && 'flex-row-reverse',
        endsGroup ? 'mb-2.5' : 'mb-1',
      )}
    >
      <div
        id={`said-${message._id}`}
        className={clsx('flex max-w-[min(84%,34rem)] min-w-0 flex-col gap-1', isMine ? 'items-end' : 'items-start')}
      >
        <span className="sr-only">{isMine ? t('messages.youWrote') : t('messages.wrote', { name })}</span>
        {replyTo ? (
          <Quote replyTo={replyTo} isOwn={(replyTo.senderId === message.senderId) === isMine} name={name} />
        ) : null}
        {isLocked ? (
          <LockedMessage message={message} performer={performer} />
        ) : (
          <>
            {files.length > 0 ? <MessageFiles message={message} /> : null}
            {tip ? (
              <TipCard
                isMine={isMine}
                tokens={tip.tokens}
                note={isDeleted ? '' : text}
                name={name}
                endsGroup={endsGroup}
              />
            ) : isDeleted ? (
              <p className="rounded-lg px-4 py-2.5 text-ink-3 italic ring-1 ring-line">{t('messages.deleted')}</p>
            ) : text ? (
              <Bubble isMine={isMine} endsGroup={endsGroup} isFound={isFound}>
                <MessageText text={text} sequence={message.sequence} />
              </Bubble>
            ) : null}
            {linkPreview && !isDeleted ? <LinkCard preview={linkPreview} /> : null}
          </>
        )}
        {isMine && price !== null && !isDeleted ? (
          <span className="text-xs text-ink-3">
            {t('messages.soldFor')} <Price tokens={price} />
          </span>
        ) : null}
        {message.authorKind === 'automation' || message.authorKind === 'team' ? (
          <span className="text-xs text-ink-3">{t(`messages.by.${message.authorKind}`)}</span>
        ) : null}
        {endsGroup ? (
          <span className="num inline-flex items-center gap-1.5 text-xs text-ink-3">
            {isMine && !isDeleted ? (
              message.seenAt ? (
                <>
                  <CheckCheck className="icon size-4! text-primary-text" aria-hidden="true" />
                  <span suppressHydrationWarning title={dateTime(message.seenAt)}>
                    {t('messages.seen', { time: time(message.seenAt) })}
                  </span>
                </>
              ) : (
                <>
                  <Check className="icon size-4!" aria-hidden="true" />
                  <span suppressHydrationWarning title={dateTime(message.createdAt)}>
                    {t('messages.sent', { time: time(message.createdAt) })}
                  </span>
                </>
              )
            ) : (
              <time dateTime={message.createdAt} title={dateTime(message.createdAt)} suppressHydrationWarning>
                {time(message.createdAt)}
              </time>
            )}
          </span>
        ) : null}
        {isNotDeleted && !isDeleted ? (
          <span role="status" className="inline-flex items-start gap-1.5 text-xs text-danger-text">
            <CircleAlert className="icon mt-0.5 size-3.5!" aria-hidden="true" />
            {t('messages.notDeleted')}
          </span>
        ) : null}
      </div>
      {isDeleted ? null : (
        <MessageMenu message={message} isMine={isMine} onReply={onReply} onNotDeleted={setNotDeleted} />
      )}
    </div>
  )
})

interface TextBubbleProps extends Pick<BubbleProps, 'isMine' | 'endsGroup'> {
  /** The message that a search stands at. */
  isFound?: boolean
  children: ReactNode
}
function Bubble({ isMine, endsGroup, isFound, children }: TextBubbleProps) {
  return (
    <p
      dir="auto"
      className={clsx(
        'max-w-full rounded-lg px-4 py-2.5 text-match whitespace-pre-line wrap-anywhere',
        isMine ? mine : theirs,
        isFound && 'outline-2 outline-(--lamp-500)',
        endsGroup && (isMine ? 'rounded-ee-xs' : 'rounded-es-xs'),
      )}
    >
      {children}
    </p>
  )
}

function Quote({ replyTo, isOwn, name }: { replyTo: NonNullable<Message['replyTo']>; isOwn: boolean; name: string }) {
  const t = useT()
  const kinds = {
    photo: 'messages.photo',
    video: 'messages.video',
    audio: 'messages.voice',
    tip: 'messages.tipLine',
  } as const
  const said = replyTo.isDeleted
    ? t('messages.deleted')
    : replyTo.text || (replyTo.type in kinds ? t(kinds[replyTo.type as keyof typeof kinds]) : '')
  return (
    <span className="flex max-w-full items-center gap-1.5 text-xs text-ink-3">
      <CornerUpLeft className="icon size-3.5! rtl:-scale-x-100" aria-hidden="true" />
      <span className="shrink-0 font-semibold">{isOwn ? t('messages.yourself') : <bdi>{name}</bdi>}</span>
      <bdi className="truncate">{said}</bdi>
    </span>
  )
}

interface TipCardProps {
  isMine: boolean
  tokens: number
  note: string
  name: string
  endsGroup: boolean
}
function TipCard({ isMine, tokens, note, name, endsGroup }: TipCardProps) {
  const t = useT()
  return (
    <div
      className={clsx(
        'flex max-w-full items-center gap-3 rounded-lg bg-token-soft px-4 py-3 text-token-soft-ink',
        endsGroup && (isMine ? 'rounded-ee-xs' : 'rounded-es-xs'),
      )}
    >
      <TokenIcon className="size-9" />
      <div className="min-w-0">
        <p className="font-bold">
          {isMine
            ? t('messages.youTipped', { tokens: t.tokens(tokens) })
            : t('messages.tippedBy', { name, tokens: t.tokens(tokens) })}
        </p>
        {note ? (
          <p dir="auto" className="text-sm text-ink whitespace-pre-line wrap-anywhere">
            {note}
          </p>
        ) : null}
      </div>
    </div>
  )
}

interface MessageMenuProps extends Pick<BubbleProps, 'message' | 'isMine' | 'onReply'> {
  onNotDeleted: (isNotDeleted: boolean) => void
}
function MessageMenu({ message, isMine, onReply, onNotDeleted }: MessageMenuProps) {
  const t = useT()
  const { sendOrThrow } = useMutation()
  const [deleting, setDeleting] = useState(false)
  const { conversationId, sequence, text } = message
  return (
    <>
      <Menu
        align={isMine ? 'end' : 'start'}
        trigger={
          <button
            type="button"
            aria-label={t('messages.messageMenu')}
            className={clsx(
              iconButtonClass('ghost', 'sm'),
              'self-center opacity-0 group-hover/message:opacity-100 group-focus-visible/message:opacity-100 focus-visible:opacity-100 aria-expanded:opacity-100 pointer-coarse:opacity-60 noscript:hidden',
            )}
          >
            <Ellipsis aria-hidden="true" />
          </button>
        }
        actions={[
          {
            label: t('messages.reply'),
            icon: <CornerUpLeft className="rtl:-scale-x-100" aria-hidden="true" />,
            onPress: () => onReply(message),
          },
          ...(text && !message.isLocked
            ? [
                {
                  label: t('messages.copy'),
                  icon: <Copy aria-hidden="true" />,
                  onPress: () => void navigator.clipboard.writeText(text).then(toast.copied, () => toast.error()),
                },
              ]
            : []),
          ...(isMine && message.type !== 'tip' && message.type !== 'system'
            ? [
                null,
                {
                  label: t('messages.delete'),
                  icon: <Trash2 aria-hidden="true" />,
                  danger: true,
                  onPress: () => setDeleting(true),
                },
              ]
            : []),
          ...(isMine
            ? []
            : [
                null,
                {
                  label: t('ui.report'),
                  icon: <Flag aria-hidden="true" />,
                  onPress: () => openReport({ type: 'message', id: message._id }),
                },
              ]),
        ]}
      />
      {deleting ? (
        <ConfirmDialog
          title={t('messages.deleteTitle')}
          action={t('messages.delete')}
          busy={t('messages.deleting')}
          onClose={() => setDeleting(false)}
          onConfirm={async () => {
            onNotDeleted(false)
            // What fails is said at the message itself. It may be deleted all the same, where only the answer was lost.
            await sendOrThrow('DELETE /messages/:id', { params: { id: message._id } }).catch(() => onNotDeleted(true))
            await refresh(conversationId, sequence).catch(() => undefined)
          }}
        >
          {message.price === null ? t('messages.deleteText') : t('messages.deleteSoldText')}
        </ConfirmDialog>
      ) : null}
    </>
  )
}

/** A message that is not answered yet: there at once; where it could not be sent, it says so itself and can be sent again. */
export function OutgoingBubble({
  conversationId,
  outgoing,
  name,
}: {
  conversationId: string
  outgoing: Outgoing
  name: string
}) {
  const t = useT()
  const { text, files, state, code, clientId, replyTo } = outgoing
  const reason = code && !t.maybe(`messages.refused.${code}`) ? t.maybe(`errors.${code}`) : null
  const action =
    'min-h-8 rounded-full px-1.5 font-semibold text-primary-text hover:underline focus-visible:rounded-full pointer-coarse:min-h-11'
  return (
    <div data-outgoing={state} data-line className="mb-2.5 flex flex-col items-end gap-1">
      <div className="flex max-w-[min(84%,34rem)] min-w-0 flex-col items-end gap-1">
        {replyTo ? <Quote replyTo={replyTo} isOwn={false} name={name} /> : null}
        {files.length > 0 ? <OutgoingFiles files={files} /> : null}
        {text ? (
          <Bubble isMine endsGroup>
            <MessageText text={text} />
          </Bubble>
        ) : null}
      </div>
      {state === 'sending' ? (
        <span className="inline-flex items-center gap-1.5 text-xs text-ink-3">
          <Clock className="icon size-3.5!" aria-hidden="true" />
          {t('ui.sending')}
        </span>
      ) : (
        <div
          role="status"
          className="flex max-w-[84%] flex-wrap items-center justify-end gap-x-2 text-xs text-danger-text"
        >
          <span className="inline-flex items-start gap-1.5">
            <CircleAlert className="icon mt-0.5 size-3.5!" aria-hidden="true" />
            <span>
              <span>
                {state === 'waiting'
                  ? t('messages.waiting')
                  : ((code && t.maybe(`messages.refused.${code}`)) ?? t('messages.notSent'))}
                {state === 'failed' && reason ? `${dot}${reason}` : null}
              </span>
              <span aria-hidden="true">{dot}</span>
            </span>
          </span>
          <button type="button" className={action} onClick={() => retry(conversationId, clientId)}>
            {t('ui.retry')}
          </button>
          <button type="button" className={action} onClick={() => discard(conversationId, clientId)}>
            {t('messages.discard')}
          </button>
        </div>
      )}
    </div>
  )
}
