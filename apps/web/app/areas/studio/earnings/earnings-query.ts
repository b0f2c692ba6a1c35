import { earningGroups } from '@fanlight/contract/charge-types'
import { tableQuery } from '../../../ui/table-state.ts'
import { daysAgo } from '../pieces/earnings-chart.tsx'

const periods: Record<string, number> = { week: 7, quarter: 90, year: 365 }
const statuses = ['escrow', 'pending', 'available', 'in_payout', 'paid', 'reversed'] as const

/** How many days the page shows. */
export const daysOf = (search: URLSearchParams): number => periods[search.get('view') ?? ''] ?? 30

/** What the list of sales is asked for, from the address of the page. */
export function earningsQuery(search: URLSearchParams) {
  const { current, pageSize, sort, sortBy } = tableQuery(search, { sortBy: 'createdAt' })
  const group = earningGroups.find((name) => name === search.get('group'))
  const status = statuses.find((name) => name === search.get('status'))
  const q = search.get('q')?.trim().slice(0, 100)
  return {
    current,
    pageSize,
    sort,
    sortBy: (['createdAt', 'availableAt', 'net'] as const).find((name) => name === sortBy) ?? 'createdAt',
    from: daysAgo(daysOf(search)),
    ...(group && { group }),
    ...(status && { status }),
    ...(q && { q }),
  }
}
