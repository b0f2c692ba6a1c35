import { useRouteLoaderData } from 'react-router'
import type { Me, PublicSettings } from '../api/visit.ts'

/** What the root loader hands to every page. */
export interface Site {
  me: Me | null
  settings: PublicSettings | null
}

const useRoot = (): Site | undefined => useRouteLoaderData('root') as Site | undefined

/** Who is signed in, or null. */
export const useMe = (): Me | null => useRoot()?.me ?? null
export const useSettings = (): PublicSettings | null => useRoot()?.settings ?? null

/** The few facts about the site that parts draw with. */
export function useSite(): { name: string; currency: string; tokenValue: number } {
  const settings = useSettings()
  return {
    name: settings?.siteName ?? 'Fanlight',
    currency: settings?.currency ?? 'USD',
    tokenValue: settings?.tokenValue ?? 0.1,
  }
}
