import { sql } from './db.ts'

// Small pieces of SQL text that carry no product noun.

export const direction = (sort: 'asc' | 'desc') => (sort === 'asc' ? sql`ASC` : sql`DESC`)

/** Words for LIKE: what somebody typed is never a pattern. */
export const escapeLike = (words: string): string => words.replace(/[\\%_]/g, '\\$&')

// A statement with a name is planned once a connection. Other sizes are planned each time, so that nobody fills the connections with plans.
const usualSizes = new Set([3, 10, 12, 20, 24, 25, 50, 100])
export const nameOfSize = (name: string, size: number): string | undefined =>
  usualSizes.has(size) ? `${name} ${size}` : undefined
