import { Info } from 'lucide-react'
import { lazy, type MouseEvent, Suspense, useState } from 'react'
import { Link } from 'react-router'
import { useT } from '../i18n/context.tsx'
import { type Why, whyWords } from './why-words.ts'
import './why.css'

const WhySheet = lazy(async () => ({ default: (await import('./why-sheet.tsx')).WhySheet }))

/** Why somebody stands here, in a line; pressed, it says by which rule. Without scripts it leads to all the rules. */
export function WhyLine({ why, of }: { why: Why; of: string }) {
  const t = useT()
  const [asked, setAsked] = useState<'no' | 'open' | 'closed'>('no')
  const reason = whyWords(t, why)
  const ask = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    setAsked('open')
  }
  return (
    <>
      <Link
        to={`/explore/why#${why.code}`}
        onClick={ask}
        aria-label={t('reasons.whyOf', { name: of, reason })}
        className="why-line"
      >
        <span>{reason}</span>
        <Info className="icon" aria-hidden="true" />
      </Link>
      {asked === 'no' ? null : (
        <Suspense>
          <WhySheet open={asked === 'open'} onOpenChange={(open) => setAsked(open ? 'open' : 'closed')} why={why} />
        </Suspense>
      )}
    </>
  )
}
