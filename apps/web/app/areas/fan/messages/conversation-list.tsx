import clsx from 'clsx'
import { BellOff, Megaphone, Pin, Settings } from 'lucide-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { Link, useLocation, useNavigate, useParams, useSearchParams } from 'react-router'
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
import { withChange } from '../../../ui/table-state.ts'
import { Chips } from '../../../ui/tabs.tsx'
import { useLineOf } from '../../../parts/messages/line.ts'
import { filters, type ListFilter, searchKinds } from './list-query.ts'
import type { Conversation } from './message.ts'
import { useIsOnline } from './presence.ts'
import { forgetSearch, forgetSearches, recentSearches, rememberSearch } from './recent-searches.ts'
import { SearchField } from './search-field.tsx'
import { SearchResults } from './search-results.tsx'
import { SearchStart } from './search-start.tsx'
import { type Found, useMessageSearch } from './use-message-search.ts'

interface ListProps {
  first: Reply<'GET /conversations'>
  filter: ListFilter
  /** What the server found, where the address asked for it. */
  found: Found | null
}

/** All conversations, newest message first, with what is new in each; or what is searched for. */
// spec: conversations.state
export function ConversationList({ first, filter, found }: ListProps) {
  const t = useT()
  const me = useMe()
  const navigate = useNavigate()
  const { conversationId } = useParams()
  const [params] = useSearchParams()
  const box = useRef<HTMLElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const search = useMessageSearch(found)
  const [isStarted, setStarted] = useStarted(box)
  const [recent, setRecent] = useState<readonly string[]>([])
  const owner = me?._id ?? ''
  useEffect(() => setRecent(recentSearches(owner)), [owner])
  const isActive = isStarted || search.q !== ''
  const remember = (words: string) => {
    setStarted(false)
    setRecent(rememberSearch(owner, words))
  }
  const end = () => {
    const wasEmpty = search.typed === ''
    search.setTyped('')
    if (params.has('q')) void navigate(`?${withChange(params, { q: null, kind: null, find: null })}`, { replace: true })
    if (wasEmpty) setStarted(false)
    field.current?.focus()
  }
  return (
    <section ref={box} aria-label={t('messages.title')} className="flex min-h-0 flex-1 flex-col">
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
        <SearchField
          ref={field}
          search={search}
          filter={filter}
          isActive={isActive}
          onStart={() => setStarted(true)}
          onEnd={end}
          onSubmit={() => {
            if (search.q) setRecent(rememberSearch(owner, search.q))
          }}
        />
        <Chips
          label={t(isActive ? 'messages.kinds' : 'messages.filter')}
          className="-mx-4 mt-3 px-4 md:-mx-5 md:px-5"
          tabs={
            isActive
              ? searchKinds.map((value) => ({
                  label: t(`messages.kind.${value}`),
                  to: `?${withChange(params, { q: search.q || null, kind: value === 'all' ? null : value })}`,
                  current: search.kind === value,
                }))
              : filters.map((value) => ({
                  label: t(`messages.filter.${value}`),
                  to: value === 'all' ? '?' : `?filter=${value}`,
                  current: filter === value,
                }))
          }
        />
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-2.5 pt-2 pb-4 low:overflow-visible">
        {search.q ? (
          <SearchResults search={search} onOpen={remember} />
        ) : isStarted && recent.length > 0 ? (
          <SearchStart
            recent={recent}
            people={first.data.slice(0, 5)}
            onChoose={(words) => {
              search.setTyped(words)
              field.current?.focus()
            }}
            onForget={(words) => setRecent(forgetSearch(owner, words))}
            onForgetAll={() => setRecent(forgetSearches(owner))}
          />
        ) : (
          <AllConversations first={first} filter={filter} />
        )}
      </div>
    </section>
  )
}

/** From the first press in the field until something else is used. */
function useStarted(box: RefObject<HTMLElement | null>) {
  const state = useState(false)
  const [isStarted, setStarted] = state
  useEffect(() => {
    if (!isStarted) return undefined
    const leave = ({ target }: Event) => target instanceof Node && !box.current?.contains(target) && setStarted(false)
    document.addEventListener('pointerdown', leave)
    document.addEventListener('focusin', leave)
    return () => {
      document.removeEventListener('pointerdown', leave)
      document.removeEventListener('focusin', leave)
    }
  }, [isStarted, setStarted, box])
  return state
}

function AllConversations({ first, filter }: Pick<ListProps, 'first' | 'filter'>) {
  const t = useT()
  const me = useMe()
  const { conversationId } = useParams()
  const pages = usePages(first, (cursor) => call('GET /conversations', { query: { filter, cursor, pageSize: 30 } }))
  return (
    <>
      {pages.items.length === 0 ? (
        <EmptyState
          className="py-10!"
          title={t(`messages.empty.${filter}`)}
          action={
            filter !== 'all' ? (
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
          {filter !== 'all' ? null : me?.isPerformer ? t('messages.emptyCreator') : t('messages.emptyFan')}
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
