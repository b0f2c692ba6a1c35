import { setTimeout as sleep } from 'node:timers/promises'

/** Answers, good or bad, no earlier than `atLeastMs`: how long the work took then reveals nothing about what it found. */
export async function inEqualTime<T>(atLeastMs: number, work: () => Promise<T>): Promise<T> {
  const [outcome] = await Promise.allSettled([work(), sleep(atLeastMs)])
  if (outcome.status === 'rejected') throw outcome.reason
  return outcome.value
}
