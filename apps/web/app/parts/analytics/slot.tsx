import { lazy, Suspense, useState } from 'react'
import { needMessages } from '../../i18n/area-messages.ts'
import { useAnalytics } from '../site/site.ts'
import type { default as Analytics } from './analytics.tsx'

const load = async () => {
  if (!import.meta.env.SSR) await needMessages('cookies')
  return import('./analytics.tsx')
}
const Late = lazy(load)
let loaded: typeof Analytics | undefined
/** Where a page has analytics, its code is loaded first: otherwise React would remove the component until it is loaded. */
export const loadAnalytics = async () => {
  loaded = (await load()).default
}

/** Requests consent to measure page views, or measures them. Renders nothing on sites without analytics, and after a no. */
export function AnalyticsMount() {
  const state = useAnalytics()?.state
  const [Part] = useState(() => loaded ?? Late)
  return state === 'yes' || state === 'unasked' ? (
    <Suspense>
      <Part />
    </Suspense>
  ) : null
}
