import { useSearchParams } from 'react-router'

// spec: table.filter-resets

/** spec §2: the query string holds the state of a list. */
export interface TableState {
  current: number
  pageSize: number
  sortBy: string
  sort: 'asc' | 'desc'
}

/** The query that a loader sends to the API, read from the URL of the page. */
export function tableQuery(url: URL | URLSearchParams, defaults: Partial<TableState> = {}): TableState {
  const search = url instanceof URL ? url.searchParams : url
  const whole = (name: string, fallback: number, most: number) => {
    const value = Number(search.get(name))
    return Number.isInteger(value) && value >= 1 && value <= most ? value : fallback
  }
  return {
    current: whole('current', defaults.current ?? 1, 100_000),
    pageSize: whole('pageSize', defaults.pageSize ?? 20, 100),
    sortBy: search.get('sortBy') ?? defaults.sortBy ?? 'updatedAt',
    sort: search.get('sort') === 'asc' ? 'asc' : search.get('sort') === 'desc' ? 'desc' : (defaults.sort ?? 'desc'),
  }
}

/** The query with a change in it. Anything but another page goes back to page 1. */
export function withChange(search: URLSearchParams, change: Record<string, string | number | null>): URLSearchParams {
  const next = new URLSearchParams(search)
  if (!('current' in change)) next.delete('current')
  for (const [name, value] of Object.entries(change)) {
    if (value === null || value === '' || (name === 'current' && value === 1)) next.delete(name)
    else next.set(name, String(value))
  }
  return next
}

/** Reads and changes that state. */
export function useTableState(defaults?: Partial<TableState>) {
  const [search, setSearch] = useSearchParams()
  const state = tableQuery(search, defaults)
  return {
    ...state,
    filter: (name: string) => search.get(name) ?? '',
    /** The address with a change, for links. */
    hrefWith: (change: Record<string, string | number | null>) => `?${withChange(search, change)}`,
    change: (change: Record<string, string | number | null>) =>
      setSearch(withChange(search, change), { preventScrollReset: true }),
  }
}
