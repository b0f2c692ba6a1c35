import clsx from 'clsx'
import { EllipsisVertical } from 'lucide-react'
import { memo } from 'react'
import { useFormats, useT } from '../../i18n/context.tsx'
import { Avatar } from '../../ui/avatar.tsx'
import { Badge } from '../../ui/badge.tsx'
import { IconButton } from '../../ui/button.tsx'
import { Menu } from '../../ui/menu.tsx'
import { VerifiedBadge } from '../creators/verified-badge.tsx'
import { TokenIcon } from '../money/token-icon.tsx'
import { actionsOn, type LineProps } from './line-actions.tsx'

/** From so many tokens on a tip stands out, and from so many it is shown on the stage. */
export const tipSizes = { line: 50, stage: 500 }

/** A line as it is said aloud when it is new. */
export function sayLine({ sender, tip, text }: LineProps['message'], t: ReturnType<typeof useT>): string {
  const said = tip?.isOrder ? t('live.asked', { title: text }) : text
  return `${sender.name}: ${[tip ? t.tokens(tip.tokens) : '', said].filter(Boolean).join(' · ')}`
}

/** One thing that was said, or a tip. */
export const ChatLine = memo(function ChatLine({ message, at, isMine, can, onDelete, onPin, onPerson }: LineProps) {
  const t = useT()
  const { tokens } = useFormats()
  const { sender, tip, isDeleted } = message
  const id = `said-${message._id}`
  const text = tip?.isOrder ? t('live.asked', { title: message.text }) : message.text
  const name = isMine ? t('live.you') : sender.name
  const actions = message.isDeleted || at ? [] : actionsOn({ message, isMine, can, onDelete, onPin, onPerson }, t)
  const menu =
    actions.length > 0 ? (
      <Menu
        align="end"
        actions={actions}
        trigger={
          <IconButton
            size="sm"
            label={t('live.messageMenu', { name: sender.name })}
            tip="none"
            className="absolute end-0 top-0 opacity-0 group-hover:opacity-100 group-focus-visible:opacity-100 focus-visible:opacity-100 aria-expanded:opacity-100 pointer-coarse:static pointer-coarse:opacity-60"
          >
            <EllipsisVertical aria-hidden="true" />
          </IconButton>
        }
      />
    ) : null
  if (tip && tip.tokens >= tipSizes.line)
    return (
      <li
        data-line
        aria-labelledby={id}
        className={clsx(
          'group relative my-1 flex items-center gap-3 rounded-md bg-token-soft px-3 py-2.5 text-token-soft-ink',
          tip.tokens >= tipSizes.stage && 'shadow-[inset_0_0_0_1.5px_var(--token)]',
        )}
      >
        <Avatar src={sender.avatar} size={32} />
        <span id={id} className="min-w-0 flex-1">
          <b dir="auto" className="block truncate text-sm">
            {name}
          </b>
          {at ? <Time at={at} /> : null}
          {text ? (
            <span dir="auto" className="block text-sm wrap-anywhere text-ink">
              {text}
            </span>
          ) : null}
        </span>
        <Amount tokens={tokens(tip.tokens)} />
        {menu}
      </li>
    )
  return (
    <li data-line aria-labelledby={id} className="group relative flex items-start gap-2.5 py-1">
      <Avatar src={sender.avatar} size={24} className="mt-0.5" />
      <p id={id} dir="auto" className="min-w-0 flex-1 text-md leading-5.5 wrap-anywhere">
        {at ? <Time at={at} /> : null}
        <b className={clsx('me-1.5', message.authorKind === 'creator' ? 'text-primary-text' : 'text-ink-2')}>
          {name}
          {sender.isVerified ? <VerifiedBadge className="ms-1 inline-block size-3.5 align-[-.1em]" /> : null}
        </b>
        {message.senderRole ? (
          <Badge
            tone={message.senderRole === 'creator' ? 'sky' : 'quiet'}
            className="me-1.5 h-5! px-2! align-[.05em] text-2xs!"
          >
            {t(`live.role.${message.senderRole}`)}
          </Badge>
        ) : null}
        {isDeleted ? (
          <i className="text-ink-3">{t('live.deleted')}</i>
        ) : (
          <>
            {tip ? (
              <span className="me-1.5 text-token-text">
                <Amount tokens={tokens(tip.tokens)} />
              </span>
            ) : null}
            {text}
          </>
        )}
        {message.isHeld ? <i className="block text-sm text-ink-3">{t('live.held.waiting')}</i> : null}
      </p>
      {menu}
    </li>
  )
})

/** At which second of a replay it was said. */
const Time = ({ at }: { at: string }) => (
  <span className="me-1.5 text-xs text-ink-3">
    <bdi dir="ltr" className="num">
      {at}
    </bdi>
  </span>
)

function Amount({ tokens }: { tokens: string }) {
  const t = useT()
  return (
    <b className="num inline-flex shrink-0 items-center gap-1 align-bottom">
      <TokenIcon className="size-4" />
      {tokens}
      <span className="sr-only">{t('ui.tokens')}</span>
    </b>
  )
}
