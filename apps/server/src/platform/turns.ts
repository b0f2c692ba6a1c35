import { refuseIf } from './refusal.ts'

/** Does so many pieces of work at once; the others wait, in the order in which they came. Beyond `waitingMax` they are refused: OVERLOADED. */
export function inTurns(atOnce: number, waitingMax = Infinity): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0
  const waiting: (() => void)[] = []
  return async (work) => {
    refuseIf(waiting.length >= waitingMax, 'OVERLOADED')
    if (running >= atOnce) await new Promise<void>((begin) => waiting.push(begin))
    else running += 1
    try {
      return await work()
    } finally {
      // The place is passed on directly, so that a new request can't take it in between.
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}
