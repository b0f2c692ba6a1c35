import { type AudienceGroup, audienceGroups } from '@fanlight/contract/audience-groups'
import type { Reply, RequestInput } from '../../../api/client.ts'

export type Person = Reply<'GET /performer/audience'>['data'][number]
export type Fan = Reply<'GET /performer/audience/people/:username'>['data']
export interface Counted {
  total: number
  totalIsAtLeast?: true | undefined
}
type ListBody = NonNullable<RequestInput<'POST /performer/fan-lists/:id/people'>['body']>
/** Everybody whom the filters leave of a group. */
export type Segment = Extract<ListBody, { segment: unknown }>['segment']
/** Whom something is done with: people who were selected one by one, or a segment with its number of people. */
export type Chosen =
  | { people: readonly Person[]; segment: null; counted: Counted }
  | { people: null; segment: Segment; counted: Counted }
export const chosenPeople = (people: readonly Person[]): Chosen => ({
  people,
  segment: null,
  counted: { total: people.length },
})

export type FanList = Reply<'GET /performer/fan-lists'>['data'][number]

export const audiencePageSize = 50
/** Of one fan. */
export const salesPageSize = 10
export const planFilters = ['free', 'trial', 'monthly', 'bundle', 'yearly', 'gift'] as const
/** Tokens. */
export const spentFilters = [1, 100, 500, 1000] as const

/** What the page asks for, from its address. `list` names a list, `group` any other group. */
export function audienceQuery(search: URLSearchParams) {
  const listId = search.get('list')
  const named = audienceGroups.find((name) => name === search.get('group') && name !== 'list')
  const q = search.get('q')?.trim().slice(0, 80)
  const type = planFilters.find((name) => name === search.get('type'))
  const spentAtLeast = spentFilters.find((amount) => String(amount) === search.get('spent'))
  const sort = (['asc', 'desc'] as const).find((way) => way === search.get('sort'))
  return {
    group: listId ? ('list' as const) : (named ?? ('subscribers' as const)),
    ...(listId ? { listId } : {}),
    ...(q ? { q } : {}),
    ...(type ? { type } : {}),
    ...(spentAtLeast ? { spentAtLeast } : {}),
    ...(sort ? { sort } : {}),
  }
}

/** The segment that the page shows, whatever its order. */
export function segmentOf({ sort: _, group, listId, ...filters }: ReturnType<typeof audienceQuery>): Segment {
  return group === 'list' ? { group, listId: listId!, ...filters } : { group, ...filters }
}

interface Order {
  column: 'since' | 'renews' | 'spent'
  sort: 'asc' | 'desc'
}
/** Which column a group is sorted by, and in which order unless the address says otherwise. */
export const sortedBy: Record<AudienceGroup, Order> = {
  subscribers: { column: 'since', sort: 'desc' },
  followers: { column: 'since', sort: 'desc' },
  new: { column: 'since', sort: 'desc' },
  list: { column: 'since', sort: 'desc' },
  renewing: { column: 'renews', sort: 'asc' },
  failed: { column: 'renews', sort: 'desc' },
  ending: { column: 'renews', sort: 'asc' },
  lapsed: { column: 'renews', sort: 'desc' },
  spent: { column: 'spent', sort: 'desc' },
}
