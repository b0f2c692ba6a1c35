import { useViewerZone } from '../../i18n/context.tsx'
import { useMe } from '../site/site.ts'

/** The clock one plans on: the zone of their account, or their device's where they never chose one. */
export function useOwnZone(): string {
  const device = useViewerZone()
  const chosen = useMe()?.timezone
  return chosen && chosen !== 'UTC' ? chosen : device
}
