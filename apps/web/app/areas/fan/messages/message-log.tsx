import { ArrowDown } from 'lucide-react'
import { Fragment, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { asLoadProblem, asProblem, type ProblemData } from '../../../api/problem.ts'
import { useFormats, useT, useViewerZone } from '../../../i18n/context.tsx'
import { useMe } from '../../../parts/site/site.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { useProblemText } from '../../../ui/form.tsx'
import { Log } from '../../../ui/log.tsx'
import { NewLines } from '../../../ui/new-lines.tsx'
import { PartialState } from '../../../ui/states.tsx'
import { MessageBubble, OutgoingBubble } from './bubble.tsx'
import { useLineOf } from '../../../parts/messages/line.ts'
import { isTogether, type Message } from './message.ts'
import { FoundMarks } from './found-marks.tsx'
import { loadOlder, refresh, type Thread } from './threads.ts'
import type { Goal } from './use-find.ts'

interface LogProps {
  thread: Thread
  onReply: (message: Message) => void
  /** A message to show. */
  goal: Goal | null
}
const nearEndPx = 80
/** New ones are among so many. */
const saidMax = 10
/** An address that ran out is renewed once in a while, not for each image of a message. */
const renewMs = 30_000

/**
 * What was said, oldest at the top. The box runs from its bottom upwards: it is at the newest message before any script runs, and
 * older ones that are added above move nothing, in every browser.
 */
export function MessageLog({ thread, onReply, goal }: LogProps) {
  const t = useT()
  const me = useMe()
  const { conversation, messages, outgoing, isTyping } = thread
  const id = conversation._id
  const box = useRef<HTMLDivElement>(null)
  const [isAway, setAway] = useState(false)
  const hasOlder = (messages[0]?.sequence ?? 1) > 1
  const older = useOlder(id, hasOlder)
  useStillWhileAway(box, messages.at(-1)?.sequence ?? 0)
  const sender = conversation.recipient.name
  const lineOf = useLineOf()
  useNewestInLowWindow(box)
  useGoTo(id, box, messages, useLinked())
  useGoTo(id, box, messages, goal)

  const toEnd = () => {
    const log = box.current
    if (!log) return
    log.scrollTop = 0
    // A window so low that the page scrolls instead.
    if (log.scrollHeight <= log.clientHeight) log.lastElementChild?.scrollIntoView({ block: 'end' })
  }
  const onSent = useEffectEvent(toEnd)
  // What one sends is seen, wherever one was reading.
  const sentLast = outgoing.at(-1)?.clientId
  useEffect(() => {
    if (sentLast) onSent()
  }, [sentLast])

  const renewed = useRef(new Map<number, number>())
  const renew = (target: EventTarget) => {
    if (!(target instanceof HTMLImageElement)) return
    const sequence = Number(target.closest<HTMLElement>('[data-sequence]')?.dataset['sequence'])
    if (!sequence || Date.now() - (renewed.current.get(sequence) ?? 0) < renewMs) return
    renewed.current.set(sequence, Date.now())
    refresh(id, sequence).catch(() => undefined)
  }
  useUnfinishedFiles(id, messages)

  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <Log
        ref={box}
        label={t('messages.log', { name: sender })}
        className="flex min-h-0 flex-1 flex-col-reverse px-3.5 pt-4 pb-3 low:block low:overflow-visible md:px-7"
        onScroll={(event) => setAway(event.currentTarget.scrollTop < -nearEndPx)}
        onErrorCapture={(event) => renew(event.target)}
      >
        <div className="mt-auto">
          {hasOlder ? <Older {...older} /> : <Beginning thread={thread} />}
          {messages.map((message, at) => {
            const before = messages[at - 1]
            const after = messages[at + 1] ?? outgoing.map((sending) => ({ senderId: me?._id ?? '', ...sending }))[0]
            const isMine = message.senderId === me?._id
            const endsGroup = !after || !isTogether(message, after)
            return (
              <Fragment key={message._id}>
                <DayLine before={before?.createdAt} at={message.createdAt} />
                <MessageBubble
                  message={message}
                  name={conversation.recipient.name}
                  performer={conversation.source === 'performer' ? conversation.recipient : null}
                  isMine={isMine}
                  endsGroup={endsGroup}
                  onReply={onReply}
                />
              </Fragment>
            )
          })}
          {outgoing.map((sending) => (
            <OutgoingBubble
              key={sending.clientId}
              conversationId={id}
              outgoing={sending}
              name={conversation.recipient.name}
            />
          ))}
          <p role="status" className="min-h-5">
            {isTyping ? (
              <span className="mt-1 inline-flex items-center gap-1 rounded-lg rounded-es-xs bg-surface-2 px-4 py-3.5">
                <span className="sr-only">{t('messages.typing', { name: conversation.recipient.name })}</span>
                {[0, 1, 2].map((at) => (
                  <span
                    key={at}
                    className="size-1.5 animate-bounce rounded-full bg-ink-3"
                    style={{ animationDelay: `${at * 150}ms` }}
                  />
                ))}
              </span>
            ) : null}
          </p>
        </div>
      </Log>
      <FoundMarks box={box} messages={messages} />
      <NewLines
        lines={messages
          .slice(-saidMax)
          .filter(({ senderId }) => senderId !== me?._id)
          .map((message) => ({ order: message.sequence, text: `${sender}: ${lineOf(message)}` }))}
      />
      {isAway ? (
        <IconButton
          label={t('messages.toNewest')}
          tip="none"
          variant="outline"
          className="absolute! end-4 bottom-3 bg-raised! shadow-2"
          onClick={toEnd}
        >
          <ArrowDown aria-hidden="true" />
        </IconButton>
      ) : null}
    </div>
  )
}

