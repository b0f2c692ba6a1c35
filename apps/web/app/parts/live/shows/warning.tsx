import { silentSecondsMax } from '@fanlight/contract/limits'
import { Timer, WifiOff } from 'lucide-react'
import { useState } from 'react'
import { useFormats, useT } from '../../../i18n/context.tsx'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { type Show, useCounted } from './use-shows.ts'

/** From so many seconds left on it is said. */
const warnedAt = [60, 20] as const

/** Over the video: that nothing is counted, or that the tokens are nearly used up. In words, and not again once it was read. */
export function ShowWarning({ show }: { show: Show }) {
  const t = useT()
  const { seconds } = useFormats()
  const { secondsLeft } = useCounted(show)
  const [seen, setSeen] = useState<number>()
  const isPaused = show.startedAt !== null && !show.isCounting
  const at = warnedAt.findLast((least) => secondsLeft <= least)
  const isShown = isPaused || (at !== undefined && at !== seen)
  return (
    <div className="absolute inset-x-3 max-md:top-42 md:inset-x-4 md:bottom-16">
      {/* Always there: what comes into it is read out. */}
      <div role="status">
        {isShown ? (
          <div className="mx-auto flex max-w-xl items-center gap-3 rounded-lg bg-[rgb(24_19_16/.88)] px-4 py-3 text-sm text-white ring-1 ring-white/15">
            {isPaused ? (
              <WifiOff className="icon shrink-0" aria-hidden="true" />
            ) : (
              <Timer className="icon shrink-0" aria-hidden="true" />
            )}
            <p className="min-w-0 flex-1">
              <b className="block">
                {isPaused ? t('live.show.pausedTitle') : t('live.show.warn', { time: seconds(at ?? 0) })}
              </b>
              {isPaused ? t('live.show.pausedText', { time: seconds(silentSecondsMax) }) : t('live.show.warnText')}
            </p>
            {isPaused ? null : at === warnedAt[0] ? (
              <Button variant="ink" size="sm" className="bg-white! text-[#140d10]!" onClick={() => setSeen(at)}>
                {t('live.show.gotIt')}
              </Button>
            ) : (
              // In another tab: leaving this page would stop the video.
              <a
                href="/user/wallet"
                target="_blank"
                rel="noreferrer"
                className={`${buttonClass('ink', 'sm')} bg-white! text-[#140d10]!`}
              >
                {t('live.show.addTokens')}
              </a>
            )}
          </div>
        ) : null}
      </div>
    </div>
  )
}
