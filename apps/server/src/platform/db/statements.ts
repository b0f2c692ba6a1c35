import { sql } from './db.ts'

// Small pieces of SQL text that carry no product noun.

export const direction = (sort: 'asc' | 'desc') => (sort === 'asc' ? sql`ASC` : sql`DESC`)

/** Escapes text for LIKE: user input is never a pattern. */
export const escapeLike = (searchText: string): string => searchText.replace(/[\\%_]/g, '\\$&')

// A named statement is planned once per connection. Other sizes are planned each time, so that no one can fill connections with plans.
const usualSizes = new Set([3, 10, 12, 20, 24, 25, 50, 100])
export const nameOfSize = (name: string, size: number): string | undefined =>
  usualSizes.has(size) ? `${name} ${size}` : undefined
