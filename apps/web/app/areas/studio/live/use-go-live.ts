import { useState } from 'react'
import { asProblem } from '../../../api/problem.ts'
import { useT } from '../../../i18n/context.tsx'
import { useMutation } from '../../../parts/forms/use-mutation.ts'
import { SessionError } from '../../../parts/live/session.ts'
import { useProblemText } from '../../../ui/form.tsx'
import type { Broadcast, Wanted } from './broadcast.ts'

/** Goes live, or goes on with the open stream from this page. `problem` says why no video could be sent, and what helps. */
export function useGoLive(broadcast: Broadcast) {
  const t = useT()
  const problemText = useProblemText()
  const { send } = useMutation({ toasts: true })
  const [problem, setProblem] = useState<string | null>(null)
  const goLive = async (wanted: Wanted = {}) => {
    setProblem(null)
    try {
      await broadcast.goLive(wanted)
    } catch (error) {
      return setProblem(
        error instanceof SessionError ? t(`liveStudio.publish.${error.problem}`) : problemText(asProblem(error)),
      )
    }
    // It may have been left for a break, here or elsewhere.
    const { stream } = broadcast.state
    if (stream?.status === 'away')
      await send('PUT /streaming/live/:id', { params: { id: stream._id }, body: { status: 'live' } })
  }
  return { goLive, problem }
}
