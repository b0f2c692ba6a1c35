import clsx from 'clsx'
import { BellOff, Megaphone, Pin, Search, Settings } from 'lucide-react'
import { Form, Link, useLocation, useParams } from 'react-router'
import { call, type Reply } from '../../../api/client.ts'
import { asLoadProblem } from '../../../api/problem.ts'
import { useFormats, useT } from '../../../i18n/context.tsx'
import { VerifiedBadge } from '../../../parts/creators/verified-badge.tsx'
import { MorePages, usePages } from '../../../parts/posts/pages.tsx'
import { useMe } from '../../../parts/site/site.ts'
import { PageTitle } from '../../../parts/site/page-title.tsx'
import { Avatar } from '../../../ui/avatar.tsx'
import { CountBadge } from '../../../ui/badge.tsx'
import { ButtonLink, IconLink } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import { Chips } from '../../../ui/tabs.tsx'
import { useLineOf } from './line.ts'
import { filters, type ListFilter } from './list-query.ts'
import type { Conversation, Message } from './message.ts'
import { useIsOnline } from './presence.ts'

interface ListProps {
  first: Reply<'GET /conversations'>
  filter: ListFilter
  q: string
  /** Messages that say what was searched for. */
  found: readonly Message[] | null
}

/** All conversations, newest message first, with what is new in each. */
// spec: conversations.state
export function ConversationList({ first, filter, q, found }: ListProps) {
  const t = useT()
  const me = useMe()
  const { conversationId } = useParams()
  const pages = usePages(first, (cursor) =>
    q
      ? call('GET /conversations/search', { query: { q, cursor, pageSize: 30 } })
      : call('GET /conversations', { query: { filter, cursor, pageSize: 30 } }),
  )
  return (
    <section aria-label={t('messages.title')} className="flex min-h-0 flex-1 flex-col">
      {conversationId ? null : <PageTitle>{t('messages.title')}</PageTitle>}
      <div className="px-4 pt-4 md:px-5 md:pt-5">
        <div className="flex min-h-11 items-center justify-between gap-2">
          {conversationId ? (
            <p className="font-display text-2xl font-bold tracking-(--tracking-display)">{t('messages.title')}</p>
          ) : (
            <h1>{t('messages.title')}</h1>
          )}
          {me?.isPerformer ? (
            <span className="flex">
              <IconLink to="/creator/messages/broadcast" label={t('ui.nav.broadcasts')}>
                <Megaphone aria-hidden="true" />
              </IconLink>
              <IconLink to="/creator/messages/settings" label={t('messages.settings')}>
                <Settings aria-hidden="true" />
              </IconLink>
            </span>
          ) : null}
        </div>
        <Form role="search" className="relative mt-3.5">
          <Search
            className="icon pointer-events-none absolute inset-y-0 start-3.5 my-auto size-4! text-ink-3"
            aria-hidden="true"
          />
          {filter === 'all' ? null : <input type="hidden" name="filter" value={filter} />}
          <input
            key={q}
            type="search"
            name="q"
            defaultValue={q}
            maxLength={100}
            aria-label={t('messages.search')}
            placeholder={t('messages.search')}
            className="h-10 w-full rounded-full bg-surface-2 ps-10 pe-4 text-sm placeholder:text-ink-3 focus-visible:rounded-full pointer-coarse:h-11 pointer-coarse:text-base"
          />
        </Form>
        {q ? null : (
          <Chips
            label={t('messages.filter')}
            className="-mx-4 mt-3 px-4 md:-mx-5 md:px-5"
            tabs={filters.map((value) => ({
              label: t(`messages.filter.${value}`),
              to: value === 'all' ? '?' : `?filter=${value}`,
              current: filter === value,
            }))}
          />
        )}
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-2.5 pt-2 pb-4 low:overflow-visible">
        {pages.items.length === 0 && !found?.length ? (
          <EmptyState
            className="py-10!"
            title={q ? t('messages.noMatch') : t(`messages.empty.${filter}`)}
            action={
              q || filter !== 'all' ? (
                <ButtonLink to="/messages">{t('messages.showAll')}</ButtonLink>
              ) : me?.isPerformer ? (
                <ButtonLink variant="primary" to="/creator/audience">
                  {t('messages.subscribers')}
                </ButtonLink>
              ) : (
                <ButtonLink variant="primary" to="/explore">
                  {t('messages.explore')}
                </ButtonLink>
              )
            }
          >
            {q || filter !== 'all' ? null : me?.isPerformer ? t('messages.emptyCreator') : t('messages.emptyFan')}
          </EmptyState>
        ) : (
          <ul>
            {pages.items.map((conversation) => (
              <li key={conversation._id}>
                <ConversationRow conversation={conversation} isOpen={conversation._id === conversationId} />
              </li>
            ))}
          </ul>
        )}
        <MorePages
          pages={{ ...pages, problem: pages.problem && asLoadProblem(pages.problem) }}
          label={t('messages.more')}
        />
        {found && found.length > 0 ? <FoundMessages found={found} /> : null}
      </div>
    </section>
  )
}

