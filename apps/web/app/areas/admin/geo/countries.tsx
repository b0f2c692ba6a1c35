import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import type { Reply } from '../../../api/client.ts'
import { apiOf } from '../../../api/request-context.ts'
import { withMessages } from '../../../i18n/area-messages.ts'
import { useT } from '../../../i18n/context.tsx'
import { PageTitle } from '../../../parts/site/page-title.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { dot } from '../../../ui/dot.ts'
import { Pagination } from '../../../ui/pagination.tsx'
import { type Column, Table } from '../../../ui/table.tsx'
import { tableQuery, useTableState } from '../../../ui/table-state.ts'
import { Segmented } from '../../../ui/tabs.tsx'
import { cultures, matches } from './matches.ts'
import { Choice, FilterForm } from '../pieces/filter-form.tsx'
import { NothingFound } from '../pieces/nothing-found.tsx'
import { TableSearch } from '../pieces/table-search.tsx'

export const handle = { messages: ['staff'] }
export const clientMiddleware = [withMessages('staff')]

const regions = ['AF', 'AS', 'EU', 'NA', 'SA', 'OC'] as const
const start = { pageSize: 50 } as const

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url)
  const { current, pageSize } = tableQuery(searchParams, start)
  const api = apiOf(context)
  const [settings, { data }] = await Promise.all([api.call('GET /admin/settings'), api.call('GET /countries/list')])
  const blocked = new Set(settings.data.values.blockedCountries)
  const region = searchParams.get('region')
  const found = data.filter(
    (item) =>
      (searchParams.get('blocked') !== 'true' || blocked.has(item.code)) &&
      (!region || item.region === region) &&
      matches(searchParams.get('q'), [
        item.name,
        item.code,
        item.code_3,
        item.numCode,
        item.capital,
        item.currency?.code,
        item.currency?.name,
        item.language?.name,
      ]),
  )
  return {
    rows: found
      .slice((current - 1) * pageSize, current * pageSize)
      .map((entry) => ({ ...entry, isBlocked: blocked.has(entry.code) })),
    total: found.length,
    blocked: blocked.size,
    all: data.length,
  }
}
type Row = Reply<'GET /countries/list'>['data'][number] & { isBlocked: boolean }

/** Every country with all that the product knows of it, and whether the site is closed to it. */
export default function Countries() {
  const t = useT()
  const { rows, total, blocked, all } = useLoaderData<typeof loader>()
  const table = useTableState(start)
  const columns: Column<Row>[] = [
    {
      name: 'name',
      title: t('staff.geo.country'),
      cell: (row) => (
        <span className="flex items-center gap-2 font-strong md:max-w-64">
          <img src={row.flag} alt="" width={20} height={15} loading="lazy" className="rounded-xs" />
          <span className="min-w-0 truncate" title={row.name}>
            {row.name}
          </span>
          {row.isBlocked ? <Badge tone="ember">{t('staff.geo.blocked')}</Badge> : null}
        </span>
      ),
    },
    { name: 'code_2', title: t('staff.geo.code2'), cell: (row) => <bdi>{row.code_2}</bdi> },
    { name: 'code_3', title: t('staff.geo.code3'), cell: (row) => <bdi>{row.code_3}</bdi> },
    { name: 'numCode', title: t('staff.geo.number'), number: true, cell: (row) => row.numCode ?? '–' },
    {
      name: 'region',
      title: t('staff.geo.region'),
      cell: (row) => t(`staff.geo.regions.${row.region}`),
    },
    { name: 'capital', title: t('staff.geo.capital'), cell: (row) => <bdi>{row.capital || '–'}</bdi> },
    {
      name: 'currency',
      long: true,
      title: t('staff.geo.currency'),
      cell: ({ currency }) =>
        currency ? (
          <>
            <bdi>{currency.code}</bdi>
            {dot}
            {currency.name}
            {dot}
            <bdi>{currency.symbol}</bdi>
          </>
        ) : (
          '–'
        ),
    },
    {
      name: 'language',
      long: true,
      title: t('staff.geo.mainLanguage'),
      cell: ({ language }) =>
        language ? (
          <>
            {language.name}
            {dot}
            <bdi>{[language.code, language.iso639_2].filter(Boolean).join('/')}</bdi>
            {language.nativeName ? (
              <>
                {dot}
                <bdi>{language.nativeName}</bdi>
              </>
            ) : null}
          </>
        ) : (
          '–'
        ),
    },
    {
      name: 'languages',
      long: true,
      title: t('staff.geo.languages'),
      cell: (row) => <bdi>{row.languages?.join(', ') || '–'}</bdi>,
    },
    {
      name: 'cultures',
      long: true,
      title: t('staff.geo.cultures'),
      cell: (row) => <bdi>{cultures(row.langCultureMs)}</bdi>,
    },
  ]
  return (
    <div className="pb-16">
      <PageTitle>{t('staff.nav.countries')}</PageTitle>
      <div className="flex flex-wrap items-end justify-between gap-3">
        <div>
          <h1 className="text-xl">{t('staff.nav.countries')}</h1>
          <p className="mt-0.5 text-xs text-ink-3">
            {blocked === 0 ? t('staff.geo.open') : t('staff.geo.closed', { count: blocked })}
          </p>
        </div>
        <ButtonLink to="/admin/settings?q=blockedCountries">{t('staff.geo.block')}</ButtonLink>
      </div>
      <div className="mt-4 flex flex-wrap items-center gap-3">
        <Segmented
          label={t('staff.geo.which')}
          name="blocked"
          tabs={[
            { label: t('staff.all'), count: String(all) },
            { label: t('staff.geo.blocked'), value: 'true', count: String(blocked) },
          ]}
        />
        <FilterForm
          hiddenFields={{ blocked: table.filter('blocked') }}
          className="grid w-full gap-2 sm:w-auto sm:flex-1 sm:grid-cols-[12rem_minmax(0,20rem)]"
        >
          <Choice
            name="region"
            label={t('staff.geo.region')}
            value={table.filter('region')}
            options={[
              ['', t('staff.geo.everyRegion')],
              ...regions.map((region) => [region, t(`staff.geo.regions.${region}`)] as const),
            ]}
          />
          <TableSearch label={t('staff.geo.searchCountries')} searchTerm={table.filter('q')} />
        </FilterForm>
      </div>
      <div className="mt-3">
        <Table
          dense
          cards
          caption={t('staff.nav.countries')}
          rows={rows}
          columns={columns}
          keyOf={(row) => row.code}
          empty={<NothingFound title={t('staff.geo.none')} all="/admin/countries" />}
        />
      </div>
      <Pagination total={total} pageSize={table.pageSize} />
    </div>
  )
}
