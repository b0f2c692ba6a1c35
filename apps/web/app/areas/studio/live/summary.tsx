import type { Stream } from '@fanlight/contract/streaming'
import { useEffect, useRef, type ReactNode } from 'react'
import { useFormats, useT } from '../../../i18n/context.tsx'
import { PageHead } from '../../../layouts/page-head.tsx'
import { Price } from '../../../parts/money/price.tsx'
import { clock } from '../../../parts/posts/duration.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { MarkersOf } from './markers.tsx'
import { StreamReplay } from './replay-card.tsx'
import { TipOrders } from './tip-orders.tsx'

interface SummaryProps {
  stream: Stream
  isTimedOut: boolean
  onAgain: () => void
}

/** After the end: how long, how many, how much. */
export function Summary({ stream, isTimedOut, onAgain }: SummaryProps) {
  const t = useT()
  const { number, time } = useFormats()
  const heading = useRef<HTMLHeadingElement>(null)
  // What was there is gone, with the focus in it.
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className="min-h-0 flex-1 overflow-y-auto low:overflow-visible">
      <div className="mx-auto w-full max-w-page px-4 pb-12 md:px-8 md:pt-6">
        <PageHead title={t('liveStudio.title')} back="/creator" />
        <section className="mx-auto mt-4 max-w-2xl rounded-xl bg-surface p-5 ring-1 ring-line md:mt-10 md:p-7">
          <h2 ref={heading} tabIndex={-1} className="text-2xl outline-none">
            {t('liveStudio.summary.title')}
          </h2>
          {stream.title ? (
            <p dir="auto" className="mt-1 font-semibold wrap-anywhere text-match">
              {stream.title}
            </p>
          ) : null}
          {stream.stopReason ? (
            <div role="alert" className="mt-3 rounded-md bg-danger-soft px-4 py-3 text-danger-soft-ink">
              <p className="font-semibold">{t('liveStudio.summary.stopped')}</p>
              <p dir="auto" className="mt-1 wrap-anywhere text-match">
                {stream.stopReason}
              </p>
            </div>
          ) : null}
          {isTimedOut && !stream.stopReason ? (
            <p className="mt-2 text-ink-2">{t('liveStudio.summary.timedOut')}</p>
          ) : null}
          {stream.endedAt ? (
            <p className="mt-1 text-sm text-ink-3">{t('liveStudio.summary.endedAt', { time: time(stream.endedAt) })}</p>
          ) : null}
          <dl className="mt-5 grid grid-cols-2 gap-2.5 sm:grid-cols-[1fr_1fr_1.4fr]">
            <Result name={t('liveStudio.summary.time')}>
              <bdi dir="ltr">{clock(stream.duration * 1000)}</bdi>
            </Result>
            <Result name={t('liveStudio.summary.peak')}>{number(stream.peakViewers)}</Result>
            <Result name={t('liveStudio.summary.tips')} className="max-sm:col-span-2">
              <Price tokens={stream.tips ?? 0} />
            </Result>
          </dl>
          <p className="mt-3 text-sm text-ink-3">{t('liveStudio.summary.fees')}</p>
          <MarkersOf streamId={stream._id} />
          <StreamReplay stream={stream} />
          <TipOrders className="mt-5" />
          <div className="mt-6 flex flex-wrap gap-2">
            <Button variant="primary" className="max-sm:w-full" onClick={onAgain}>
              {t('liveStudio.summary.again')}
            </Button>
            <ButtonLink to="/creator/earnings" className="max-sm:w-full">
              {t('liveStudio.summary.earnings')}
            </ButtonLink>
          </div>
        </section>
      </div>
    </div>
  )
}

const Result = ({ name, className, children }: { name: string; className?: string; children: ReactNode }) => (
  <div className={`rounded-md bg-surface-2 px-3.5 py-3 ${className ?? ''}`}>
    <dt className="text-xs text-ink-3">{name}</dt>
    <dd className="num mt-0.5 font-display text-xl font-bold">{children}</dd>
  </div>
)
