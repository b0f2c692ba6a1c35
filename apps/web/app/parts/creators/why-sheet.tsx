import { Link } from 'react-router'
import { useT } from '../../i18n/context.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { type Why, whyText } from './why-text.ts'

/** The rule that put a creator into a list. */
export function WhySheet({
  open,
  onOpenChange,
  why,
}: {
  open: boolean
  onOpenChange: (open: boolean) => void
  why: Why
}) {
  const t = useT()
  const byScore = why.code.startsWith('popular') || why.code === 'new_this_week' || why.code === 'most_followed'
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={whyText(t, why)}>
      <p className="text-ink-2">{t.maybe(`reasons.${why.code}.more`)}</p>
      {byScore ? <p className="mt-3 text-sm text-ink-3">{t('reasons.rule')}</p> : null}
      <p className="mt-4 text-sm">
        <Link to="/explore/why" className="link" onClick={() => onOpenChange(false)}>
          {t('reasons.learn')}
        </Link>
      </p>
    </Dialog>
  )
}
