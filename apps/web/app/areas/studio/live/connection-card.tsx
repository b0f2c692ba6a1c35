import { useFormats, useT } from '../../../i18n/context.tsx'
import type { Health } from '../../../parts/live/health.ts'
import { useStore } from '../../../parts/live/store.ts'
import { Badge, type Tone } from '../../../ui/badge.tsx'
import type { Broadcast } from './broadcast.ts'

const tones: Record<Health['grade'], Tone> = { good: 'leaf', unsteady: 'lamp', poor: 'ember' }

/** How the video goes out: a word, what it means for fans, and the figures. */
export function ConnectionCard({ broadcast }: { broadcast: Broadcast }) {
  const t = useT()
  const { number, percent } = useFormats()
  const { isPaused } = useStore(broadcast)
  const { health: measured, uploads } = useStore(broadcast.publisher)
  // What little goes out during a break says nothing.
  const health = isPaused ? null : measured
  const rate = useRate()
  return (
    <section aria-labelledby="live-connection" className="rounded-lg bg-surface p-4 ring-1 ring-line">
      <div className="flex items-center gap-3">
        <h2 id="live-connection" className="min-w-0 flex-1 text-lg">
          {t('liveStudio.connection.heading')}
        </h2>
        {health ? <Badge tone={tones[health.grade]}>{t(`liveStudio.connection.word.${health.grade}`)}</Badge> : null}
      </div>
      <p className="mt-1 text-sm text-ink-2">
        {t(
          health === null
            ? 'liveStudio.connection.none'
            : health.isDeviceSlow
              ? 'liveStudio.connection.slowDevice'
              : `liveStudio.connection.meaning.${health.grade}`,
        )}
      </p>
      {health ? (
        <>
          <Sparkline values={uploads} />
          <dl className="grid gap-1.5 text-sm">
            <Figure name={t('liveStudio.connection.upload')}>{rate(health.kilobitsPerSecond)}</Figure>
            <Figure name={t('liveStudio.connection.picture')}>
              {health.height > 0
                ? t('liveStudio.picture.quality', {
                    lines: Math.min(health.width, health.height),
                    frames: health.framesPerSecond,
                  })
                : t('liveStudio.connection.unknown')}
            </Figure>
            <Figure name={t('liveStudio.connection.lost')}>{percent(health.lost)}</Figure>
            <Figure name={t('liveStudio.connection.roundTrip')}>
              {t('liveStudio.connection.milliseconds', { value: number(health.roundTripMs) })}
            </Figure>
          </dl>
        </>
      ) : null}
    </section>
  )
}

/** So many bits a second, in words. */
export function useRate(): (kilobits: number) => string {
  const t = useT()
  const { number } = useFormats()
  return (kilobits) =>
    kilobits >= 1000
      ? t('liveStudio.connection.megabits', { value: number(Math.round(kilobits / 100) / 10) })
      : t('liveStudio.connection.kilobits', { value: number(kilobits) })
}

export const Figure = ({ name, children }: { name: string; children: string }) => (
  <div className="flex items-baseline justify-between gap-4">
    <dt className="text-ink-2">{name}</dt>
    <dd className="num font-semibold">
      <bdi dir="ltr">{children}</bdi>
    </dd>
  </div>
)

/** The upload of the last minute; the figures below say it in words. */
function Sparkline({ values }: { values: readonly number[] }) {
  if (values.length < 2) return <div className="my-2 h-9" />
  const top = Math.max(1, ...values)
  const points = values.map((value, at) => `${(at / (values.length - 1)) * 100} ${30 - (value / top) * 26}`)
  return (
    <svg viewBox="0 0 100 32" preserveAspectRatio="none" aria-hidden="true" className="my-2 block h-9 w-full">
      <path d={`M0 32L${points.join('L')}L100 32Z`} className="fill-success-soft" />
      <path
        d={`M${points.join('L')}`}
        fill="none"
        strokeWidth="1.75"
        vectorEffect="non-scaling-stroke"
        className="stroke-success-text"
      />
    </svg>
  )
}
