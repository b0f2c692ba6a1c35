import { useFormats, useT } from '../../../i18n/context.tsx'
import { useMutation } from '../../../parts/forms/use-mutation.ts'
import type { Show } from '../../../parts/live/shows/use-shows.ts'
import { useStore } from '../../../parts/live/store.ts'
import { Price } from '../../../parts/money/price.tsx'
import { Avatar } from '../../../ui/avatar.tsx'
import { Button } from '../../../ui/button.tsx'
import type { Broadcast } from './broadcast.ts'
import { netTokens } from './net-tokens.ts'

interface GroupWaitingProps {
  shows: readonly Show[]
  commissionPct: number
  broadcast: Broadcast
  onChange: (show: Show) => void
}
/** Fans who wait for the group show, and its start once there are enough. */
export function GroupWaiting({ shows, commissionPct, broadcast, onChange }: GroupWaitingProps) {
  const t = useT()
  const { number } = useFormats()
  const { isByProgram, isPaused, stream } = useStore(broadcast)
  const { phase } = useStore(broadcast.publisher)
  const { send, working } = useMutation({ toasts: true })
  const offer = stream?.groupOffer
  const isShown = shows.length > 0 && offer
  const isEnough = isShown && shows.length >= offer.peopleMin
  // Only the page that sends can take its camera along.
  const isHere = !isByProgram && (phase === 'sending' || phase === 'reconnecting')
  const start = async () => {
    if (isPaused && stream) {
      const back = await send('PUT /streaming/live/:id', { params: { id: stream._id }, body: { status: 'live' } })
      if (!back) return
      broadcast.pause(false)
    }
    if (await send('POST /streaming/group-shows/start', {})) await broadcast.refresh().catch(() => {})
  }
  return (
    <section
      aria-label={t('liveStudio.group.waiting')}
      className={isShown ? 'rounded-lg bg-surface p-4 ring-1 ring-line max-md:mx-4' : 'sr-only'}
    >
      {/* Always there: what comes into it is read out. */}
      <div role="status">
        {isShown ? (
          <>
            <p className="flex items-baseline gap-3">
              <b className="min-w-0 flex-1 text-lg">{t('liveStudio.group.waiting')}</b>
              <span className="num text-sm text-ink-3">
                {t('liveStudio.group.count', { waiting: number(shows.length), least: number(offer.peopleMin) })}
              </span>
            </p>
            <p className="mt-1 text-sm text-ink-2">
              {isEnough
                ? t('liveStudio.group.ready')
                : t('liveStudio.group.notYet', { least: number(offer.peopleMin) })}
            </p>
          </>
        ) : null}
      </div>
      {isShown ? (
        <>
          <ul className="mt-3 grid gap-2">
            {shows.map((show) => (
              <li key={show._id}>
                <Person show={show} onChange={onChange} />
              </li>
            ))}
          </ul>
          <p className="num mt-3 flex justify-between gap-3 text-sm">
            <span className="text-ink-2">{t('liveStudio.group.earnMinute')}</span>
            <Price tokens={netTokens(offer.pricePerMinute * shows.length, commissionPct)} />
          </p>
          {isHere ? null : (
            <p className="mt-3 text-sm text-ink-2">
              {t(isByProgram ? 'liveStudio.show.byProgram' : 'liveStudio.show.otherPage')}
            </p>
          )}
          <Button
            variant="primary"
            wide
            className="mt-3.5"
            disabled={!isEnough || !isHere}
            busy={working ? t('liveStudio.group.starting') : undefined}
            onClick={() => void start()}
          >
            {t('liveStudio.group.start')}
          </Button>
        </>
      ) : null}
    </section>
  )
}

function Person({ show, onChange }: { show: Show; onChange: (show: Show) => void }) {
  const t = useT()
  const { send, working } = useMutation({ toasts: true })
  const decline = async () => {
    const reply = await send('PUT /streaming/private-requests/:conversationId', {
      params: { conversationId: show.conversationId },
      body: { status: 'declined' },
    })
    if (reply) onChange(reply.data)
  }
  return (
    <div className="flex items-center gap-3">
      <Avatar src={show.user.avatar} size={32} />
      <span className="min-w-0 flex-1 font-semibold wrap-anywhere">
        <bdi>{show.user.name}</bdi>
      </span>
      <Button
        size="sm"
        variant="ghost"
        busy={working ? t('liveStudio.show.declining') : undefined}
        onClick={() => void decline()}
      >
        {t('liveStudio.show.decline')}
      </Button>
    </div>
  )
}
