import { usePageHandle } from '../../layouts/page-handle.ts'
import { useAnalytics } from '../site/site.ts'
import { AnalyticsFrame } from './frame.tsx'
import { AnalyticsQuestion } from './question.tsx'

/** What a page that is measured carries: the question, or the frame that counts. */
export default function Analytics() {
  const analytics = useAnalytics()
  const { measured = 'never' } = usePageHandle()
  if (!analytics || measured === 'never') return null
  return analytics.state === 'yes' ? (
    <AnalyticsFrame measured={measured} />
  ) : (
    <AnalyticsQuestion consentVersion={analytics.consentVersion} />
  )
}
