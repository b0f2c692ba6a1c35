import type { StreamInput } from '@fanlight/contract/stream-key'
import { useEffect, useState } from 'react'
import { call, type Reply } from '../../../api/client.ts'
import { useFormats, useT } from '../../../i18n/context.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Figure, useRate } from './connection-card.tsx'

export type ProgramInput = Reply<'GET /streaming/input'>['data']
const readMs = 2_000
const limits = { keyframeSeconds: 3, lost: 0.02, framesPerSecond: 15 }

/** What comes into the open stream, read every two seconds while `isOn`. */
export function useProgramInput(isOn: boolean): ProgramInput | null {
  const [input, setInput] = useState<ProgramInput | null>(null)
  useEffect(() => {
    if (!isOn) return setInput(null)
    const controller = new AbortController()
    const { signal } = controller
    const read = () =>
      call('GET /streaming/input', { signal }).then(
        ({ data }) => signal.aborted || setInput(data),
        () => signal.aborted || setInput(null),
      )
    void read()
    const timer = setInterval(() => void read(), readMs)
    return () => {
      controller.abort()
      clearInterval(timer)
    }
  }, [isOn])
  return input
}

/** What comes from the creator’s program: a word, what helps, and the figures. */
export function ProgramInputCard({ input }: { input: ProgramInput | null }) {
  const t = useT()
  const { number, percent } = useFormats()
  const rate = useRate()
  const reading = input?.reading ?? null
  const advice = useAdvice(reading)
  return (
    <section aria-labelledby="live-input" className="rounded-lg bg-surface p-4 ring-1 ring-line">
      <div className="flex items-center gap-3">
        <h2 id="live-input" className="min-w-0 flex-1 text-lg">
          {t('liveStudio.obs.input')}
        </h2>
        {reading ? (
          <Badge tone={advice.length > 0 ? 'lamp' : 'leaf'}>
            {t(advice.length > 0 ? 'liveStudio.connection.word.unsteady' : 'liveStudio.connection.word.good')}
          </Badge>
        ) : null}
      </div>
      {reading ? null : <p className="mt-1 text-sm text-ink-2">{t('liveStudio.obs.inputNone')}</p>}
      {advice.map((line) => (
        <p key={line} className="mt-1 text-sm text-ink-2">
          {line}
        </p>
      ))}
      {reading ? (
        <dl className="mt-3 grid gap-1.5 text-sm">
          <Figure name={t('liveStudio.connection.upload')}>{rate(reading.kilobitsPerSecond)}</Figure>
          <Figure name={t('liveStudio.connection.picture')}>
            {reading.height > 0
              ? t('liveStudio.picture.quality', {
                  lines: Math.min(reading.width, reading.height),
                  frames: reading.framesPerSecond,
                })
              : t('liveStudio.connection.unknown')}
          </Figure>
          <Figure name={t('liveStudio.obs.keyframeInterval')}>
            {reading.keyframeSeconds === null
              ? t('liveStudio.connection.unknown')
              : t('liveStudio.obs.seconds', { value: number(reading.keyframeSeconds) })}
          </Figure>
          <Figure name={t('liveStudio.connection.lost')}>{percent(reading.lost)}</Figure>
        </dl>
      ) : null}
    </section>
  )
}

function useAdvice(reading: StreamInput | null): string[] {
  const t = useT()
  const { number, percent } = useFormats()
  if (!reading) return []
  const { keyframeSeconds, lost, framesPerSecond } = reading
  const counted = (count: number) => ({ count, shown: number(count) })
  return [
    ...((keyframeSeconds ?? 0) > limits.keyframeSeconds
      ? [t('liveStudio.obs.keyframes', counted(Math.round(keyframeSeconds!)))]
      : []),
    ...(framesPerSecond < limits.framesPerSecond ? [t('liveStudio.obs.frames', counted(framesPerSecond))] : []),
    ...(lost > limits.lost ? [t('liveStudio.obs.lossy', { share: percent(lost) })] : []),
  ]
}
