import clsx from 'clsx'
import { useCallback, useEffect, useRef, useState } from 'react'
import {
  isRouteErrorResponse,
  type LoaderFunctionArgs,
  Outlet,
  type ShouldRevalidateFunctionArgs as ShouldRevalidateArgs,
  useLoaderData,
  useParams,
  useRouteError,
} from 'react-router'
import { call } from '../../../api/client.ts'
import { asLoadProblem, asProblem } from '../../../api/problem.ts'
import { apiOf } from '../../../api/request-context.ts'
import { withMessages } from '../../../i18n/area-messages.ts'
import { useT } from '../../../i18n/context.tsx'
import { RouteError } from '../../../layouts/area-error.tsx'
import { useBalanceEvents } from '../../../parts/money/balance.ts'
import { SkipToField } from '../../../ui/log.tsx'
import { EmptyState, ErrorState } from '../../../ui/states.tsx'
import { ConversationList } from './conversation-list.tsx'
import { useKeyboardInset } from '../../../ui/keyboard-inset.ts'
import { filterOf, isSameList, searchOf } from './list-query.ts'
import { useConversationUpdates } from './updates.ts'
import { useWatchPresence } from './presence.ts'
import { useThread } from './threads.ts'
import { loadFound } from './use-message-search.ts'

export const handle = { messages: ['messages', 'post'], layout: 'studio', isFull: true }
export const clientMiddleware = [withMessages('messages', 'post')]

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url)
  const filter = filterOf(searchParams)
  const { q, kind } = searchOf(searchParams)
  const api = apiOf(context)
  const [list, found] = await Promise.all([
    api.call('GET /conversations', { query: { filter, pageSize: 30 } }),
    q ? loadFound(api, q, kind) : null,
  ])
  return { list, filter, found }
}
/** In the browser the page itself searches. */
export const shouldRevalidate = ({ currentUrl, nextUrl, formMethod, defaultShouldRevalidate }: ShouldRevalidateArgs) =>
  formMethod === undefined && isSameList(currentUrl, nextUrl) ? false : defaultShouldRevalidate

const gatherMs = 250
/** What a navigation has read may be from before something that the socket said so long ago. */
const readBeforeMs = 10_000

/** Conversations beside the one that is open; a phone shows one of both. */
export default function Messages() {
  const t = useT()
  const loaded = useLoaderData<typeof loader>()
  const { filter, found } = loaded
  const [fresh, setFresh] = useState<{ of: typeof loaded; list: typeof loaded.list } | null>(null)
  const list = fresh?.of === loaded ? fresh.list : loaded.list
  const { conversationId } = useParams()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const round = useRef(0)
  const saidAt = useRef(-Infinity)
  const now = useRef(loaded)
  // Several things happen to one conversation at once: the list is loaded once for all.
  const readSoon = useCallback(() => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      const of = now.current
      // An answer may come after that of a later request, which knows more.
      const mine = ++round.current
      // Not by the router: while the server is away its error would replace the page. The list stays as it is.
      readList(of).then(
        (found) => mine === round.current && setFresh({ of, list: found }),
        () => undefined,
      )
    }, gatherMs)
  }, [])
  useEffect(() => () => clearTimeout(timer.current), [])
  useEffect(() => {
    if (now.current === loaded) return
    now.current = loaded
    if (performance.now() - saidAt.current < readBeforeMs) readSoon()
  }, [loaded, readSoon])
  const changed = useCallback(() => {
    saidAt.current = performance.now()
    readSoon()
  }, [readSoon])
  useConversationUpdates(changed)
  const open = useThread(conversationId ?? '', null)?.conversation.recipient._id
  useWatchPresence([...(open ? [open] : []), ...list.data.map(({ recipient }) => recipient._id)])
  useBalanceEvents()
  useKeyboardInset()
  return (
    <div className="relative flex min-h-0 flex-1 low:min-h-dvh">
      {conversationId ? <SkipToField /> : null}
      <div
        className={clsx(
          'flex min-h-0 w-full flex-col border-line md:w-80 md:shrink-0 md:border-e lg:w-[388px]',
          conversationId && 'max-md:hidden',
        )}
      >
        <ConversationList first={list} filter={filter} found={found} />
      </div>
      <div className={clsx('flex min-h-0 min-w-0 flex-1 flex-col', conversationId ? null : 'max-md:hidden')}>
        {conversationId ? (
          <Outlet />
        ) : (
          <EmptyState
            className="my-auto"
            title={list.data.length > 0 || filter !== 'all' ? t('messages.choose') : t('messages.empty.all')}
          />
        )}
      </div>
    </div>
  )
}

const readList = ({ filter }: Pick<Awaited<ReturnType<typeof loader>>, 'filter'>) =>
  call('GET /conversations', { query: { filter, pageSize: 30 } })

/** Conversations that could not be loaded. Where there is none at the address, or no network, the usual page says so. */
export function ErrorBoundary() {
  const error = useRouteError()
  return error instanceof TypeError || (isRouteErrorResponse(error) && error.status < 500) ? (
    <RouteError />
  ) : (
    <ErrorState className="my-auto" problem={asLoadProblem(asProblem(error))} onRetry={() => location.reload()} />
  )
}
