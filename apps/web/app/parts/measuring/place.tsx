import { lazy, Suspense } from 'react'
import { needMessages } from '../../i18n/area-messages.ts'
import { usePageHandle } from '../../layouts/page-handle.ts'
import { useMeasuring } from '../site.ts'

const Late = lazy(async () => {
  if (!import.meta.env.SSR) await needMessages('cookies')
  return import('./measuring.tsx')
})

/** Asks whether visits may be measured, or measures them. Nothing at all on sites that do not, and after a no. */
export function MeasuringPlace() {
  const measuring = useMeasuring()
  const { measured } = usePageHandle()
  return measuring && measured && measured !== 'never' && /^(yes|unasked)$/.test(measuring.state) ? (
    <Suspense>
      <Late measuring={measuring} measured={measured} />
    </Suspense>
  ) : null
}
