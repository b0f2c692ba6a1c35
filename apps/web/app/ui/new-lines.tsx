import { useEffect, useRef, useState } from 'react'

export interface NewLine {
  /** Grows from line to line. */
  order: number | string
  text: string
}
/** Of many at once, such as after a time without a connection. */
const saidMax = 3

/**
 * Says new lines of a log to screen readers, each once. The log itself is not live: older lines that are loaded into it, and one's own, would
 * be read aloud. `lines` are those of others, oldest first; null until they are loaded: what is there at first is not said.
 */
export function NewLines({ lines }: { lines: readonly NewLine[] | null }) {
  const last = useRef<NewLine['order'] | null>(null)
  const [said, setSaid] = useState<readonly NewLine[]>([])
  useEffect(() => {
    if (!lines) return
    const known = last.current
    last.current = lines.reduce<NewLine['order'] | null>(
      (most, { order }) => (most === null || order > most ? order : most),
      known,
    )
    // Before the first line everything was loaded: what comes now is new.
    last.current ??= ''
    if (known === null) return
    const fresh = lines.filter(({ order }) => known === '' || order > known)
    if (fresh.length > 0) setSaid(fresh.slice(-saidMax))
  }, [lines])
  return (
    <div role="status" className="sr-only" data-new-lines>
      {said.map(({ order, text }) => (
        <p key={order}>{text}</p>
      ))}
    </div>
  )
}
