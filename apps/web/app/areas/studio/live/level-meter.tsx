import clsx from 'clsx'
import { useT } from '../../../i18n/context.tsx'
import type { Capture } from '../../../parts/live/capture.ts'
import { useLevel } from '../../../parts/live/level.ts'
import { useStore } from '../../../parts/live/store.ts'

/** How loud the microphone is, as bars and in a word. */
export function LevelMeter({ capture, bars = 28, className }: { capture: Capture; bars?: number; className?: string }) {
  const t = useT()
  const { audio, isMuted: isSwitchedOff, isPaused } = useStore(capture)
  const isMuted = isSwitchedOff || isPaused
  const { share, word } = useLevel(audio)
  const lit = isMuted ? 0 : Math.round(share * bars)
  const text = isMuted ? t('liveStudio.level.muted') : t(`liveStudio.level.${word}`)
  return (
    <div className={clsx('flex items-center gap-3', className)}>
      <span
        role="meter"
        aria-label={t('liveStudio.level.label')}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round((lit / bars) * 100)}
        aria-valuetext={text}
        className="flex h-2.5 min-w-16 flex-1 gap-0.5"
      >
        {Array.from({ length: bars }, (_, at) => (
          // Bars have no ID: their position is the key.
          <span
            key={at}
            className={clsx('h-full flex-1 rounded-[2px]', at < lit ? colour(at / bars) : 'bg-surface-3')}
          />
        ))}
      </span>
      <span className={clsx('shrink-0 text-xs', word === 'loud' || isMuted ? 'font-semibold text-ink' : 'text-ink-3')}>
        {text}
      </span>
    </div>
  )
}

const colour = (share: number): string => (share >= 0.95 ? 'bg-live' : share >= 0.85 ? 'bg-token' : 'bg-success')
