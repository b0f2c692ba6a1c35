import { awaySecondsMax } from '@fanlight/contract/limits'
import { type ReactNode, useEffect, useState } from 'react'
import { useT } from '../../../i18n/context.tsx'
import type { Capture } from '../../../parts/live/capture.ts'
import { useStore } from '../../../parts/live/store.ts'
import { clock } from '../../../parts/posts/duration.ts'
import { Button } from '../../../ui/button.tsx'
import type { Broadcast } from './broadcast.ts'
import { useOnAirState } from './on-air-bar.tsx'
import { useGoLive } from './use-go-live.ts'

/** Over the picture: why fans don't see it right now, how long the stream waits, and what there is to do. */
export function Trouble({ broadcast, capture }: { broadcast: Broadcast; capture: Capture }) {
  const t = useT()
  const state = useOnAirState(broadcast)
  const { phase: device, problem: deviceProblem } = useStore(capture)
  const { awaySince } = useStore(broadcast)
  const { goLive, problem } = useGoLive(broadcast)
  if (state === 'live' || state === 'show') return null
  if (state === 'moving') return <Over title={t('liveStudio.stateText.moving')} />
  if (state === 'starting')
    return (
      <Over title={t('liveStudio.trouble.starting')}>
        <p>{t('liveStudio.trouble.startingText')}</p>
      </Over>
    )
  if (state === 'elsewhere' || state === 'stopped')
    return (
      <Over title={t(`liveStudio.trouble.${state}`)}>
        <p>{problem ?? t(`liveStudio.trouble.${state}Text`)}</p>
        <Button
          variant="ink"
          className="mt-2 bg-white! text-[#140d10]!"
          disabled={device !== 'ready'}
          onClick={() => void goLive()}
        >
          {t('liveStudio.start.goOn')}
        </Button>
      </Over>
    )
  const name = state === 'away' ? 'break' : state
  const isDenied = state === 'interrupted' && deviceProblem === 'denied'
  return (
    <Over title={t(`liveStudio.trouble.${name}`)}>
      <p>{t(isDenied ? 'liveStudio.trouble.interruptedDenied' : `liveStudio.trouble.${name}Text`)}</p>
      {isDenied ? (
        <Button variant="ink" className="mt-2 bg-white! text-[#140d10]!" onClick={() => capture.retry()}>
          {t('liveStudio.setup.again')}
        </Button>
      ) : null}
      {awaySince === null ? null : <Countdown since={awaySince} />}
    </Over>
  )
}

const Over = ({ title, children }: { title: string; children?: ReactNode }) => (
  <div
    data-over
    className="absolute inset-0 grid place-content-center justify-items-center gap-1 bg-[rgb(20_13_16/.78)] px-6 text-center text-sm text-balance"
  >
    <p className="font-display text-lg font-bold">{title}</p>
    {children}
  </div>
)

/** Until the server ends the stream. */
function Countdown({ since }: { since: number }) {
  const t = useT()
  const [now, setNow] = useState(since)
  useEffect(() => {
    const tick = () => setNow(performance.now())
    tick()
    const timer = setInterval(tick, 500)
    return () => clearInterval(timer)
  }, [])
  return (
    <p className="num mt-1 font-semibold">
      {t('liveStudio.trouble.endsIn', { time: clock(Math.max(0, awaySecondsMax * 1000 - (now - since))) })}
    </p>
  )
}
