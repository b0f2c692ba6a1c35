import { useEffect, useRef, useState } from 'react'
import { toast } from '../../ui/toast.tsx'

interface Toggle {
  on: boolean
  count: number
}

/**
 * Something that is on or off at once and is notified to the server behind it: like, bookmark, follow. Fast presses end in the
 * state that was wanted last; a refusal puts back what was there and says why.
 */
export function useToggle(start: Toggle, notify: (on: boolean) => Promise<unknown>) {
  const [shown, setShown] = useState(start)
  const known = useRef(start)
  const wanted = useRef(start.on)
  const notifying = useRef(false)
  useEffect(() => {
    if (notifying.current) return
    known.current = { on: start.on, count: start.count }
    wanted.current = start.on
    setShown(known.current)
  }, [start.on, start.count])

  const flip = async () => {
    wanted.current = !wanted.current
    setShown(withState(known.current, wanted.current))
    if (notifying.current) return
    notifying.current = true
    try {
      while (wanted.current !== known.current.on) {
        const next = wanted.current
        await notify(next)
        known.current = withState(known.current, next)
      }
    } catch (error) {
      wanted.current = known.current.on
      setShown(known.current)
      toast.problem(error)
    } finally {
      notifying.current = false
    }
  }
  return { ...shown, flip }
}

export const withState = (from: Toggle, on: boolean): Toggle =>
  from.on === on ? from : { on, count: Math.max(0, from.count + (on ? 1 : -1)) }
