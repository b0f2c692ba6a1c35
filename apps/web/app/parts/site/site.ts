import { useRouteLoaderData } from 'react-router'
import type { Analytics } from '@fanlight/contract/analytics'
import type { Me, PublicSettings } from '../../api/request-context.ts'

/** What the root loader hands to every page. */
export interface Site {
  me: Me | null
  settings: PublicSettings | null
  analytics?: Analytics
}

const useRoot = (): Site | undefined => useRouteLoaderData('root') as Site | undefined

/** Who is signed in, or null. */
export const useMe = (): Me | null => useRoot()?.me ?? null
export const useSettings = (): PublicSettings | null => useRoot()?.settings ?? null
/** What was answered to being measured; nothing where the site measures nothing. */
export const useAnalytics = (): Analytics | undefined => useRoot()?.analytics

/** The site data that components need for rendering. */
export function useSite(): {
  name: string
  currency: string
  tokenValue: number
  /** What creators keep of a sale, as a part of 1, unless agreed otherwise with one of them. */
  creatorShare: number
  /** Uploaded logos; null where the site has our own. */
  logo: { light: string; dark: string } | null
} {
  const settings = useSettings()
  return {
    name: settings?.siteName ?? 'Fanlight',
    currency: settings?.currency ?? 'USD',
    tokenValue: settings?.tokenValue ?? 0.1,
    creatorShare: 1 - (settings?.commissionPct ?? 20) / 100,
    logo: logoOf(settings),
  }
}

function logoOf(settings: PublicSettings | null): { light: string; dark: string } | null {
  const light = settings && settings.logoUrl !== '/logo.svg' ? settings.logoUrl : null
  const dark = settings && settings.darkmodeLogo !== '/logo-dark.svg' ? settings.darkmodeLogo : null
  const any = light ?? dark
  return any ? { light: light ?? any, dark: dark ?? any } : null
}
