import { randomInt } from 'node:crypto'
import { z } from 'zod'
import { refuse } from '../../platform/refusal.ts'
import type { Shuffle } from './store.ts'

// Where an order of chance goes on: its seed, the last one shown, and how many came before. Whoever holds it is shown everybody once.

const shape = z.tuple([
  z
    .int()
    .min(0)
    .max(2 ** 32),
  z.string().regex(/^-?\d{1,19}$/),
  z.uuid(),
  z.int().min(0).max(10_000_000),
])

export const writeShuffle = ({ seed, after, passed }: Shuffle & { passed: number }): string =>
  Buffer.from(JSON.stringify([seed, after?.place, after?.id, passed])).toString('base64url')

/** A new order where there is none yet. */
export function readShuffle(text: string | undefined): Shuffle & { passed: number } {
  if (!text) return { seed: randomInt(2 ** 32), after: undefined, passed: 0 }
  try {
    const [seed, place, id, passed] = shape.parse(JSON.parse(Buffer.from(text, 'base64url').toString()))
    return { seed, after: { place, id }, passed }
  } catch {
    return refuse('INVALID_INPUT', { field: 'cursor' })
  }
}
