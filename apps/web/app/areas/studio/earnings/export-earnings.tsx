import { earningGroups } from '@fanlight/contract/charge-types'
import { Download } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { Link } from 'react-router'
import { call, type Reply } from '../../../api/client.ts'
import { useT } from '../../../i18n/context.tsx'
import { Button } from '../../../ui/button.tsx'
import { Sheet } from '../../../ui/dialog.tsx'
import { dot } from '../../../ui/dot.ts'
import { Checkbox, Field, Select } from '../../../ui/field.tsx'
import { withChange } from '../../../ui/table-state.ts'
import { useSaveCsv } from '../pieces/export-csv.tsx'
import { earningsQuery } from './earnings-query.ts'
import type { Earning } from './sales.tsx'

type Query = Omit<ReturnType<typeof earningsQuery>, 'current'>
const periods = ['month', 'week', 'quarter', 'year'] as const

/** The way to the sales as a file for spreadsheets. `total`: how many the page has. */
export function ExportEarnings({ search, total }: { search: URLSearchParams; total: number }) {
  const t = useT()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <Download aria-hidden="true" />
        {t('studio.orders.export')}
      </Button>
      {isOpen ? <ExportSheet search={search} total={total} onClose={() => setOpen(false)} /> : null}
    </>
  )
}

interface ExportSheetProps {
  search: URLSearchParams
  total: number
  onClose: () => void
}
function ExportSheet({ search, total, onClose }: ExportSheetProps) {
  const t = useT()
  const [wanted, setWanted] = useState(() => new URLSearchParams(search))
  const [without, setWithout] = useState<ReadonlySet<string>>(new Set(['order']))
  const { current: _current, ...query } = earningsQuery(wanted)
  const count = useCount(query, wanted.toString() === search.toString() ? total : null)
  const columns = useColumns()
  const chosen = columns.filter(({ name }) => !without.has(name))
  const { save, working } = useSaveCsv({
    name: 'earnings',
    head: chosen.map(({ title }) => title),
    rows: async () => (await allOf(query)).map((row) => chosen.map(({ cell }) => cell(row))),
  })
  const set = (change: Record<string, string | null>) =>
    setWanted((now) => new URLSearchParams(withChange(now, change)))
  return (
    <Sheet
      open
      onOpenChange={(open) => open || onClose()}
      title={t('studio.earnings.exportTitle')}
      footer={
        <Button
          variant="primary"
          className="w-full"
          disabled={count === 0 || chosen.length === 0}
          busy={working ? t('studio.orders.exporting') : undefined}
          onClick={() => void save().then((saved) => (saved ? onClose() : undefined))}
        >
          <Download aria-hidden="true" />
          {t('studio.earnings.download')}
        </Button>
      }
    >
      <div className="grid gap-4">
        <Field label={t('studio.period')}>
          <Select
            value={wanted.get('view') ?? 'month'}
            onChange={({ currentTarget: { value } }) => set({ view: value === 'month' ? null : value })}
          >
            {periods.map((period) => (
              <option key={period} value={period}>
                {t(`studio.period.${period}`)}
              </option>
            ))}
          </Select>
        </Field>
        <Field label={t('studio.earnings.kind')}>
          <Select
            value={wanted.get('group') ?? ''}
            onChange={({ currentTarget: { value } }) => set({ group: value || null })}
          >
            <option value="">{t('studio.all')}</option>
            {earningGroups.map((group) => (
              <option key={group} value={group}>
                {t(`studio.group.${group}`)}
              </option>
            ))}
          </Select>
        </Field>
        <p aria-live="polite" className="min-h-5 text-sm text-ink-2">
          {count === null ? null : t('studio.earnings.salesCount', { count })}
          {count !== null && query.q ? (
            <>
              {dot}
              {t('studio.earnings.find')}: <bdi>{query.q}</bdi>
            </>
          ) : null}
        </p>
        <fieldset>
          <legend className="mb-2 text-sm font-semibold">{t('studio.earnings.columns')}</legend>
          <div className="grid grid-cols-2 gap-x-4 gap-y-3">
            {columns.map(({ name, title }) => (
              <Checkbox
                key={name}
                label={title}
                checked={!without.has(name)}
                onChange={({ currentTarget: { checked } }) =>
                  setWithout((now) => {
                    const next = new Set(now)
                    if (checked) next.delete(name)
                    else next.add(name)
                    return next
                  })
                }
              />
            ))}
          </div>
        </fieldset>
        <p className="text-xs text-ink-3">
          {t('studio.earnings.exportHint')}{' '}
          <Link to="/creator/earnings/statements" className="link">
            {t('studio.earnings.statements')}
          </Link>
        </p>
      </div>
    </Sheet>
  )
}

/** How many sales match; null until it is known. */
function useCount({ from, group, status, q }: Query, known: number | null): number | null {
  const [found, setFound] = useState<{ key: string; total: number } | null>(null)
  const key = JSON.stringify([from.slice(0, 10), group, status, q])
  // The moment that the period begins with is another at each rendering.
  const count = useEffectEvent((asked: string, signal: AbortSignal) => {
    call('GET /performer/earning/search', {
      query: { from, ...(group && { group }), ...(status && { status }), ...(q && { q }), pageSize: 1 },
      signal,
    })
      .then(({ total }) => setFound({ key: asked, total }))
      .catch(() => {})
  })
  const isKnown = known !== null
  useEffect(() => {
    if (isKnown) return
    const gone = new AbortController()
    count(key, gone.signal)
    return () => gone.abort()
  }, [key, isKnown])
  return known ?? (found?.key === key ? found.total : null)
}

async function allOf(query: Query): Promise<Earning[]> {
  const found: Earning[] = []
  let cursor: string | null = null
  do {
    const page: Reply<'GET /performer/earning/search'> = await call('GET /performer/earning/search', {
      query: { ...query, pageSize: 100, sortBy: 'createdAt', sort: 'desc', ...(cursor && { cursor }) },
    })
    found.push(...page.data)
    cursor = page.nextCursor
  } while (cursor)
  return found
}

interface ExportColumn {
  name: string
  title: string
  cell: (row: Earning) => string | number
}
function useColumns(): readonly ExportColumn[] {
  const t = useT()
  return [
    { name: 'when', title: t('studio.column.when'), cell: (row) => row.createdAt },
    { name: 'kind', title: t('studio.earnings.kind'), cell: (row) => t(`studio.one.${row.type}`) },
    { name: 'sale', title: t('studio.earnings.sale'), cell: (row) => row.title ?? '' },
    { name: 'fan', title: t('studio.earnings.fan'), cell: (row) => row.user?.name ?? '' },
    { name: 'username', title: t('studio.earnings.username'), cell: (row) => row.user?.username ?? '' },
    { name: 'gross', title: t('studio.earnings.grossTokens'), cell: (row) => row.gross },
    { name: 'returned', title: t('studio.earnings.returnedTokens'), cell: (row) => row.returned },
    { name: 'fee', title: t('studio.earnings.feeTokens'), cell: (row) => row.fee },
    { name: 'net', title: t('studio.earnings.netTokens'), cell: (row) => row.net },
    { name: 'value', title: t('studio.column.net'), cell: (row) => row.netValue },
    { name: 'currency', title: t('studio.audience.currency'), cell: (row) => row.currency },
    { name: 'status', title: t('studio.column.status'), cell: (row) => t(`studio.earningState.${row.status}`) },
    { name: 'release', title: t('studio.column.release'), cell: (row) => row.availableAt },
    { name: 'order', title: t('studio.orders.number'), cell: (row) => row.order?.number ?? '' },
  ]
}
