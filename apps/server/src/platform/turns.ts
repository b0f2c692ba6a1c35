/** Does so many pieces of work at once; the others wait, in the order in which they came. */
export function inTurns(atOnce: number): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0
  const waiting: (() => void)[] = []
  return async (work) => {
    if (running >= atOnce) await new Promise<void>((begin) => waiting.push(begin))
    else running += 1
    try {
      return await work()
    } finally {
      // The place goes over to the next one.
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}
