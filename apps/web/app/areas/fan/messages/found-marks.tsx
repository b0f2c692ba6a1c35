import clsx from 'clsx'
import { type RefObject, useContext, useEffect, useState } from 'react'
import { spansOf } from '../../../ui/search-spans.ts'
import type { Message } from './message.ts'
import { FindWords } from './use-find.ts'

/** At the edge along which the log scrolls: where in what is loaded the messages are that were found. */
export function FoundMarks({ box, messages }: { box: RefObject<HTMLDivElement | null>; messages: readonly Message[] }) {
  const { q, current } = useContext(FindWords)
  const [marks, setMarks] = useState<readonly { sequence: number; top: number }[]>([])
  useEffect(() => {
    const content = box.current?.firstElementChild
    if (q === '' || !content) return setMarks([])
    const measure = () => {
      const whole = content.getBoundingClientRect()
      const found = messages.filter(({ text, isDeleted }) => !isDeleted && spansOf(text, q).length > 0)
      setMarks(
        found.flatMap(({ sequence }) => {
          const place = content.querySelector(`[data-sequence="${sequence}"]`)?.getBoundingClientRect()
          return place ? [{ sequence, top: ((place.top + place.height / 2 - whole.top) / whole.height) * 100 }] : []
        }),
      )
    }
    measure()
    const watcher = new ResizeObserver(measure)
    watcher.observe(content)
    return () => watcher.disconnect()
  }, [box, messages, q])
  if (marks.length === 0) return null
  return (
    <span aria-hidden="true" className="pointer-events-none absolute inset-y-2 end-0.5 w-1.5">
      {marks.map(({ sequence, top }) => (
        <i
          key={sequence}
          data-found={sequence}
          className={clsx(
            'absolute inset-x-0 rounded-full',
            sequence === current ? 'h-2 bg-(--lamp-800) dark:bg-(--lamp-300)' : 'h-1 bg-(--lamp-500)',
          )}
          style={{ top: `${top}%` }}
        />
      ))}
    </span>
  )
}
