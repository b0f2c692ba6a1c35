import clsx from 'clsx'
import { Image, Mic, Video } from 'lucide-react'
import { Link, useLocation, useParams } from 'react-router'
import { useFormats, useT, useViewerZone } from '../../../i18n/context.tsx'
import { VerifiedBadge } from '../../../parts/creators/verified-badge.tsx'
import { useMe } from '../../../parts/site/site.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { dot } from '../../../ui/dot.ts'
import { Marked } from '../../../ui/marked.tsx'
import { excerptOf } from '../../../ui/search-spans.ts'
import { EmptyState, ErrorState, Loading, Skeleton } from '../../../ui/states.tsx'
import { foundAddress } from './list-query.ts'
import type { Conversation } from './message.ts'
import type { Found, MessageSearch } from './use-message-search.ts'

const heading = 'flex items-baseline justify-between gap-3 px-2 pt-4 pb-1.5 text-xs font-semibold text-ink-3'
const row = 'flex items-start gap-3 rounded-md px-2 py-2.5 focus-visible:rounded-md focus-visible:-outline-offset-2'

interface ResultsProps {
  search: MessageSearch
  /** A result is opened: these words are worth remembering. */
  onOpen: (words: string) => void
}
/** People and messages that were found. An earlier answer stays until the next is there. */
export function SearchResults({ search: { found, isAwaited, problem, retry }, onOpen }: ResultsProps) {
  const t = useT()
  const { number } = useFormats()
  if (problem) return <ErrorState problem={problem} onRetry={retry} />
  if (!found) return <ResultsSkeleton />
  const { q, people, messages } = found
  const isEmpty = people.data.length + messages.data.length === 0
  const total = messages.totalIsAtLeast
    ? t('messages.atLeast', { number: number(messages.total) })
    : number(messages.total)
  const counted = t('messages.foundIn', { found: total, count: messages.conversations })
  return (
    <div aria-busy={isAwaited} className={clsx('transition-opacity delay-300', isAwaited && 'opacity-60')}>
      <p role="status" className="sr-only">
        {isEmpty ? t('messages.foundNone', { words: q }) : messages.data.length > 0 ? counted : t('messages.people')}
      </p>
      {isEmpty ? (
        <EmptyState className="py-10!" title={<bdi>{t('messages.foundNone', { words: q })}</bdi>}>
          {t('messages.foundNoneHint')}
        </EmptyState>
      ) : null}
      {people.data.length > 0 ? (
        <>
          <h2 className={heading}>{t('messages.people')}</h2>
          <ul>
            {people.data.map((conversation) => (
              <li key={conversation._id}>
                <FoundPerson conversation={conversation} q={q} onOpen={() => onOpen(q)} />
              </li>
            ))}
          </ul>
        </>
      ) : null}
      {messages.data.length > 0 ? (
        <>
          <div className={heading}>
            <h2 className="text-xs font-semibold text-ink-3">{t('messages.found')}</h2>
            <span className="num">{counted}</span>
          </div>
          <ul>
            {messages.data.map((message) => (
              <li key={message._id}>
                <FoundMessage message={message} found={found} onOpen={() => onOpen(q)} />
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </div>
  )
}

export function FoundPerson({
  conversation: { _id, recipient, lastMessage },
  q,
  onOpen,
}: {
  conversation: Conversation
  q: string
  onOpen?: () => void
}) {
  const t = useT()
  const { search } = useLocation()
  return (
    <Link
      to={{ pathname: `/messages/${_id}`, search }}
      prefetch="none"
      onClick={onOpen}
      className={clsx(row, 'hover:bg-surface-2')}
    >
      <Avatar src={recipient.avatar} size={44} />
      <span className="min-w-0 flex-1">
        <span className="flex items-center gap-1 font-semibold">
          <bdi className="truncate">
            <Marked text={recipient.name} q={q} />
          </bdi>
          {recipient.isVerified ? <VerifiedBadge /> : null}
        </span>
        <span className="block truncate text-sm text-ink-3">
          {recipient.username ? (
            <>
              <bdi>@{recipient.username}</bdi>
              {dot}
            </>
          ) : null}
          {t('messages.countWith', { count: lastMessage?.sequence ?? 0 })}
        </span>
      </span>
    </Link>
  )
}

const kinds = {
  photo: { Icon: Image, word: 'messages.photo' },
  video: { Icon: Video, word: 'messages.video' },
  audio: { Icon: Mic, word: 'messages.voice' },
} as const

function FoundMessage({
  message,
  found: { q, kind },
  onOpen,
}: {
  message: Found['messages']['data'][number]
  found: Found
  onOpen: () => void
}) {
  const t = useT()
  const me = useMe()
  const { dateTime } = useFormats()
  const dayOf = useShortDay()
  const { hash } = useLocation()
  const { conversationId } = useParams()
  const { recipient, createdAt, sequence, type } = message
  const isOpen = message.conversationId === conversationId && hash === `#m${sequence}`
  const file = type in kinds ? kinds[type as keyof typeof kinds] : null
  return (
    <Link
      to={foundAddress(message, { q, kind })}
      prefetch="none"
      onClick={onOpen}
      aria-current={isOpen ? 'true' : undefined}
      className={clsx(row, isOpen ? 'bg-primary-soft' : 'hover:bg-surface-2')}
    >
      <Avatar src={recipient.avatar} size={44} />
      <span className="min-w-0 flex-1">
        <span className="flex items-baseline gap-2">
          <span className="flex min-w-0 flex-1 items-center gap-1 font-semibold">
            <bdi className="truncate">{recipient.name}</bdi>
            {recipient.isVerified ? <VerifiedBadge /> : null}
          </span>
          <time
            dateTime={createdAt}
            title={dateTime(createdAt)}
            suppressHydrationWarning
            className={clsx('num shrink-0 text-xs', isOpen ? 'text-primary-soft-ink' : 'text-ink-3')}
          >
            {dayOf(createdAt)}
          </time>
        </span>
        <span
          dir="auto"
          className={clsx(
            'line-clamp-2 text-sm text-match wrap-anywhere',
            isOpen ? 'text-primary-soft-ink' : 'text-ink-2',
          )}
        >
          {message.senderId === me?._id ? `${t('messages.foundYou')} ` : null}
          {file ? (
            <>
              <file.Icon className="icon me-1 inline size-3.5! align-[-2px]" aria-hidden="true" />
              {t(file.word)}
              {dot}
            </>
          ) : null}
          <Marked text={excerptOf(message.text, q)} q={q} />
        </span>
      </span>
    </Link>
  )
}

/** The time of today, the day of this year, otherwise the whole date. */
function useShortDay(): (at: string) => string {
  const { time, shortDay, date } = useFormats()
  const zone = useViewerZone()
  const dayOf = (at: string | number) => new Date(at).toLocaleDateString('en-CA', { timeZone: zone })
  return (at) => {
    const day = dayOf(at)
    const today = dayOf(Date.now())
    return day === today ? time(at) : day.slice(0, 4) === today.slice(0, 4) ? shortDay(day) : date(at)
  }
}

function ResultsSkeleton() {
  return (
    <Loading>
      {[0, 1, 2, 3].map((at) => (
        <div key={at} className="flex gap-3 px-2 py-2.5">
          <Skeleton className="size-11 rounded-full!" />
          <span className="grid flex-1 content-center gap-2">
            <Skeleton className="h-4 w-32" />
            <Skeleton className="h-4 w-full" />
          </span>
        </div>
      ))}
    </Loading>
  )
}
