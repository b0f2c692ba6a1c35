import type { Context } from '../../../platform/context.ts'
import { requireOffered } from './overrides.ts'
import { englishFor, isShipped, keysFor, shippedIn } from './shipped.ts'
import { overrideRowsIn } from './store.ts'

interface Search {
  locale: string
  area?: string | undefined
  state?: 'changed' | 'missing' | undefined
  q?: string | undefined
  sort: 'asc' | 'desc'
  current: number
  pageSize: number
}

/** The messages of a language, for staff. Shipped messages are in memory; overrides are read from the database. */
export async function listed(ctx: Context, { locale, area, state, q, sort, current, pageSize }: Search) {
  requireOffered(ctx, locale)
  const overrides = new Map((await overrideRowsIn(ctx, locale)).map((entry) => [entry.key, entry]))
  const shipped = isShipped(locale) ? shippedIn(locale) : new Map<string, string>()
  const all = [...new Set([...keysFor(locale), ...overrides.keys()])].map((key) => {
    const own = overrides.get(key)
    return {
      key,
      english: englishFor(key),
      shipped: shipped.get(key) ?? null,
      value: own?.value ?? null,
      changedAt: own?.at.toISOString() ?? null,
      changedBy: own?.by ?? null,
    }
  })
  const is = {
    changed: (message: (typeof all)[number]) => message.value !== null,
    missing: (message: (typeof all)[number]) => message.value === null && message.shipped === null,
  }
  const sought = q?.toLowerCase()
  const found = all
    .filter((entry) => area === undefined || entry.key.startsWith(`${area}.`))
    .filter((entry) => state === undefined || is[state](entry))
    .filter(
      ({ key, english, shipped: shippedText, value }) =>
        sought === undefined ||
        [key, english, shippedText, value].some((entry) => entry?.toLowerCase().includes(sought)),
    )
    .toSorted((entry, other) => (entry.key < other.key ? -1 : 1) * (sort === 'asc' ? 1 : -1))
    .toSorted((entry, other) => Number(isWhole(other, sought)) - Number(isWhole(entry, sought)))
  return {
    data: found.slice((current - 1) * pageSize, current * pageSize),
    total: found.length,
    nextCursor: null,
    counts: { all: all.length, changed: all.filter(is.changed).length, missing: all.filter(is.missing).length },
    areas: [...new Set(all.map(({ key }) => key.slice(0, key.indexOf('.'))))].toSorted(),
  }
}

/** Whether a message says just what is sought: of many that contain a word, it comes first. */
function isWhole(
  {
    key,
    english,
    shipped,
    value,
  }: { key: string; english: string | null; shipped: string | null; value: string | null },
  sought: string | undefined,
): boolean {
  return sought !== undefined && [key, english, shipped, value].some((entry) => entry?.toLowerCase() === sought)
}
