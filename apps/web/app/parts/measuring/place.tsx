import { lazy, Suspense, useState } from 'react'
import { needMessages } from '../../i18n/area-messages.ts'
import { useMeasuring } from '../site.ts'
import type { default as Measuring } from './measuring.tsx'

const load = async () => {
  if (!import.meta.env.SSR) await needMessages('cookies')
  return import('./measuring.tsx')
}
const Late = lazy(load)
let loaded: typeof Measuring | undefined
/** Where it stands in the page, its code is there first: React would take it away until then. */
export const loadMeasuring = async () => {
  loaded = (await load()).default
}

/** Asks whether visits may be measured, or measures them. Nothing at all on sites that do not, and after a no. */
export function MeasuringPlace() {
  const state = useMeasuring()?.state
  const [Part] = useState(() => loaded ?? Late)
  return state === 'yes' || state === 'unasked' ? (
    <Suspense>
      <Part />
    </Suspense>
  ) : null
}
