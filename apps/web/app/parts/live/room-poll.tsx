import type { StreamPoll } from '@fanlight/contract/stream-polls'
import clsx from 'clsx'
import { ChartBarBig, Check, X } from 'lucide-react'
import { lazy, startTransition, Suspense, useState } from 'react'
import { useFormats, useT } from '../../i18n/context.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { useMutation } from '../forms/use-mutation.ts'
import { clock } from '../posts/duration.ts'
import { usePoll, useTimeLeft } from './use-poll.ts'

const PollDialog = lazy(async () => ({ default: (await import('./poll-dialog.tsx')).PollDialog }))
/** A poll that ended longer ago is not shown to who comes. */
const shownAfterMs = 5 * 60_000

/** The poll of the room beside its chat: to vote, to see how it stands, and for moderators to start and end one. */
export function RoomPoll({ streamId, canModerate }: { streamId: string; canModerate: boolean }) {
  const t = useT()
  const { poll, setPoll } = usePoll(streamId)
  const [hiddenId, setHiddenId] = useState<string | null>(null)
  const [isStarting, setStarting] = useState(false)
  const isOld = poll?.endedAt != null && Date.now() - Date.parse(poll.endedAt) > shownAfterMs
  const shown = poll && poll._id !== hiddenId && !isOld ? poll : null
  return (
    <>
      <p role="status" className="sr-only">
        {shown ? (shown.endedAt ? endWords(shown, t) : t('live.poll.said', { question: shown.question })) : null}
      </p>
      {shown ? (
        <PollCard poll={shown} canModerate={canModerate} onChange={setPoll} onHide={() => setHiddenId(shown._id)} />
      ) : null}
      {canModerate && (!poll || poll.endedAt) ? (
        <div className="px-3 pt-2.5">
          <Button size="sm" onClick={() => startTransition(() => setStarting(true))}>
            <ChartBarBig aria-hidden="true" />
            {t('live.poll.start')}
          </Button>
        </div>
      ) : null}
      {isStarting ? (
        <Suspense>
          <PollDialog streamId={streamId} onStarted={setPoll} onClose={() => setStarting(false)} />
        </Suspense>
      ) : null}
    </>
  )
}

function endWords({ options }: StreamPoll, t: ReturnType<typeof useT>): string {
  const most = Math.max(...options.map(({ votes }) => votes))
  if (most === 0) return t('live.poll.ended')
  const answer = options
    .filter(({ votes }) => votes === most)
    .map(({ text }) => text)
    .join(' / ')
  return t('live.poll.saidEnd', { answer })
}

interface PollCardProps {
  poll: StreamPoll
  canModerate: boolean
  onChange: (poll: StreamPoll) => void
  onHide: () => void
}
function PollCard({ poll, canModerate, onChange, onHide }: PollCardProps) {
  const t = useT()
  const { number } = useFormats()
  const { send, working } = useMutation({ toasts: true })
  const { _id: id, question, options, endedAt, endsAt, choice } = poll
  const total = options.reduce((sum, { votes }) => sum + votes, 0)
  const vote = async (chosen: number) => {
    if (chosen === choice) return
    const reply = await send('PUT /streaming/polls/:id/vote', { params: { id }, body: { choice: chosen } })
    if (reply) onChange(reply.data)
  }
  const end = async () => {
    const reply = await send('PUT /streaming/polls/:id/end', { params: { id } })
    if (reply) onChange(reply.data)
  }
  return (
    <section
      aria-label={t('live.poll')}
      className="room-poll m-3 mb-0 max-h-72 shrink-0 overflow-y-auto rounded-md bg-surface-2 p-3.5 text-ink"
    >
      <div className="flex items-start gap-2">
        <h3 dir="auto" className="min-w-0 flex-1 text-md font-semibold wrap-anywhere">
          {question}
        </h3>
        {endedAt ? (
          <IconButton size="sm" className="-m-1.5" label={t('live.poll.hide')} onClick={onHide}>
            <X aria-hidden="true" />
          </IconButton>
        ) : null}
      </div>
      <ul className="mt-2 grid gap-1.5">
        {options.map(({ text, votes }, at) => (
          // The places of the options never change.
          <li key={at}>
            <Option
              text={text}
              votes={votes}
              share={total > 0 ? votes / total : 0}
              isMine={choice === at}
              isOpen={endedAt === null}
              onChoose={() => void vote(at)}
            />
          </li>
        ))}
      </ul>
      <p className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1 text-xs text-ink-2">
        <span>{t('live.poll.votes', { number: number(total) })}</span>
        {endedAt ? <span>{t('live.poll.ended')}</span> : <TimeLeft until={endsAt} />}
        {canModerate && !endedAt ? (
          <Button size="sm" variant="ghost" className="ms-auto -my-1" disabled={working} onClick={() => void end()}>
            {t('live.poll.end')}
          </Button>
        ) : null}
      </p>
    </section>
  )
}

function TimeLeft({ until }: { until: string }) {
  const t = useT()
  return <span className="num">{t('live.poll.left', { time: clock(useTimeLeft(until)) })}</span>
}

interface OptionProps {
  text: string
  votes: number
  share: number
  isMine: boolean
  isOpen: boolean
  onChoose: () => void
}
function Option({ text, votes, share, isMine, isOpen, onChoose }: OptionProps) {
  const t = useT()
  const { percent, number } = useFormats()
  return (
    <button
      type="button"
      aria-pressed={isMine}
      disabled={!isOpen}
      onClick={onChoose}
      className={clsx(
        'relative isolate flex min-h-9 w-full items-center gap-2 overflow-hidden rounded-sm bg-surface px-3 py-1.5 text-start text-sm ring-1 ring-line focus-visible:rounded-sm pointer-coarse:min-h-11',
        isMine && 'ring-2 ring-primary-text',
        isOpen && 'hover:ring-line-strong',
      )}
    >
      <span
        aria-hidden="true"
        className={clsx(
          'absolute inset-0 -z-1 origin-left transition-transform duration-(--slow) ease-fan rtl:origin-right',
          isMine ? 'bg-primary-soft' : 'bg-surface-3',
        )}
        style={{ transform: `scaleX(${share})` }}
      />
      {isMine ? <Check className="icon size-4! shrink-0" role="img" aria-label={t('live.poll.yours')} /> : null}
      <span dir="auto" className="min-w-0 flex-1 wrap-anywhere">
        {text}
      </span>
      <span className="num shrink-0">
        {percent(share)} <span className="sr-only">{t('live.poll.votes', { number: number(votes) })}</span>
      </span>
    </button>
  )
}
