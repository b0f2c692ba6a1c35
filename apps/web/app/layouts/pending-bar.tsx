import { useNavigation } from 'react-router'

/** A thin line at the top while the next page loads. */
export function PendingBar() {
  return useNavigation().state === 'loading' ? <div className="pending-bar" aria-hidden="true" /> : null
}
