import { requestSecondsMax } from '@fanlight/contract/limits'
import { clock } from '../../posts/duration.ts'
import { useSecondsUntil } from './use-shows.ts'

const radius = 22
const around = 2 * Math.PI * radius

/** How long a request still waits for its answer. */
export function SecondsRing({ until }: { until: string }) {
  const left = useSecondsUntil(until)
  const part = Math.min(1, left / requestSecondsMax)
  return (
    <span role="timer" className="relative grid size-12 shrink-0 place-items-center">
      <svg viewBox="0 0 48 48" aria-hidden="true" className="absolute inset-0 -rotate-90">
        <circle cx="24" cy="24" r={radius} fill="none" strokeWidth="3" className="stroke-line" />
        <circle
          cx="24"
          cy="24"
          r={radius}
          fill="none"
          strokeWidth="3"
          strokeLinecap="round"
          strokeDasharray={`${part * around} ${around}`}
          className="stroke-primary-edge dark:stroke-primary"
        />
      </svg>
      <bdi dir="ltr" className="num text-sm font-bold">
        {clock(left * 1_000)}
      </bdi>
    </span>
  )
}
