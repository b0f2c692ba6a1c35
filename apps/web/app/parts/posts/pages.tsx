import { useEffect, useRef, useState } from 'react'
import { asProblem, type ProblemData } from '../../api/problem.ts'
import { useT } from '../../i18n/context.tsx'
import { Button } from '../../ui/button.tsx'
import { useProblemText } from '../../ui/form.tsx'
import { PartialState } from '../../ui/states.tsx'

interface Page<Item> {
  data: Item[]
  nextCursor: string | null
}

/** Consecutive pages of a list. A new first page restarts the list; a failed page is requested again by a click. */
export function usePages<Item extends { _id: string }>(
  first: Page<Item>,
  load: (cursor: string) => Promise<Page<Item>>,
) {
  const [items, setItems] = useState(first.data)
  const [cursor, setCursor] = useState(first.nextCursor)
  const [problem, setProblem] = useState<ProblemData | null>(null)
  const [loading, setLoading] = useState(false)
  const isLoading = useRef(false)
  const round = useRef(0)
  useEffect(() => {
    round.current += 1
    setItems(first.data)
    setCursor(first.nextCursor)
    setProblem(null)
  }, [first])
  const more = async () => {
    if (!cursor || isLoading.current) return
    const mine = round.current
    isLoading.current = true
    setLoading(true)
    setProblem(null)
    try {
      const page = await load(cursor)
      if (mine !== round.current) return
      setItems((known) => [...known, ...page.data.filter(({ _id }) => !known.some((entry) => entry._id === _id))])
      setCursor(page.nextCursor)
    } catch (error) {
      if (mine === round.current) setProblem(asProblem(error))
    } finally {
      isLoading.current = false
      setLoading(false)
    }
  }
  return { items, setItems, hasMore: cursor !== null, loading, problem, more }
}

/** Loads the next page near the end of the list; a button for users who do not want to wait, a plain row after an error. */
export function MorePages({
  pages,
  label,
}: {
  pages: { hasMore: boolean; loading: boolean; problem: ProblemData | null; more: () => Promise<void> }
  label: string
}) {
  const t = useT()
  const problemText = useProblemText()
  const end = useRef<HTMLDivElement>(null)
  const more = useRef(pages.more)
  more.current = pages.more
  const waits = pages.hasMore && !pages.problem
  useEffect(() => {
    if (!waits || !end.current) return
    const watcher = new IntersectionObserver(([entry]) => entry?.isIntersecting && void more.current(), {
      rootMargin: '900px 0px',
    })
    watcher.observe(end.current)
    return () => watcher.disconnect()
  }, [waits])
  if (pages.problem) return <PartialState onRetry={() => void pages.more()}>{problemText(pages.problem)}</PartialState>
  if (!pages.hasMore) return null
  return (
    <div ref={end} className="grid place-items-center py-4">
      <Button variant="quiet" busy={pages.loading ? t('ui.loading') : undefined} onClick={() => void pages.more()}>
        {label}
      </Button>
    </div>
  )
}
