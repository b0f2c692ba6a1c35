import { ChevronLeft } from 'lucide-react'
import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import {
  data,
  type LoaderFunctionArgs,
  redirect,
  useLoaderData,
  useParams,
  type ClientLoaderFunctionArgs,
} from 'react-router'
import { formAction } from '../../../api/form-action.server.ts'
import { asLoadProblem, asProblem, type ProblemData } from '../../../api/problem.ts'
import { apiOf } from '../../../api/request-context.ts'
import { useT } from '../../../i18n/context.tsx'
import { PageTitle } from '../../../parts/site/page-title.tsx'
import { useMe } from '../../../parts/site/site.ts'
import { ButtonLink, IconLink } from '../../../ui/button.tsx'
import { EmptyState, ErrorState, Loading, Skeleton } from '../../../ui/states.tsx'
import { Composer } from './composer.tsx'
import { ConversationHead } from './conversation-head.tsx'
import { FindBar } from './find-bar.tsx'
import type { Message } from './message.ts'
import { MessageLog } from './message-log.tsx'
import { load, markRead, pageSize, seed, type Thread, threadFrom, useThread } from './threads.ts'
import { FindWords, useFind } from './use-find.ts'

export const handle = { hasTabBar: false }

const idShape = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export async function loader({ params, context }: LoaderFunctionArgs) {
  const id = params['conversationId'] ?? ''
  if (!idShape.test(id)) throw data(null, { status: 404 })
  const api = apiOf(context)
  const [{ data: conversation }, { data: messages }] = await Promise.all([
    api.call('GET /conversations/:id', { params: { id } }),
    api.call('GET /messages/conversations/:id', { params: { id }, query: { limit: pageSize } }),
  ])
  // Without scripts a form that is sent twice sends one message.
  return { conversation, messages, clientId: crypto.randomUUID() }
}
/** In the browser a conversation opens at once, from what this tab knows, and is loaded behind that. */
export const clientLoader = (_args: ClientLoaderFunctionArgs): null => null

/** Without scripts. */
export const action = formAction('POST /messages/conversations/:id', {
  keep: ['text'],
  input: ({ params }) => ({ params: { id: params['conversationId'] ?? '' } }),
  onDone: (_message, { params }) => redirect(`/messages/${params['conversationId']}`),
})

export default function Conversation() {
  const { conversationId = '' } = useParams()
  // Another conversation is another composer, with its own draft.
  return <OpenConversation key={conversationId} id={conversationId} />
}

function OpenConversation({ id }: { id: string }) {
  const t = useT()
  const me = useMe()
  const owner = me?._id ?? ''
  const loaded = useLoaderData<typeof loader>() as Awaited<ReturnType<typeof loader>> | null
  const ours = loaded?.conversation._id === id ? loaded : null
  const [fromServer] = useState<Thread | null>(() => ours && threadFrom(ours))
  const thread = useThread(id, fromServer)
  const [problem, setProblem] = useState<ProblemData | null>(null)
  const [round, setRound] = useState(0)
  const [replyTo, setReplyTo] = useState<Message | null>(null)
  const [initial] = useState(ours)
  const find = useFind(id)
  const { q, standsAt, isOpen: isFinding } = find
  const words = useMemo(() => ({ q, current: standsAt }), [q, standsAt])
  const endFind = () => {
    find.close()
    focusOpener()
  }
  const onEscape = useEffectEvent(endFind)
  useEffect(() => {
    if (!isFinding) return undefined
    const escape = (event: KeyboardEvent) => {
      const isElsewhere = event.target instanceof Element && event.target.closest('textarea,[role=dialog],[role=menu]')
      if (event.key === 'Escape' && !event.defaultPrevented && !event.isComposing && !isElsewhere) onEscape()
    }
    document.addEventListener('keydown', escape)
    return () => document.removeEventListener('keydown', escape)
  }, [isFinding])
  useEffect(() => {
    setProblem(null)
    if (initial && round === 0) return seed(owner, initial)
    load(owner, id).catch((error: unknown) => setProblem(asLoadProblem(asProblem(error))))
  }, [owner, id, initial, round])

  const newest = thread?.messages.at(-1)?.sequence
  useEffect(() => {
    const read = () => document.visibilityState === 'visible' && document.hasFocus() && void markRead(id)
    read()
    document.addEventListener('visibilitychange', read)
    addEventListener('focus', read)
    return () => {
      document.removeEventListener('visibilitychange', read)
      removeEventListener('focus', read)
    }
  }, [id, newest])

  if (!thread)
    return (
      <>
        <PageTitle>{t('messages.title')}</PageTitle>
        {problem === null ? null : (
          <div className="border-b border-line px-2 py-2 md:hidden">
            <IconLink to="/messages" label={t('messages.backToList')} tip="none">
              <ChevronLeft className="rtl:-scale-x-100" aria-hidden="true" />
            </IconLink>
          </div>
        )}
        {problem === null ? (
          <ConversationSkeleton />
        ) : problem.status === 404 ? (
          <EmptyState
            className="my-auto"
            title={t('messages.gone')}
            action={<ButtonLink to="/messages">{t('messages.backToList')}</ButtonLink>}
          />
        ) : (
          <ErrorState className="my-auto" problem={problem} onRetry={() => setRound((now) => now + 1)} />
        )}
      </>
    )
  return (
    <section
      aria-label={t('messages.with', { name: thread.conversation.recipient.name })}
      className="flex min-h-0 flex-1 flex-col"
    >
      <PageTitle>{t('messages.with', { name: thread.conversation.recipient.name })}</PageTitle>
      <ConversationHead thread={thread} isFinding={isFinding} onFind={isFinding ? endFind : find.open} />
      {isFinding ? <FindBar conversationId={id} find={find} onClose={endFind} /> : null}
      <FindWords value={words}>
        <MessageLog thread={thread} onReply={setReplyTo} goal={find.goal} />
      </FindWords>
      <Composer
        conversation={thread.conversation}
        replyTo={replyTo}
        onReplyDone={() => setReplyTo(null)}
        clientId={initial?.clientId ?? ''}
      />
    </section>
  )
}

/** Where the search was opened: its button, or on phones the menu. */
const focusOpener = () =>
  [...document.querySelectorAll<HTMLElement>('[data-opens-find]')].find((opener) => opener.checkVisibility())?.focus()

function ConversationSkeleton() {
  return (
    <Loading>
      <div className="flex items-center gap-3 border-b border-line px-4 py-3 md:px-6">
        <Skeleton className="size-11 rounded-full!" />
        <Skeleton className="h-5 w-40" />
      </div>
      <div className="grid gap-3 px-4 py-6 md:px-6">
        <Skeleton className="h-11 w-56 rounded-lg!" />
        <Skeleton className="ms-auto h-11 w-64 rounded-lg!" />
        <Skeleton className="h-24 w-72 rounded-lg!" />
        <Skeleton className="ms-auto h-11 w-40 rounded-lg!" />
      </div>
    </Loading>
  )
}
