import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { Context } from '../../../platform/context.ts'
import { refuse } from '../../../platform/refusal.ts'
import { nameOfSize } from '../../../platform/db/statements.ts'
import type { Viewer } from '../../../platform/viewer.ts'
import { visibilityVariant } from '../../access/visibility-sql.ts'
import { fetchCards, visibleSql } from './store.ts'

// A random order in which each creator appears once: listings form a ring ordered by an indexed hash of their id. Each order begins at
// a random position of the ring and goes around it once.

export interface Shuffle {
  start: string
  /** The last row: whether it came after the wrap-around of the ring, its position and its id. */
  after: { wrapped: 0 | 1; position: string; id: string }
}

const int64 = z
  .string()
  .regex(/^-?\d{1,19}$/)
  .refine((text) => BigInt.asIntN(64, BigInt(text)) === BigInt(text))
const shape = z.tuple([int64, z.union([z.literal(0), z.literal(1)]), int64, z.uuid()])

/** Where the order goes on after a row: `at` is as the rows say it. */
export function writeShuffle({ start }: Shuffle, last: { at: string; id: string }): string {
  const [wrapped, position] = last.at.split(' ')
  return Buffer.from(JSON.stringify([start, Number(wrapped), position, last.id])).toString('base64url')
}

/** A new order where there is none yet. */
export function readShuffle(text: string | undefined): Shuffle {
  if (!text) {
    const start = String(randomBytes(8).readBigInt64BE())
    return { start, after: { wrapped: 0, position: start, id: '00000000-0000-0000-0000-000000000000' } }
  }
  try {
    const [start, wrapped, position, id] = shape.parse(JSON.parse(Buffer.from(text, 'base64url').toString()))
    return { start, after: { wrapped, position, id } }
  } catch {
    return refuse('INVALID_INPUT', { field: 'cursor' })
  }
}

const position = 'uuid_hash_extended(l.performer_id, 0)'
const ring = {
  begin: { position: '-9223372036854775808', id: '00000000-0000-0000-0000-000000000000' },
  end: { position: '9223372036854775807', id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' },
}
// Both parts continue along the index from one position, unseen by the planner (docs/fast-path-queries.md): it would expect few rows.
export function shuffledCards(ctx: Context, viewer: Viewer, size: number, { start, after }: Shuffle) {
  const part = (wrapped: 0 | 1, where: string) =>
    `(SELECT ${wrapped} AS wrapped, ${position} AS position, l.performer_id AS id FROM performer_listings l
      WHERE ${where} AND ${visibleSql(visibilityVariant(ctx, viewer))} ORDER BY 2, 3 LIMIT ${size})`
  const [beforeEnd, afterBegin] = after.wrapped ? [ring.end, after] : [after, ring.begin]
  return fetchCards(ctx, viewer, {
    name: nameOfSize(`shuffled ${visibilityVariant(ctx, viewer)}`, size - 1),
    chosen: `SELECT id, wrapped || ' ' || position AS at, row_number() OVER (ORDER BY wrapped, position, id) AS n FROM (
        ${part(0, `(${position}, l.performer_id) > ((SELECT $5::bigint), (SELECT $6::uuid))`)}
        UNION ALL ${part(1, `(${position}, l.performer_id) > ((SELECT $7::bigint), (SELECT $8::uuid)) AND ${position} < (SELECT $4::bigint)`)}) ring
      ORDER BY n LIMIT ${size}`,
    values: [start, beforeEnd.position, beforeEnd.id, afterBegin.position, afterBegin.id],
    why: `'chance'`,
  })
}
