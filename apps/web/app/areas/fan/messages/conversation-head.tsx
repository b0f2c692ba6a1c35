import { BellOff, ChevronLeft, Search } from 'lucide-react'
import { Suspense, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { useT } from '../../../i18n/context.tsx'
import { fanAddress } from '../../../parts/creators/fan-address.ts'
import { VerifiedBadge } from '../../../parts/creators/verified-badge.tsx'
import { useCheckoutReturn } from '../../../parts/money/checkout/use-checkout-return.ts'
import { TipSheet, useTipPress } from '../../../parts/money/tip-button.ts'
import { TokenIcon } from '../../../parts/money/token-icon.tsx'
import { Avatar } from '../../../ui/avatar.tsx'
import { buttonClass, IconButton, iconButtonClass } from '../../../ui/button.tsx'
import { withChange } from '../../../ui/table-state.ts'
import { ConversationMenu } from './conversation-menu.tsx'
import { useIsOnline } from './presence.ts'
import type { Thread } from './threads.ts'

interface HeadProps {
  thread: Thread
  /** Whether the search in it is open; `onFind` opens and closes it. */
  isFinding: boolean
  onFind: () => void
}
/** Who it is with, and what one may do with the conversation as a whole. */
export function ConversationHead({ thread: { conversation }, isFinding, onFind }: HeadProps) {
  const t = useT()
  const { search } = useLocation()
  const list = withChange(new URLSearchParams(search), { find: null }).toString()
  const [tipping, setTipping] = useState(false)
  const pressTip = useTipPress(() => setTipping(true))
  const tip = `tip:${conversation._id}`
  useCheckoutReturn(tip, () => setTipping(true))
  const { recipient, source, isFan } = conversation
  const isOnline = useIsOnline(recipient._id)
  const { username } = recipient
  // Where a fan has no page, their creator's page about them.
  const page = !username ? null : source === 'performer' ? `/${username}` : isFan ? fanAddress(username) : null
  const name = (
    <span className="flex min-w-0 items-center gap-1.5 text-lg font-bold">
      <bdi className="truncate">{recipient.name}</bdi>
      {recipient.isVerified ? <VerifiedBadge /> : null}
      {conversation.isMuted ? <BellOff className="icon size-4! text-ink-3" aria-label={t('messages.muted')} /> : null}
    </span>
  )
  return (
    <header className="flex shrink-0 items-center gap-3 border-b border-line px-3 py-2 md:min-h-18 md:max-lg:gap-2 lg:px-6">
      <Link
        to={{ pathname: '/messages', search: list }}
        aria-label={t('messages.backToList')}
        className={`${iconButtonClass('ghost')} -ms-1 md:hidden`}
      >
        <ChevronLeft className="rtl:-scale-x-100" aria-hidden="true" />
      </Link>
      <Avatar src={recipient.avatar} size={44} online={isOnline} />
      <div className="min-w-0 flex-1 leading-tight">
        <h1 className="text-base">
          {page ? (
            <Link to={page} className="block min-w-0 hover:underline">
              {name}
            </Link>
          ) : (
            name
          )}
        </h1>
        <p className="truncate text-xs text-ink-3">
          {isOnline ? (
            <span className="font-medium text-success-text">{t('messages.online')}</span>
          ) : recipient.username ? (
            <bdi>@{recipient.username}</bdi>
          ) : (
            t('messages.closedAccount')
          )}
        </p>
      </div>
      {source === 'performer' && recipient.username ? (
        <>
          <button
            type="button"
            {...pressTip}
            className={`${buttonClass('tip')} noscript:hidden max-sm:size-11 max-sm:p-0! md:max-lg:size-11 md:max-lg:p-0!`}
          >
            <TokenIcon className="size-[18px]!" />
            <span className="max-sm:sr-only md:max-lg:sr-only">{t('messages.tip')}</span>
          </button>
          {tipping ? (
            <Suspense>
              <TipSheet open onOpenChange={setTipping} performer={recipient} shownIn="conversation" what={tip} />
            </Suspense>
          ) : null}
        </>
      ) : null}
      <IconButton
        label={t('messages.searchWithin')}
        aria-pressed={isFinding}
        data-opens-find
        className="max-sm:hidden noscript:hidden aria-pressed:bg-primary-soft aria-pressed:text-primary-soft-ink"
        onClick={onFind}
      >
        <Search aria-hidden="true" />
      </IconButton>
      <ConversationMenu conversation={conversation} onFind={onFind} />
    </header>
  )
}
