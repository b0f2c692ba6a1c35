import { useEffect, useRef, useState } from 'react'
import { call } from '../../api/client.ts'
import type { RequestInput } from '../../api/contract.ts'
import { toast } from '../../ui/toast.tsx'
import type { ChangeRoute } from './use-mutation.ts'

interface Toggle {
  on: boolean
  count: number
}
interface Calls<On extends ChangeRoute, Off extends ChangeRoute> {
  on: On
  off: Off
  /** The same for both. */
  input: RequestInput<On> & RequestInput<Off>
  onChange?: ((isOn: boolean) => void) | undefined
}

/**
 * Something that is on or off at once and is sent to the server behind it: like, bookmark, follow. Fast presses end in the
 * state that was wanted last; a refusal puts back what was there and says why.
 */
export function useToggle<On extends ChangeRoute, Off extends ChangeRoute>(
  start: Toggle,
  { on, off, input, onChange }: Calls<On, Off>,
) {
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
        await call<ChangeRoute>(next ? on : off, input as never)
        onChange?.(next)
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

/** The calls of a toggle that is a reaction. */
export const reaction = (
  action: 'like' | 'bookmark',
  objectType: RequestInput<'POST /reactions'>['body']['objectType'],
  objectId: string,
) => ({ on: 'POST /reactions', off: 'DELETE /reactions', input: { body: { action, objectType, objectId } } }) as const
