import { createContext, useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { call, type Reply } from '../../../api/client.ts'
import { asProblem, type ProblemData } from '../../../api/problem.ts'
import { withChange } from '../../../ui/table-state.ts'

/** What bubbles highlight, and the message that the search stands at. */
export const FindWords = createContext<{ q: string; current: number | null }>({ q: '', current: null })

/** A message to show; the same one again is another goal. */
export interface Goal {
  sequence: number
  key: string
}
type Page = Reply<'GET /messages/search'>
const pauseMs = 200

/** A search in one conversation: what was found, newest first, and at which of them one is. */
export function useFind(conversationId: string) {
  const navigate = useNavigate()
  const [params] = useSearchParams()
  const { hash, key } = useLocation()
  const wanted = params.get('find')
  const [isOpen, setOpen] = useState(wanted !== null)
  const [typed, setTyped] = useState(wanted ?? '')
  const [found, setFound] = useState<{ q: string; page: Page } | null>(null)
  const [problem, setProblem] = useState<ProblemData | null>(null)
  const [at, setAt] = useState(0)
  const [goal, setGoal] = useState<Goal | null>(null)
  const goals = useRef(0)
  const linked = useRef(0)
  const q = isOpen ? typed.trim() : ''
  useEffect(() => {
    if (wanted === null) return
    linked.current = Number(/^#m(\d+)$/.exec(hash)?.[1] ?? 0)
    setOpen(true)
    setTyped(wanted)
    // Found already: another result of the same words.
    setFound((now) => {
      const index = now?.page.data.findIndex(({ sequence }) => sequence === linked.current) ?? -1
      if (index >= 0) setAt(index)
      return now
    })
  }, [wanted, hash, key])
  const go = (sequence: number) => setGoal({ sequence, key: `find-${++goals.current}` })
  useEffect(() => {
    setProblem(null)
    if (q === '') return setFound(null)
    let isOver = false
    const timer = setTimeout(() => {
      call('GET /messages/search', { query: { q, conversationId, pageSize: 50 } }).then(
        (page) => {
          if (isOver) return
          const index = page.data.findIndex(({ sequence }) => sequence === linked.current)
          setFound({ q, page })
          setAt(Math.max(0, index))
          const first = page.data[0]
          // The link has led to its message already.
          if (linked.current === 0 && first) go(first.sequence)
          linked.current = 0
        },
        (error: unknown) => isOver || setProblem(asProblem(error)),
      )
    }, pauseMs)
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [q, conversationId])
  const page = found?.q === q ? found.page : null
  /** To an older one (1) or a newer one (-1). */
  const step = async (by: 1 | -1) => {
    if (!page) return
    let { data } = page
    if (at + by >= data.length && page.nextCursor) {
      const query = { q, conversationId, pageSize: 50, cursor: page.nextCursor }
      const next = await call('GET /messages/search', { query }).catch(() => null)
      if (!next) return
      data = [...data, ...next.data]
      setFound({ q, page: { ...next, data } })
    }
    const target = data[at + by]
    if (!target) return
    setAt(at + by)
    go(target.sequence)
  }
  const close = () => {
    setOpen(false)
    setTyped('')
    setGoal(null)
    if (wanted !== null)
      void navigate({ search: withChange(params, { find: null }).toString(), hash: '' }, { replace: true })
  }
  return {
    isOpen,
    open: () => setOpen(true),
    close,
    /** Whether it began with a link to a message, which is then what one looks at. */
    isLinked: wanted !== null,
    typed,
    setTyped,
    q,
    page,
    problem,
    at,
    standsAt: page?.data[at]?.sequence ?? null,
    canStep: { older: page !== null && at + 1 < page.total, newer: page !== null && at > 0 },
    step,
    goal,
    go,
  }
}
export type Find = ReturnType<typeof useFind>
