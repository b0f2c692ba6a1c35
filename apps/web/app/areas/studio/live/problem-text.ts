import { asProblem } from '../../../api/problem.ts'
import { useT } from '../../../i18n/context.tsx'
import { WhipError } from '../../../parts/live/whip.ts'
import { useProblemText } from '../../../ui/form.tsx'

/** Why no video could be sent, and what helps. */
export function usePublishProblem(): (error: unknown) => string {
  const t = useT()
  const problemText = useProblemText()
  return (error) =>
    error instanceof WhipError ? t(`liveStudio.publish.${error.problem}`) : problemText(asProblem(error))
}
