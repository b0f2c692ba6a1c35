import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { call, type Reply } from '../../../api/client.ts'
import { asLoadProblem, asProblem, type ProblemData } from '../../../api/problem.ts'
import { type SearchKind, searchOf } from './list-query.ts'

export interface Found {
  q: string
  kind: SearchKind
  people: Reply<'GET /conversations/search'>
  messages: Reply<'GET /messages/search'>
}
/** The same on the server, for pages without scripts, and in the browser. */
export async function loadFound(api: { call: typeof call }, q: string, kind: SearchKind): Promise<Found> {
  const [people, messages] = await Promise.all([
    api.call('GET /conversations/search', { query: { q, pageSize: 4 } }),
    api.call('GET /messages/search', { query: { q, kind, pageSize: 20 } }),
  ])
  return { q, kind, people, messages }
}

const pauseMs = 200

/** Searches as one types. An answer to earlier words never replaces a later one; while one is awaited, the one before stays. */
export function useMessageSearch(loaded: Found | null) {
  const [params] = useSearchParams()
  const { q: fromAddress, kind } = searchOf(params)
  const [typed, setTyped] = useState(fromAddress)
  const [found, setFound] = useState(loaded)
  const [problem, setProblem] = useState<ProblemData | null>(null)
  const [attempt, setAttempt] = useState(0)
  const first = useRef(true)
  useEffect(() => {
    if (!first.current) setTyped(fromAddress)
    first.current = false
  }, [fromAddress])
  const q = typed.trim()
  const isAnswered = found?.q === q && found.kind === kind
  useEffect(() => {
    setProblem(null)
    if (q === '') return setFound(null)
    if (isAnswered) return undefined
    let isOver = false
    const timer = setTimeout(() => {
      loadFound({ call }, q, kind).then(
        (answer) => isOver || setFound(answer),
        (error: unknown) => isOver || setProblem(asLoadProblem(asProblem(error))),
      )
    }, pauseMs)
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [q, kind, isAnswered, attempt])
  return {
    typed,
    setTyped,
    q,
    kind,
    found: q === '' ? null : found,
    isAwaited: q !== '' && !isAnswered && problem === null,
    problem,
    retry: () => setAttempt((now) => now + 1),
  }
}
export type MessageSearch = ReturnType<typeof useMessageSearch>
