import { call, type Reply } from '../../../api/client.ts'
import { useT } from '../../../i18n/context.tsx'
import { ExportCsv } from '../pieces/export-csv.tsx'
import type { Earning } from './sales.tsx'
import { earningsQuery } from './earnings-query.ts'

/** The filtered sales as a file for spreadsheets. */
export function ExportEarnings({ search, disabled }: { search: URLSearchParams; disabled: boolean }) {
  const t = useT()
  const rows = async () => {
    const { current: _current, ...query } = earningsQuery(search)
    const found: Earning[] = []
    let cursor: string | null = null
    do {
      const page: Reply<'GET /performer/earning/search'> = await call('GET /performer/earning/search', {
        query: { ...query, pageSize: 100, sortBy: 'createdAt', sort: 'desc', ...(cursor && { cursor }) },
      })
      found.push(...page.data)
      cursor = page.nextCursor
    } while (cursor)
    return found.map((row) => [
      row.createdAt,
      t(`studio.one.${row.type}`),
      row.title ?? '',
      row.user?.name ?? '',
      row.user?.username ?? '',
      row.gross,
      row.returned,
      row.fee,
      row.net,
      row.netValue,
      row.currency,
      t(`studio.earningState.${row.status}`),
      row.availableAt,
    ])
  }
  const head = [
    t('studio.column.when'),
    t('studio.earnings.kind'),
    t('studio.earnings.sale'),
    t('studio.earnings.fan'),
    t('studio.earnings.username'),
    t('studio.earnings.grossTokens'),
    t('studio.earnings.returnedTokens'),
    t('studio.earnings.feeTokens'),
    t('studio.earnings.netTokens'),
    t('studio.column.net'),
    t('studio.audience.currency'),
    t('studio.column.status'),
    t('studio.column.release'),
  ]
  return <ExportCsv name="earnings" head={head} rows={rows} disabled={disabled} />
}
