import { useRef, useState } from 'react'
import { newKey } from '../../api/client.ts'
import { asProblem, type ProblemData } from '../../api/problem.ts'

/**
 * Sends what must not be done twice, however often the button is pressed; returns whether it was done. A refusal is final, so the next
 * try has a new key. Without an answer it may have gone through: the same request goes again under the same key, another request under
 * a new one. `request` therefore says all that is sent. What is computed from the present is computed from `at`, when the request was
 * first sent: a repeat has to say the same.
 */
export function useOnce() {
  const [working, setWorking] = useState(false)
  // State changes only with the next render: a second press may come before it.
  const isSending = useRef(false)
  const [problem, setProblem] = useState<ProblemData | null>(null)
  const tried = useRef<{ request: string; key: string; at: Date }>(null)
  const once = async (request: unknown, send: (key: string, at: Date) => Promise<unknown>): Promise<boolean> => {
    if (isSending.current) return false
    isSending.current = true
    const sent = JSON.stringify(request)
    if (tried.current?.request !== sent) tried.current = { request: sent, key: newKey(), at: new Date() }
    setWorking(true)
    setProblem(null)
    try {
      await send(tried.current.key, tried.current.at)
      tried.current = null
      return true
    } catch (error) {
      const refused = asProblem(error)
      setProblem(refused)
      if (refused.status >= 400 && refused.status < 500) tried.current = null
      return false
    } finally {
      isSending.current = false
      setWorking(false)
    }
  }
  return { once, working, problem, setProblem }
}
