export const filters = ['all', 'unread', 'unlocked', 'hidden'] as const
export type ListFilter = (typeof filters)[number]
export const searchKinds = ['all', 'photo', 'video', 'audio', 'purchase'] as const
export type SearchKind = (typeof searchKinds)[number]

/** What the address says of the list. */
export const filterOf = (search: URLSearchParams): ListFilter =>
  filters.find((filter) => filter === search.get('filter')) ?? 'all'
/** What it says of the search. */
export const searchOf = (search: URLSearchParams): { q: string; kind: SearchKind } => ({
  q: (search.get('q') ?? '').trim().slice(0, 100),
  kind: searchKinds.find((kind) => kind === search.get('kind')) ?? 'all',
})

/** The list is the same whatever is searched for: of those addresses only the filter counts. */
export const isSameList = (a: URL, b: URL): boolean =>
  filterOf(a.searchParams) === filterOf(b.searchParams) && a.search !== b.search

/** The address of a message that was found, at which its conversation opens with the search. */
export const foundAddress = (
  { conversationId, sequence }: { conversationId: string; sequence: number },
  { q, kind }: { q: string; kind: SearchKind },
) => ({
  pathname: `/messages/${conversationId}`,
  search: `?${new URLSearchParams({ q, ...(kind !== 'all' && { kind }), find: q })}`,
  hash: `m${sequence}`,
})
