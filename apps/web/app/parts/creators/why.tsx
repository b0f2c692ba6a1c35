import clsx from 'clsx'
import { Info } from 'lucide-react'
import { lazy, type MouseEvent, type ReactNode, Suspense, useState } from 'react'
import { Link } from 'react-router'
import { useT } from '../../i18n/context.tsx'
import { type Why, whyText } from './why-text.ts'
import './why.css'

const WhySheet = lazy(async () => ({ default: (await import('./why-sheet.tsx')).WhySheet }))

/** Why a creator is shown here, in one line; on click, it shows the rule. Without scripts it links to all the rules. */
export function WhyLine({
  why,
  of,
  icon,
  atStart = false,
}: {
  why: Why
  of: string
  /** Before the reason, in place of the mark after it. */
  icon?: ReactNode
  /** In a line of its own; else below a name in the middle of a card. */
  atStart?: boolean
}) {
  const t = useT()
  const [sheet, setSheet] = useState<'no' | 'open' | 'closed'>('no')
  const reason = whyText(t, why)
  const open = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    setSheet('open')
  }
  return (
    <>
      <Link
        to={`/explore/why#${why.code}`}
        onClick={open}
        aria-label={t('reasons.whyOf', { name: of, reason })}
        className={clsx('why-line', atStart && 'why-line-start', icon && 'text-sm!')}
      >
        {icon}
        <span>{reason}</span>
        {icon ? null : <Info className="icon" aria-hidden="true" />}
      </Link>
      {sheet === 'no' ? null : (
        <Suspense>
          <WhySheet open={sheet === 'open'} onOpenChange={(open) => setSheet(open ? 'open' : 'closed')} why={why} />
        </Suspense>
      )}
    </>
  )
}