function FoundMessages({ found }: { found: readonly Message[] }) {
  const t = useT()
  const { date } = useFormats()
  const { search } = useLocation()
  const lineOf = useLineOf()
  return (
    <>
      <h2 className="px-2.5 pt-3 pb-1 text-sm">{t('messages.found')}</h2>
      <ul>
        {found.map((message) => (
          <li key={message._id}>
            <Link
              to={{ pathname: `/messages/${message.conversationId}`, search, hash: `m${message.sequence}` }}
              className="block rounded-sm px-2.5 py-2 hover:bg-surface-2 focus-visible:rounded-sm focus-visible:-outline-offset-2"
            >
              <span dir="auto" className="line-clamp-2 text-sm text-match [overflow-wrap:anywhere]">
                {lineOf(message)}
              </span>
              <span className="num text-xs text-ink-3">{date(message.createdAt)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </>
  )
}

function ConversationRow({ conversation, isOpen }: { conversation: Conversation; isOpen: boolean }) {
  const t = useT()
  const { ago, dateTime } = useFormats()
  const { search } = useLocation()
  const lineOf = useLineOf()
  const { recipient, lastMessage, totalNotSeenMessages: unread } = conversation
  const at = lastMessage?.createdAt ?? conversation.updatedAt
  const isOnline = useIsOnline(recipient._id)
  return (
    <Link
      to={{ pathname: `/messages/${conversation._id}`, search }}
      prefetch="none"
      aria-current={isOpen ? 'page' : undefined}
      className={clsx(
        'flex items-center gap-3 rounded-sm px-2.5 py-2 focus-visible:rounded-sm focus-visible:-outline-offset-2',
        isOpen ? 'bg-primary-soft' : 'hover:bg-surface-2',
      )}
    >
      <Avatar src={recipient.avatar} size={48} online={isOnline} />
      <span className="min-w-0 flex-1">
        <span className="flex items-baseline gap-2">
          <span className="flex min-w-0 flex-1 items-center gap-1 font-semibold">
            <bdi className="truncate">{recipient.name}</bdi>
            {recipient.isVerified ? <VerifiedBadge /> : null}
            {isOnline ? <span className="sr-only">{t('messages.online')}</span> : null}
          </span>
          <time
            dateTime={at}
            title={dateTime(at)}
            suppressHydrationWarning
            className={clsx('num shrink-0 text-xs', isOpen ? 'text-primary-soft-ink' : 'text-ink-3')}
          >
            {ago(at)}
          </time>
        </span>
        <span className="flex items-center gap-2">
          <span
            dir="auto"
            className={clsx(
              'min-w-0 flex-1 truncate text-sm text-match',
              isOpen ? 'text-primary-soft-ink' : unread > 0 ? 'font-semibold text-ink' : 'text-ink-3',
            )}
          >
            {lastMessage ? lineOf(lastMessage) : null}
          </span>
          {conversation.isPinned ? (
            <Pin className="icon size-3.5! text-ink-3" aria-label={t('messages.pinned')} />
          ) : null}
          {conversation.isMuted ? (
            <BellOff className="icon size-3.5! text-ink-3" aria-label={t('messages.muted')} />
          ) : null}
          {unread > 0 ? (
            <>
              <span aria-hidden="true">
                <CountBadge count={unread} />
              </span>
              <span className="sr-only">{t('ui.nav.unread', { count: unread })}</span>
            </>
          ) : null}
        </span>
      </span>
    </Link>
  )
}
