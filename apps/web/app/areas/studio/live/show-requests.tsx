import { heldMinutes } from '@fanlight/contract/limits'
import { useFormats, useT } from '../../../i18n/context.tsx'
import { useMutation } from '../../../parts/forms/use-mutation.ts'
import { Line } from '../../../parts/live/shows/lines.tsx'
import { SecondsRing } from '../../../parts/live/shows/seconds-ring.tsx'
import type { Show } from '../../../parts/live/shows/use-shows.ts'
import { useStore } from '../../../parts/live/store.ts'
import { Price } from '../../../parts/money/price.tsx'
import { Avatar } from '../../../ui/avatar.tsx'
import { Button } from '../../../ui/button.tsx'
import type { Broadcast } from './broadcast.ts'
import { netTokens } from './net-tokens.ts'

interface RequestsProps {
  shows: readonly Show[]
  commissionPct: number
  broadcast: Broadcast
  onChange: (show: Show) => void
}
/** Fans who ask for a private show and wait for an answer. */
export function ShowRequests({ shows, ...rest }: RequestsProps) {
  const t = useT()
  const { number } = useFormats()
  const { stream } = useStore(rest.broadcast)
  return (
    <section aria-label={t('liveStudio.show.requests')} className={shows.length > 0 ? 'max-md:px-4' : 'sr-only'}>
      {/* Always there: what comes into it is read out. */}
      <div role="status" className="flex items-baseline gap-3">
        {shows.length > 0 ? (
          <>
            <h2 className="min-w-0 flex-1 text-lg">{t('liveStudio.show.requests')}</h2>
            <p className="text-sm text-ink-3">{t('liveStudio.show.waiting', { number: number(shows.length) })}</p>
          </>
        ) : null}
      </div>
      <ul className="mt-2 grid gap-3">
        {shows.map((show) => (
          <li key={show._id} className="min-w-0">
            <Request show={show} {...rest} />
          </li>
        ))}
      </ul>
      {shows.length > 0 ? (
        <p className="mt-2 text-sm text-ink-3">
          {t('liveStudio.show.acceptHint', { number: number(stream?.viewers ?? 0) })}
        </p>
      ) : null}
    </section>
  )
}

function Request({ show, commissionPct, broadcast, onChange }: Omit<RequestsProps, 'shows'> & { show: Show }) {
  const t = useT()
  const { seconds } = useFormats()
  const { isByProgram, isPaused, stream } = useStore(broadcast)
  const { phase } = useStore(broadcast.publisher)
  const accept = useMutation({ toasts: true })
  const decline = useMutation({ toasts: true })
  // Only the page that sends can take its camera along.
  const canAccept = !isByProgram && (phase === 'sending' || phase === 'reconnecting')
  const answer = async ({ send }: typeof accept, status: 'accepted' | 'declined') => {
    if (status === 'accepted' && isPaused && stream) {
      const back = await send('PUT /streaming/live/:id', { params: { id: stream._id }, body: { status: 'live' } })
      if (!back) return
      broadcast.pause(false)
    }
    const { conversationId } = show
    const reply = await send('PUT /streaming/private-requests/:conversationId', {
      params: { conversationId },
      body: { status },
    })
    if (reply) onChange(reply.data)
  }
  const minutes = Math.max(heldMinutes, show.minutesMin)
  return (
    <div className="rounded-lg bg-surface p-4 ring-2 ring-primary-edge ring-inset">
      <div className="flex items-center gap-3">
        <Avatar src={show.user.avatar} size={40} />
        <p className="min-w-0 flex-1 font-semibold wrap-anywhere">
          <bdi>{show.user.name}</bdi>
        </p>
        <SecondsRing until={show.expiresAt} />
      </div>
      <dl className="num mt-3 grid gap-1.5 text-sm">
        <Line label={t('liveStudio.show.price')} value={<Price tokens={show.pricePerMinute} bare />} />
        <Line
          label={t('live.show.held', { time: seconds(minutes * 60) })}
          value={<Price tokens={show.pricePerMinute * minutes} bare />}
        />
        <Line
          label={t('liveStudio.show.earnMinute')}
          value={<Price tokens={netTokens(show.pricePerMinute, commissionPct)} />}
        />
      </dl>
      {canAccept ? null : (
        <p className="mt-3 text-sm text-ink-2">
          {t(isByProgram ? 'liveStudio.show.byProgram' : 'liveStudio.show.otherPage')}
        </p>
      )}
      <div className="mt-3.5 grid grid-cols-2 gap-2">
        <Button
          busy={decline.working ? t('liveStudio.show.declining') : undefined}
          onClick={() => void answer(decline, 'declined')}
        >
          {t('liveStudio.show.decline')}
        </Button>
        <Button
          variant="primary"
          disabled={!canAccept}
          busy={accept.working ? t('liveStudio.show.accepting') : undefined}
          onClick={() => void answer(accept, 'accepted')}
        >
          {t('liveStudio.show.accept')}
        </Button>
      </div>
    </div>
  )
}
