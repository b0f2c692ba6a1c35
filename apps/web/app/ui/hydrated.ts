import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** False in the page that the server sent until its scripts run; what is typed into a field of ours before that would be lost. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
