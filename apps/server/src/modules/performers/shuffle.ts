import { randomInt } from 'node:crypto'
import { z } from 'zod'
import type { Context } from '../../platform/context.ts'
import { row, sql } from '../../platform/db.ts'
import { nameOfSize } from '../../platform/statements.ts'
import { refuse } from '../../platform/refusal.ts'
import type { Viewer } from '../../platform/viewer.ts'
import { ageOf } from '../access/door.ts'
import { type CardRow, fetchCards, inSightSql } from './store.ts'

// An order of chance in which everybody comes once. Listings lie in blocks by a hash of their id. A seed mixes the blocks, and within
// each its creators: so a page reads a block or two, however many creators there are.

export interface Shuffle {
  seed: number
  /** There are two to the power of this many blocks. */
  bits: number
  /** Behind whom the order goes on: their block, their place in it, and their id. */
  after: { block: number; place: string; id: string }
  passed: number
}

/** So many creators a block, about. */
const blockSize = 64
const bitsMax = 16

const shape = z.tuple([
  z
    .int()
    .min(0)
    .max(2 ** 32),
  z.int().min(1).max(bitsMax),
  z.string().regex(/^\d{1,5} -?\d{1,19}$/),
  z.uuid(),
  z.int().min(0).max(10_000_000),
])
const beginning = { block: 0, place: '-9223372036854775808', id: '00000000-0000-0000-0000-000000000000' }

/** Where the order goes on after a row: `at` is as the rows say it. */
export const writeShuffle = ({ seed, bits }: Shuffle, last: { at: string; id: string }, passed: number): string =>
  Buffer.from(JSON.stringify([seed, bits, last.at, last.id, passed])).toString('base64url')

/** A new order where there is none yet. */
export async function readShuffle(ctx: Context, text: string | undefined): Promise<Shuffle> {
  if (!text) return { seed: randomInt(2 ** 32), bits: await bitsFor(ctx), after: beginning, passed: 0 }
  try {
    const [seed, bits, at, id, passed] = shape.parse(JSON.parse(Buffer.from(text, 'base64url').toString()))
    const [block, place] = at.split(' ') as [string, string]
    if (BigInt.asIntN(64, BigInt(place)) !== BigInt(place)) throw new Error('no place')
    return { seed, bits, after: { block: Number(block), place, id }, passed }
  } catch {
    return refuse('INVALID_INPUT', { field: 'cursor' })
  }
}

/** By what the database believes the table to hold: an old belief makes blocks that are longer or emptier, and nothing wrong. */
async function bitsFor(ctx: Context): Promise<number> {
  const found = await row(
    ctx.db,
    sql<{ many: number }>`SELECT reltuples AS many FROM pg_class WHERE oid = 'performer_listings'::regclass`,
  )
  const blocks = Math.max(1, found?.many ?? 1) / blockSize
  return Math.min(bitsMax, Math.max(1, Math.ceil(Math.log2(blocks))))
}

/** `at` is the block and the place in it. The blocks come one after the other until the page is full; only their own rows are sorted. */
export const shuffledCards = (
  ctx: Context,
  viewer: Viewer,
  size: number,
  { seed, bits, after }: Shuffle,
): Promise<CardRow[]> =>
  fetchCards(ctx, viewer, {
    name: nameOfSize(`shuffled ${ageOf(ctx, viewer)}`, size - 1),
    chosen: `SELECT id, block || ' ' || place AS at, row_number() OVER () AS n FROM (
      SELECT block, place, id FROM generate_series($6::bigint, (1::bigint << $5::int) - 1) block
        CROSS JOIN LATERAL (SELECT ((((block * ($4::bigint | 1) + ($4::bigint >> 7)) & ((1::bigint << $5::int) - 1)) << (64 - $5::int)) # (1::bigint << 63)) AS first) f
        CROSS JOIN LATERAL (SELECT uuid_hash_extended(l.performer_id, $4::bigint) AS place, l.performer_id AS id FROM performer_listings l
          WHERE uuid_hash_extended(l.performer_id, 0) BETWEEN f.first AND f.first | ~((-1)::bigint << (64 - $5::int)) AND ${inSightSql(ageOf(ctx, viewer))}
            AND (block > $6::bigint OR (uuid_hash_extended(l.performer_id, $4::bigint), l.performer_id) > ($7::bigint, $8::uuid))
          ORDER BY 1, 2) within
      LIMIT ${size}) listed`,
    values: [seed, bits, after.block, after.place, after.id],
    why: `'chance'`,
  })
