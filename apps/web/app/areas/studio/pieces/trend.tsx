import { TrendingDown, TrendingUp } from 'lucide-react'
import { useFormats, useT } from '../../../i18n/context.tsx'

/** How the earnings of a period compare with those of the period before it. */
export function Trend({ change, days }: { change: number; days: number }) {
  const t = useT()
  const { percent, number } = useFormats()
  const Icon = change < 0 ? TrendingDown : TrendingUp
  return (
    <p className="num mt-0.5 flex items-center gap-1.5 text-xs text-ink-3">
      <Icon
        aria-hidden="true"
        className={`size-4 rtl:-scale-x-100 ${change < 0 ? 'text-danger-text' : 'text-success-text'}`}
      />
      {t(change < 0 ? 'studio.dashboard.down' : 'studio.dashboard.up', {
        percent: percent(Math.abs(change)),
        days: number(days),
      })}
    </p>
  )
}
