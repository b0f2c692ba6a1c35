import type { Stream } from '@fanlight/contract/streaming'
import { useT } from '../../../i18n/context.tsx'
import type { ProgramInput } from './program-input.tsx'

/** Why no video comes from the creator’s program yet, or no more, and what helps. */
export function ProgramState({ stream, problem }: { stream: Stream; problem: ProgramInput['problem'] }) {
  const t = useT()
  const state = problem ?? (stream.status === 'preparing' ? 'waiting' : 'lost')
  return (
    <div role="status" className="rounded-md bg-surface-2 px-3.5 py-3 text-sm">
      <p className="font-semibold">{t(`liveStudio.obs.${state}`)}</p>
      <p className="mt-0.5 text-ink-2">{t(`liveStudio.obs.${state}Text`)}</p>
    </div>
  )
}
