import { Flag } from 'lucide-react'
import { useState } from 'react'
import { useFormats, useT } from '../../../i18n/context.tsx'
import { EndShow } from '../../../parts/live/shows/end-show.tsx'
import { BigClock, Counting, TimeLeft, UsedBar } from '../../../parts/live/shows/meter.tsx'
import { type Show, useCounted } from '../../../parts/live/shows/use-shows.ts'
import { useStore } from '../../../parts/live/store.ts'
import { Price } from '../../../parts/money/price.tsx'
import { openReport } from '../../../parts/reports/report.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Button } from '../../../ui/button.tsx'
import type { Broadcast } from './broadcast.ts'
import { netTokens } from './net-tokens.ts'

interface RunningShowProps {
  show: Show
  commissionPct: number
  broadcast: Broadcast
  onChange: (show: Show) => void
}
/** The private show that the creator gives: with whom, for how long, and what it brings. */
export function RunningShow({ show, commissionPct, broadcast, onChange }: RunningShowProps) {
  const t = useT()
  const { number, percent } = useFormats()
  const { stream } = useStore(broadcast)
  const { counted, cost } = useCounted(show)
  const [ending, setEnding] = useState(false)
  return (
    <section
      aria-label={t('live.show.with', { name: show.user.name })}
      className="rounded-lg bg-surface p-4 ring-1 ring-line max-md:mx-4"
    >
      <div className="flex items-center gap-3">
        <Avatar src={show.user.avatar} size={40} />
        <h2 className="min-w-0 flex-1 text-md wrap-anywhere">{t('live.show.with', { name: show.user.name })}</h2>
        <Counting show={show} />
      </div>
      <div className="mt-3 flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <BigClock seconds={counted} />
        <p className="text-end">
          <Price tokens={netTokens(cost, commissionPct)} className="text-xl" />
          <span className="block text-xs text-ink-3">
            {t('liveStudio.show.share', { share: percent(1 - commissionPct / 100) })}
          </span>
        </p>
      </div>
      <UsedBar show={show} className="mt-3" />
      <TimeLeft show={show} side="creator" className="mt-3" />
      <p className="mt-3 text-sm text-ink-2">
        {t('liveStudio.show.publicWaits', { number: number(stream?.viewers ?? 0) })}
      </p>
      <div className="mt-3.5 grid grid-cols-2 gap-2">
        <Button onClick={() => openReport({ type: 'user', id: show.user._id })}>
          <Flag aria-hidden="true" />
          {t('live.show.report')}
        </Button>
        <Button variant="danger" onClick={() => setEnding(true)}>
          {t('live.show.end')}
        </Button>
      </div>
      {ending ? <EndShow show={show} side="creator" onEnded={onChange} onClose={() => setEnding(false)} /> : null}
    </section>
  )
}
