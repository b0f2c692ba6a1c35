import clsx from 'clsx'
import { Clock3, Eye, Pause, Play } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { useFormats, useT } from '../../../i18n/context.tsx'
import { useMutation } from '../../../parts/forms/use-mutation.ts'
import { useStore } from '../../../parts/live/store.ts'
import { Price } from '../../../parts/money/price.tsx'
import { clock } from '../../../parts/posts/duration.ts'
import { LiveBadge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import type { Broadcast } from './broadcast.ts'
import { EndDialog } from './end-dialog.tsx'
import { StopNow } from './stop-now.tsx'
import { SignalBars } from './signal-bars.tsx'

/** Whether one is live, for how long, who watches, how the connection is, and what was tipped. */
export function OnAirBar({ broadcast }: { broadcast: Broadcast }) {
  const t = useT()
  const { number } = useFormats()
  const { stream, isPaused, show } = useStore(broadcast)
  const { health } = useStore(broadcast.publisher)
  const state = useOnAirState(broadcast)
  // The show ends first, by its own button.
  const isInShow = state === 'show' || state === 'moving'
  const said = state === 'show' && show && 'isGroup' in show ? 'group' : state
  const [ending, setEnding] = useState(false)
  const { send, working } = useMutation({ toasts: true })
  if (!stream) return null
  const setPaused = async (pause: boolean) => {
    // Nobody sees or hears anything from this moment, whatever the server answers.
    if (pause) broadcast.pause(true)
    const reply = await send('PUT /streaming/live/:id', {
      params: { id: stream._id },
      body: { status: pause ? 'away' : 'live' },
    })
    if (!reply) return broadcast.pause(isPaused)
    if (!pause) broadcast.pause(false)
    broadcast.take(reply.data)
  }
  return (
    <header className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-line bg-surface px-4 py-2.5 md:min-h-16 md:px-5">
      <h1 className="sr-only">{t('liveStudio.title')}</h1>
      {state === 'live' ? (
        <LiveBadge>{t('liveStudio.state.live')}</LiveBadge>
      ) : (
        <span className="inline-flex h-6 items-center rounded-full bg-ink px-2.5 text-xs leading-none font-heavy text-canvas">
          {t(`liveStudio.state.${said}`)}
        </span>
      )}
      <span role="status" className="sr-only">
        {t(`liveStudio.stateText.${said}`)}
      </span>
      <Fact icon={<Clock3 className="icon size-4! text-ink-3" aria-hidden="true" />} label={t('liveStudio.bar.time')}>
        <RunningTime broadcast={broadcast} />
      </Fact>
      <Fact icon={<Eye className="icon size-4! text-ink-3" aria-hidden="true" />}>
        {number(stream.viewers)}{' '}
        <span className="font-medium text-ink-3 max-sm:sr-only">
          {t('liveStudio.bar.watching', { peak: number(stream.peakViewers) })}
        </span>
      </Fact>
      {health && !isPaused ? (
        <Fact icon={<SignalBars grade={health.grade} />}>
          <span className="max-sm:sr-only">{t(`liveStudio.grade.${health.grade}`)}</span>
        </Fact>
      ) : null}
      <Fact label={t('liveStudio.bar.tips')}>
        <Price tokens={stream.tips ?? 0} />
      </Fact>
      <span className="ms-auto flex flex-wrap items-center gap-2 max-md:w-full">
        <Button
          size="sm"
          className="max-md:flex-1"
          variant={isPaused ? 'primary' : 'quiet'}
          disabled={state === 'elsewhere' || state === 'stopped' || state === 'starting' || isInShow}
          busy={working ? t(isPaused ? 'liveStudio.bar.comingBack' : 'liveStudio.bar.leaving') : undefined}
          onClick={() => void setPaused(!isPaused)}
        >
          {isPaused ? <Play aria-hidden="true" /> : <Pause aria-hidden="true" />}
          {t(isPaused ? 'liveStudio.bar.comeBack' : 'liveStudio.bar.takeBreak')}
        </Button>
        <StopNow broadcast={broadcast} />
        <Button
          size="sm"
          variant="danger"
          className="max-md:flex-1"
          disabled={isInShow}
          onClick={() => setEnding(true)}
        >
          {t('liveStudio.bar.end')}
        </Button>
      </span>
      {ending ? <EndDialog broadcast={broadcast} stream={stream} onClose={() => setEnding(false)} /> : null}
    </header>
  )
}

/** `stopped`: this page sends nothing, and tries no more by itself. */
export type OnAirState =
  | 'starting'
  | 'live'
  | 'show'
  | 'moving'
  | 'away'
  | 'interrupted'
  | 'offline'
  | 'reconnecting'
  | 'elsewhere'
  | 'stopped'

/** What the creator is told: what this page knows of itself comes before what the server says. */
export function useOnAirState(broadcast: Broadcast): OnAirState {
  const { stream, isPaused, isInterrupted, isByProgram, show, isMoving } = useStore(broadcast)
  const { phase, isOffline } = useStore(broadcast.publisher)
  if (isByProgram) {
    if (isPaused) return 'away'
    return stream?.status === 'live' ? 'live' : stream?.status === 'away' ? 'reconnecting' : 'starting'
  }
  if (isMoving) return 'moving'
  if (phase === 'elsewhere') return 'elsewhere'
  if (phase === 'idle' || phase === 'over') return 'stopped'
  if (isPaused) return 'away'
  if (isOffline) return 'offline'
  if (phase !== 'sending') return 'reconnecting'
  if (isInterrupted) return 'interrupted'
  if (show) return 'show'
  if (stream?.status === 'live') return 'live'
  return 'starting'
}

interface FactProps {
  icon?: ReactNode
  /** For screen readers, where the icon says it. */
  label?: string
  children: ReactNode
}
const Fact = ({ icon, label, children }: FactProps) => (
  <span
    className={clsx(
      'num inline-flex items-center gap-1.5 text-sm font-semibold whitespace-nowrap',
      'md:border-s md:border-line md:ps-3',
    )}
  >
    {icon}
    {label ? <span className="sr-only">{label}</span> : null}
    <span>{children}</span>
  </span>
)

/** By the server's clock: what it said last, and what has passed since. */
function RunningTime({ broadcast }: { broadcast: Broadcast }) {
  const { stream, readAt } = useStore(broadcast)
  const [now, setNow] = useState(readAt)
  useEffect(() => {
    const tick = () => setNow(performance.now())
    tick()
    const timer = setInterval(tick, 500)
    return () => clearInterval(timer)
  }, [readAt])
  if (!stream?.startedAt) return <bdi dir="ltr">{clock(0)}</bdi>
  return <bdi dir="ltr">{clock(stream.duration * 1000 + Math.max(0, now - readAt))}</bdi>
}