/** A line wherever another day begins, on the reader's calendar. */
function DayLine({ before, at }: { before: string | undefined; at: string }) {
  const t = useT()
  const { date } = useFormats()
  const zone = useViewerZone()
  const dayOf = (moment: string | number) => new Date(moment).toLocaleDateString('en-CA', { timeZone: zone })
  const day = dayOf(at)
  if (before !== undefined && dayOf(before) === day) return null
  const now = Date.now()
  const said =
    day === dayOf(now) ? t('messages.today') : day === dayOf(now - 86_400_000) ? t('messages.yesterday') : date(at)
  return (
    <p className="pt-3 pb-3 text-center text-xs font-medium text-ink-3" suppressHydrationWarning>
      {said}
    </p>
  )
}

function Beginning({ thread: { conversation, messages, outgoing } }: { thread: Thread }) {
  const t = useT()
  if (messages.length + outgoing.length > 0) return null
  return (
    <p className="px-6 pt-10 pb-6 text-center text-ink-3">
      {t('messages.begin', { name: conversation.recipient.name })}
    </p>
  )
}

interface OlderState {
  loading: boolean
  problem: ProblemData | null
  more: () => void
}
function useOlder(id: string, hasOlder: boolean): OlderState {
  const [loading, setLoading] = useState(false)
  const [problem, setProblem] = useState<ProblemData | null>(null)
  const more = () => {
    if (loading || !hasOlder) return
    setLoading(true)
    setProblem(null)
    loadOlder(id)
      .catch((error: unknown) => setProblem(asLoadProblem(asProblem(error))))
      .finally(() => setLoading(false))
  }
  return { loading, problem, more }
}
/** Loads what is older when its place comes near; a button for people without a pointer, a row after an error. */
function Older({ loading, problem, more }: OlderState) {
  const t = useT()
  const problemText = useProblemText()
  const end = useRef<HTMLDivElement>(null)
  const load = useEffectEvent(more)
  const waits = !loading && !problem
  useEffect(() => {
    if (!waits || !end.current) return
    // The margin counts for the box that scrolls alone; in a very low window that is the page.
    const box = end.current.closest('[role="log"]')
    const root = box && box.scrollHeight > box.clientHeight + 1 ? box : null
    const watcher = new IntersectionObserver(([entry]) => entry?.isIntersecting && load(), {
      root,
      rootMargin: '600px 0px',
    })
    watcher.observe(end.current)
    return () => watcher.disconnect()
  }, [waits])
  if (problem) return <PartialState onRetry={more}>{problemText(problem)}</PartialState>
  return (
    <div ref={end} className="grid place-items-center pb-3 noscript:hidden">
      <Button data-line size="sm" busy={loading ? t('ui.loading') : undefined} onClick={more}>
        {t('messages.older')}
      </Button>
    </div>
  )
}

/** While one reads older messages, a new one below moves nothing. Browsers with scroll anchoring see to it themselves. */
function useStillWhileAway(box: React.RefObject<HTMLDivElement | null>, newest: number): void {
  const height = useRef(0)
  const known = useRef(newest)
  useLayoutEffect(() => {
    const log = box.current
    if (!log) return
    const grown = log.scrollHeight - height.current
    if (
      known.current !== newest &&
      height.current > 0 &&
      log.scrollTop < -nearEndPx &&
      !CSS.supports('overflow-anchor', 'auto')
    )
      log.scrollBy(0, -grown)
    known.current = newest
    height.current = log.scrollHeight
  })
}

/** A window so low that the page scrolls, such as one that is enlarged to 400 %, opens at the newest message too. */
function useNewestInLowWindow(box: React.RefObject<HTMLDivElement | null>): void {
  useLayoutEffect(() => {
    const log = box.current
    if (log && getComputedStyle(log).overflowY === 'visible' && !location.hash)
      log.lastElementChild?.scrollIntoView({ block: 'end' })
  }, [box])
}

/** The message that a link leads to, such as a result of the search. */
function useLinked(): Goal | null {
  const { hash, key } = useLocation()
  const sequence = Number(/^#m(\d+)$/.exec(hash)?.[1] ?? 0)
  return sequence ? { sequence, key } : null
}
/** As many as the server sends at once: a message may be far away. */
const farSize = 100
/** Shows one message; what is older is loaded as far as needed. */
function useGoTo(
  id: string,
  box: React.RefObject<HTMLDivElement | null>,
  messages: readonly Message[],
  goal: Goal | null,
) {
  const { sequence: wanted = 0, key = '' } = goal ?? {}
  const reached = useRef('')
  const first = messages[0]?.sequence ?? 0
  useEffect(() => {
    if (!wanted || reached.current === key || first === 0) return
    if (first > wanted) {
      loadOlder(id, farSize).catch(() => undefined)
      return
    }
    reached.current = key
    const target = box.current?.querySelector<HTMLElement>(`[data-sequence="${wanted}"]`)
    target?.scrollIntoView({ block: 'center' })
    target?.animate([{ opacity: 0.35 }, { opacity: 1 }], { duration: 900 })
  }, [id, box, wanted, key, first])
}

const pollMs = 3000
/** Files that are still being prepared are looked at again until they can be shown. */
function useUnfinishedFiles(id: string, messages: readonly Message[]): void {
  const unfinished = messages
    .filter(({ files }) =>
      files.some(
        (file) => !file.isLocked && file.status !== 'ready' && file.status !== 'failed' && file.status !== 'blocked',
      ),
    )
    .map(({ sequence }) => sequence)
    .slice(-10)
    .join(' ')
  useEffect(() => {
    if (!unfinished) return
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible')
        for (const sequence of unfinished.split(' ')) refresh(id, Number(sequence)).catch(() => undefined)
    }, pollMs)
    return () => clearInterval(timer)
  }, [id, unfinished])
}
