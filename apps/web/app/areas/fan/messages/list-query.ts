export const filters = ['all', 'unread', 'unlocked', 'hidden'] as const
export type ListFilter = (typeof filters)[number]

/** What the address says of the list. */
export const queryOf = (search: URLSearchParams): { filter: ListFilter; q: string } => ({
  filter: filters.find((filter) => filter === search.get('filter')) ?? 'all',
  q: (search.get('q') ?? '').trim().slice(0, 100),
})
