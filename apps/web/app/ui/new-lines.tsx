import { useEffect, useRef, useState } from 'react'

interface Line {
  /** Grows from line to line. */
  order: number
  text: string
}
/**
 * Says new lines of a log to screen readers. The log itself is not live: older lines that are loaded into it, and one's own, would be read aloud.
 * `newest` is the newest line of someone else; the one that is there at first is not said.
 */
export function NewLines({ newest }: { newest: Line | null }) {
  const last = useRef(newest?.order ?? 0)
  const [said, setSaid] = useState<Line | null>(null)
  const { order = 0, text = '' } = newest ?? {}
  useEffect(() => {
    if (order <= last.current) return
    last.current = order
    setSaid({ order, text })
  }, [order, text])
  return (
    <div role="status" className="sr-only" data-new-lines>
      {said ? <p key={said.order}>{said.text}</p> : null}
    </div>
  )
}
