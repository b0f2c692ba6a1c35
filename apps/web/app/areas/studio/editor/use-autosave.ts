import { type RefObject, useEffect, useRef, useState } from 'react'
import type { ProblemData } from '../../../api/problem.ts'

const waitMs = 1500
const retryMs = 8000

/** `device`: what it lacks keeps it from the server, and it stays on this device. `conflict`: it was saved elsewhere since. */
export type Keeping = 'idle' | 'saving' | 'saved' | 'offline' | 'device' | 'conflict' | 'failed'

interface Autosave {
  /** Whether there is a draft to keep: what is published is saved by its button alone. */
  isOn: boolean
  /** Whether the server would take it as it is. */
  canSave: boolean
  /** All that is written, as one text: a change of it is what is saved. */
  written: string
  dirty: RefObject<boolean>
  /** Saves the draft as it is now; the refusal, or null. */
  save: () => Promise<ProblemData | null>
}

/** Keeps a draft on the server a moment after each change, and again when the connection is back. */
export function useAutosave({ isOn, canSave, written, dirty, save }: Autosave) {
  const [keeping, setKeeping] = useState<Keeping>('idle')
  const [savedAt, setSavedAt] = useState<Date | null>(null)
  const latest = useRef(save)
  latest.current = save
  const flight = useRef<Promise<void> | null>(null)
  const writtenNow = useRef(written)
  writtenNow.current = written
  // What was not saved: it goes again when it is asked for or, if it may be taken then, after a while.
  const unsaved = useRef<{ written: string; isRefused: boolean } | null>(null)
  const [turn, setTurn] = useState(0)
  // What lies in conflict is decided by the creator.
  const isHeld = keeping === 'conflict'

  const keep = (): Promise<void> => {
    flight.current ??= (async () => {
      setKeeping('saving')
      const tried = writtenNow.current
      const problem = await latest.current()
      unsaved.current = problem && {
        written: tried,
        isRefused: problem.status >= 400 && problem.status < 500 && problem.code !== 'TOO_MANY_REQUESTS',
      }
      if (problem === null) setSavedAt(new Date())
      setKeeping(
        problem === null
          ? 'saved'
          : problem.code === 'ITEM_CHANGED'
            ? 'conflict'
            : problem.code === 'OFFLINE'
              ? 'offline'
              : 'failed',
      )
      flight.current = null
      setTurn((now) => now + 1)
    })()
    return flight.current
  }
  const keepLatest = useRef(keep)
  keepLatest.current = keep

  useEffect(() => {
    if (!isOn || isHeld || !dirty.current) return
    if (!canSave) {
      setKeeping('device')
      return
    }
    if (unsaved.current?.written === written) return
    const now = () => void keepLatest.current()
    const timer = setTimeout(now, waitMs)
    const leaving = () => document.visibilityState === 'hidden' && dirty.current && now()
    document.addEventListener('visibilitychange', leaving)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', leaving)
    }
  }, [isOn, isHeld, canSave, written, turn, dirty])

  useEffect(() => {
    if (!isOn || unsaved.current === null || unsaved.current.isRefused || keeping === 'saving') return
    const again = () => void keepLatest.current()
    const timer = setTimeout(again, retryMs)
    addEventListener('online', again)
    return () => {
      clearTimeout(timer)
      removeEventListener('online', again)
    }
  }, [isOn, keeping, turn])

  return {
    keeping,
    savedAt,
    /** Resolves when nothing of it is under way any more. */
    settle: async () => {
      while (flight.current) await flight.current
    },
    /** Saves now what was not saved. */
    retry: () => void keep(),
    /** The conflict is decided: goes on. */
    release: () => setKeeping('idle'),
  }
}
