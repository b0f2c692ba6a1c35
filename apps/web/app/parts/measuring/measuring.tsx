import type { Measuring as Answer } from '@fanlight/contract/measuring'
import { MeasuringFrame } from './frame.tsx'
import { MeasuringQuestion } from './question.tsx'

/** What a page that is measured carries: the question, or the frame that counts. */
export default function Measuring({ measuring, measured }: { measuring: Answer; measured: 'address' | 'area' }) {
  return measuring.state === 'yes' ? (
    <MeasuringFrame measured={measured} />
  ) : (
    <MeasuringQuestion asked={measuring.asked} />
  )
}
