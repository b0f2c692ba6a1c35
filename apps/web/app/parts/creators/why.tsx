import { Info } from 'lucide-react'
import { lazy, type MouseEvent, Suspense, useState } from 'react'
import { Link } from 'react-router'
import { useT } from '../../i18n/context.tsx'
import { type Why, whyText } from './why-text.ts'
import './why.css'

const WhySheet = lazy(async () => ({ default: (await import('./why-sheet.tsx')).WhySheet }))

/** Why a creator is shown here, in one line; on click, it shows the rule. Without scripts it links to all the rules. */
export function WhyLine({
  why,
  of,
  atStart,
}: {
  why: Why
  of: string
  /** Beside other text, without the mark after it; else in the middle below a name. */
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
        className={atStart ? 'why-line why-line-start' : 'why-line'}
      >
        <span>{reason}</span>
        {atStart ? null : <Info className="icon" aria-hidden="true" />}
      </Link>
      {sheet === 'no' ? null : (
        <Suspense>
          <WhySheet open={sheet === 'open'} onOpenChange={(open) => setSheet(open ? 'open' : 'closed')} why={why} />
        </Suspense>
      )}
    </>
  )
}
