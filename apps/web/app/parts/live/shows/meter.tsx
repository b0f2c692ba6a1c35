import { creatorSeesSecondsMax, silentSecondsMax } from '@fanlight/contract/limits'
import clsx from 'clsx'
import { Timer } from 'lucide-react'
import type { ReactNode } from 'react'
import { useFormats, useT } from '../../../i18n/context.tsx'
import { useBalance } from '../../money/balance.ts'
import { Price } from '../../money/price.tsx'
import { clock } from '../../posts/duration.ts'
import { Line } from './lines.tsx'
import { type Show, useCounted } from './use-shows.ts'

/** For the fan, beside the video: time and price of a running show, what is held, and how long it can go on. */
export function ShowMeter({ show, children }: { show: Show; children: ReactNode }) {
  const t = useT()
  const { tokens: number } = useFormats()
  const balance = useBalance()
  const { counted, cost } = useCounted(show)
  return (
    <section aria-label={t('live.show.meter')} className="px-4.5 py-4">
      <div className="flex items-baseline justify-between">
        <h2 className="text-md">{t('live.show.counted')}</h2>
        <Counting show={show} />
      </div>
      <div className="mt-1 flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <BigClock seconds={counted} />
        <p className="text-end">
          <Price tokens={cost} className="text-xl" />
          <span className="block text-xs text-ink-3">
            {t('live.show.perMinute', { tokens: number(show.pricePerMinute) })}
          </span>
        </p>
      </div>
      <UsedBar show={show} className="mt-3" />
      <dl className="num mt-3 grid gap-2 text-sm">
        <Line label={t('live.show.heldNow')} value={<Price tokens={Math.max(0, show.held - cost)} />} />
        <Line label={t('live.show.left')} value={<Price tokens={balance} />} />
        <Line label={t('live.show.notCounted')} value={<bdi dir="ltr">{clock(show.notCounted * 1_000)}</bdi>} />
      </dl>
      <TimeLeft show={show} side="fan" className="mt-4" />
      {children}
    </section>
  )
}

/** Whether the seconds count right now. */
export function Counting({ show: { isCounting, startedAt } }: { show: Show }) {
  const t = useT()
  return (
    <p
      role="status"
      className={clsx(
        'flex items-center gap-1.5 text-sm font-semibold',
        isCounting ? 'text-success-text' : 'text-ink-3',
      )}
    >
      <span className="size-2 rounded-full bg-current" />
      {t(isCounting ? 'live.show.counting' : startedAt === null ? 'live.show.connecting' : 'live.show.paused')}
    </p>
  )
}

export const BigClock = ({ seconds, size = 'text-[2.5rem]' }: { seconds: number; size?: string }) => (
  <bdi dir="ltr">
    <span className={clsx('num font-display leading-none font-heavy tracking-[-.03em]', size)}>
      {clock(seconds * 1_000)}
    </span>
  </bdi>
)

/** What is used, what is held for what comes, and what else there is. */
export function UsedBar({ show, className }: { show: Show; className?: string }) {
  const { cost, secondsLeft } = useCounted(show)
  const whole = Math.max(1, cost + (secondsLeft * show.pricePerMinute) / 60)
  const part = (tokens: number) => ({ inlineSize: `${Math.min(100, (Math.max(0, tokens) / whole) * 100)}%` })
  return (
    <div aria-hidden="true" className={clsx('gauge flex h-2.5 overflow-hidden rounded-full bg-surface-3', className)}>
      <span className="bg-token" style={part(cost)} />
      <span
        className="bg-[repeating-linear-gradient(115deg,var(--token)_0_3px,transparent_3px_6px)]"
        style={part(show.held - cost)}
      />
    </div>
  )
}

/** How long it can go on, or why nothing is counted. */
export function TimeLeft({ show, side, className }: { show: Show; side: 'fan' | 'creator'; className?: string }) {
  const t = useT()
  const { seconds } = useFormats()
  const { secondsLeft } = useCounted(show)
  const time = clock(secondsLeft * 1_000)
  const { name } = show.user
  return (
    <p className={clsx('flex gap-3 rounded-md bg-surface-2 px-3.5 py-3 text-sm text-ink-2', className)}>
      <Timer className="icon shrink-0" aria-hidden="true" />
      <span>
        {show.startedAt === null
          ? t('live.show.startText')
          : show.isCounting
            ? side === 'fan'
              ? t('live.show.goesOn', { time })
              : secondsLeft >= creatorSeesSecondsMax - 20
                ? t('live.show.theyStayLonger', { name })
                : t('live.show.theyStay', { name, time })
            : t('live.show.pausedText', { time: seconds(silentSecondsMax) })}
      </span>
    </p>
  )
}
