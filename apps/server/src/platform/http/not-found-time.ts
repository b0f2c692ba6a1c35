import { setImmediate, setTimeout as sleep } from 'node:timers/promises'
import { errors } from '@fanlight/contract/errors'
import { Refusal } from '../refusal.ts'

// What does not exist is found out sooner than what is hidden from the viewer: the time of a 404 would say which of the two it is.

const stepMs = 25

/** The moment, counted from the start of the work, at which a 404 is sent: the same for all that took less than a step. */
export const momentAfter = (elapsedMs: number): number => (Math.floor(elapsedMs / stepMs) + 1) * stepMs

/** Does the work of a call; a 404 leaves at a fixed moment. */
export async function withEvenNotFound<T>(work: () => Promise<T>): Promise<T> {
  const startedAt = performance.now()
  try {
    return await work()
  } catch (error) {
    if (error instanceof Refusal && errors[error.code][0] === 404)
      await until(startedAt + momentAfter(performance.now() - startedAt))
    throw error
  }
}

/** Timers are exact to a millisecond or two, which is as much as is to be hidden. */
async function until(moment: number): Promise<void> {
  await sleep(Math.max(0, moment - performance.now() - 2))
  while (performance.now() < moment) await setImmediate()
}
