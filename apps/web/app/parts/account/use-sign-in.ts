import { useLocation, useNavigate } from 'react-router'
import { useMe } from '../site/site.ts'

/** Wraps an action for signed-in users only: others are redirected to log-in, and back to this page. */
export function useSignIn(): (act: () => void) => () => void {
  const me = useMe()
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  return (act) => (me ? act : () => void navigate(`/auth/login?redirect=${encodeURIComponent(pathname + search)}`))
}
