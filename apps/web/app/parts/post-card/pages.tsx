import { useEffect, useRef, useState } from 'react'
import { asProblem, type ProblemData } from '../../api/problem.ts'
import { useT } from '../../i18n/context.tsx'
import { Button } from '../../ui/button.tsx'
import { useProblemWords } from '../../ui/form.tsx'
import { PartialState } from '../../ui/states.tsx'

interface Page<Item> {
  data: Item[]
  nextCursor: string | null
}

/** Pages that follow each other. A new first page starts the list again; a page that failed is asked for by hand. */
export function usePages<Item extends { _id: string }>(
  first: Page<Item>,
  load: (cursor: string) => Promise<Page<Item>>,
) {
  const [items, setItems] = useState(first.data)
  const [cursor, setCursor] = useState(first.nextCursor)
  const [problem, setProblem] = useState<ProblemData | null>(null)
  const [loading, setLoading] = useState(false)
  const asking = useRef(false)
  const round = useRef(0)
  useEffect(() => {
    round.current += 1
    setItems(first.data)
    setCursor(first.nextCursor)
    setProblem(null)
  }, [first])
  const more = async () => {
    if (!cursor || asking.current) return
    const mine = round.current
    asking.current = true
    setLoading(true)
    setProblem(null)
    try {
      const page = await load(cursor)
      if (mine !== round.current) return
      setItems((known) => [...known, ...page.data.filter(({ _id }) => !known.some((one) => one._id === _id))])
      setCursor(page.nextCursor)
    } catch (error) {
      if (mine === round.current) setProblem(asProblem(error))
    } finally {
      asking.current = false
      setLoading(false)
    }
  }
  return { items, setItems, hasMore: cursor !== null, loading, problem, more }
}

/** Loads the next page as its end comes near; a button for who waits there, a quiet row where it failed. */
export function MorePages({
  pages,
  label,
}: {
  pages: { hasMore: boolean; loading: boolean; problem: ProblemData | null; more: () => Promise<void> }
  label: string
}) {
  const t = useT()
  const words = useProblemWords()
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
  if (pages.problem) return <PartialState onRetry={() => void pages.more()}>{words(pages.problem)}</PartialState>
  if (!pages.hasMore) return null
  return (
    <div ref={end} className="grid place-items-center py-4">
      <Button look="quiet" busy={pages.loading ? t('ui.loading') : undefined} onClick={() => void pages.more()}>
        {label}
      </Button>
    </div>
  )
}
