import { useRef, useState } from 'react'
import { newKey } from '../api/client.ts'
import { asProblem, type ProblemData } from '../api/problem.ts'

/**
 * Does what must not be done twice, however often it is pressed; says whether it was done. A refusal is final, so the next try is a new
 * one. Without an answer it may have gone through: the same wish goes again under the same key, another one under a new key. What is
 * reckoned from now is reckoned from `at`, when the wish was first sent: a repeat has to say the same.
 */
export function useOnce() {
  const [working, setWorking] = useState(false)
  const [problem, setProblem] = useState<ProblemData | null>(null)
  const tried = useRef<{ wish: string; key: string; at: Date }>(null)
  const once = async (wish: unknown, send: (key: string, at: Date) => Promise<unknown>): Promise<boolean> => {
    if (working) return false
    const words = JSON.stringify(wish)
    if (tried.current?.wish !== words) tried.current = { wish: words, key: newKey(), at: new Date() }
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
      setWorking(false)
    }
  }
  return { once, working, problem, setProblem }
}
