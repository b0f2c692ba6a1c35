import clsx from 'clsx'
import { Check } from 'lucide-react'
import { useState } from 'react'
import { useFormats, useT } from '../../i18n/context.tsx'
import { dot } from '../../ui/dot.ts'
import { useMutation } from '../forms/use-mutation.ts'
import { useSignIn } from '../account/use-sign-in.ts'
import type { Post } from './files.ts'

type PollData = NonNullable<Post['poll']>

/** One vote a person; the numbers show afterwards. The vote counts at once and is taken back where it was refused. */
export function Poll({ feedId, start, canVote }: { feedId: string; start: PollData; canVote: boolean }) {
  const t = useT()
  const { percent, dateTime } = useFormats()
  const signedIn = useSignIn()
  const [poll, setPoll] = useState(start)
  const { send } = useMutation({ toasts: true })
  const closed = poll.hasEnded || poll.votedFor !== null
  const total = poll.totalVotes ?? 0
  const vote = async (optionId: string) => {
    if (poll.votedFor) return
    const before = poll
    setPoll({ ...poll, votedFor: optionId })
    const voted = await send('POST /user/feeds/vote/:id', { params: { id: feedId }, body: { optionId } })
    setPoll(voted?.data ?? before)
  }
  return (
    <fieldset className="rounded-md bg-surface-2 p-4" aria-describedby={`poll-${poll._id}`}>
      <legend className="contents">
        <span dir="auto" className="mb-3 block text-lg font-bold text-balance">
          {poll.question}
        </span>
      </legend>
      <div className="grid gap-2">
        {poll.options.map((option) => {
          const part = option.votes !== null && total > 0 ? option.votes / total : 0
          const mine = poll.votedFor === option._id
          const shows = closed && option.votes !== null
          const inside = (
            <>
              {shows ? (
                <span
                  aria-hidden="true"
                  className={clsx(
                    'absolute inset-y-0 start-0 -z-1 origin-left rounded-full transition-transform duration-(--slow) ease-fan rtl:origin-right',
                    mine ? 'bg-primary-soft' : 'bg-surface-3',
                  )}
                  style={{ width: '100%', transform: `scaleX(${part})` }}
                />
              ) : null}
              <span className="min-w-0 flex-1 text-start">
                <bdi>{option.text}</bdi>
              </span>
              {mine ? <Check className="icon text-primary-text" aria-label={t('post.poll.yours')} /> : null}
              {shows ? <span className="num text-sm font-bold">{percent(Math.round(part * 100) / 100)}</span> : null}
            </>
          )
          const box =
            'relative isolate flex min-h-11 w-full items-center gap-3 overflow-hidden rounded-full px-4 py-2 ring-1 ring-line focus-visible:rounded-full'
          return closed || !canVote ? (
            <div key={option._id} className={clsx(box, 'bg-surface', mine && 'ring-2 ring-primary-text')}>
              {inside}
            </div>
          ) : (
            <button
              key={option._id}
              type="button"
              onClick={signedIn(() => void vote(option._id))}
              className={clsx(box, 'bg-surface transition-shadow hover:ring-line-strong active:scale-[.99]')}
            >
              {inside}
            </button>
          )
        })}
      </div>
      <p id={`poll-${poll._id}`} className="num mt-3 text-xs text-ink-3" aria-live="polite">
        {poll.totalVotes === null ? t('post.poll.after') : t('post.poll.votes', { count: total })}
        {poll.hasEnded
          ? `${dot}${t('post.poll.ended')}`
          : poll.endsAt
            ? `${dot}${t('post.poll.ends', { date: dateTime(poll.endsAt) })}`
            : ''}
      </p>
    </fieldset>
  )
}
