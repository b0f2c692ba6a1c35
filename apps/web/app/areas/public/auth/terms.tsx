import { Link } from 'react-router'
import { useT } from '../../../i18n/context.tsx'
import { Checkbox } from '../../../ui/field.tsx'

/** Old enough, and agreed: the last thing of every sign-up. */
export function AcceptTerms() {
  const t = useT()
  const page = (slug: string) => (text: string) => (
    <Link to={`/page/${slug}`} className="link">
      {text}
    </Link>
  )
  return (
    <Checkbox
      name="acceptTerms"
      required
      label={t.rich('auth.acceptTerms', { terms: page('terms'), privacy: page('privacy') })}
    />
  )
}
