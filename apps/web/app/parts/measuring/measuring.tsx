import { usePageHandle } from '../../layouts/page-handle.ts'
import { useMeasuring } from '../site.ts'
import { MeasuringFrame } from './frame.tsx'
import { MeasuringQuestion } from './question.tsx'

/** What a page that is measured carries: the question, or the frame that counts. */
export default function Measuring() {
  const measuring = useMeasuring()
  const { measured = 'never' } = usePageHandle()
  if (!measuring || measured === 'never') return null
  return measuring.state === 'yes' ? (
    <MeasuringFrame measured={measured} />
  ) : (
    <MeasuringQuestion asked={measuring.asked} />
  )
}
