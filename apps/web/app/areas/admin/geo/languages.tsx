import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import type { Reply } from '../../../api/client.ts'
import { apiOf, requestContextOf } from '../../../api/request-context.ts'
import { withMessages } from '../../../i18n/area-messages.ts'
import { useT } from '../../../i18n/context.tsx'
import { PageTitle } from '../../../parts/site/page-title.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { dot } from '../../../ui/dot.ts'
import { Pagination } from '../../../ui/pagination.tsx'
import { type Column, Table } from '../../../ui/table.tsx'
import { tableQuery, useTableState } from '../../../ui/table-state.ts'
import { cultures, matches } from './matches.ts'
import { Choice, FilterForm } from '../pieces/filter-form.tsx'
import { NothingFound } from '../pieces/nothing-found.tsx'
import { TableSearch } from '../pieces/table-search.tsx'

export const handle = { messages: ['staff'] }
export const clientMiddleware = [withMessages('staff')]

const start = { pageSize: 50 } as const

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url)
  const { current, pageSize } = tableQuery(searchParams, start)
  const api = apiOf(context)
  const reader = await requestContextOf(context).locale()
  const [offered, { data, families }] = await Promise.all([api.call('GET /languages'), api.call('GET /languages/list')])
  const family = searchParams.get('family')
  const names = new Intl.DisplayNames([reader], { type: 'language', fallback: 'none' })
  const named = data.map((item) => {
    // Some of the three-character fields contain more than a code.
    const code = [item.iso639_1, item.iso639_3].find((it) => it && /^[a-z]{2,3}$/.test(it))
    const own = code && names.of(code)
    return { ...item, name: own || item.name.join(', '), isForeign: !own, english: item.name }
  })
  const found = named
    // Languages without a name in the reader's language come last, under their English name.
    .toSorted((a, b) => Number(a.isForeign) - Number(b.isForeign) || a.name.localeCompare(b.name, reader))
    .filter(
      (entry) =>
        (!family || entry.family === family) &&
        matches(searchParams.get('q'), [
          entry.name,
          ...entry.english,
          ...entry.nativeName,
          entry.iso639_1,
          entry.iso639_2,
          entry.iso639_2en,
          entry.iso639_3,
        ]),
    )
  return {
    offered: offered.data,
    families,
    rows: found.slice((current - 1) * pageSize, current * pageSize),
    total: found.length,
  }
}
type Row = Omit<Reply<'GET /languages/list'>['data'][number], 'name'> & { name: string; english: string[] }

/** The languages that the site speaks, and those of the world with all that the product knows of them. */
export default function Languages() {
  const t = useT()
  const { offered, families, rows, total } = useLoaderData<typeof loader>()
  const table = useTableState(start)
  const columns: Column<Row>[] = [
    {
      name: 'name',
      title: t('staff.geo.language'),
      cell: (row) => (
        <span className="block truncate font-strong md:max-w-64" title={row.english.join(', ')}>
          {row.name}
        </span>
      ),
    },
    {
      name: 'nativeName',
      title: t('staff.geo.ownName'),
      cell: (row) => <bdi lang={row.iso639_1}>{row.nativeName.join(', ') || '–'}</bdi>,
    },
    { name: 'iso639_1', title: 'ISO 639-1', cell: (row) => <bdi>{row.iso639_1 || '–'}</bdi> },
    { name: 'iso639_2', title: 'ISO 639-2', cell: (row) => <bdi>{row.iso639_2 || '–'}</bdi> },
    { name: 'iso639_2en', title: 'ISO 639-2/B', cell: (row) => <bdi>{row.iso639_2en || '–'}</bdi> },
    { name: 'iso639_3', title: 'ISO 639-3', cell: (row) => <bdi>{row.iso639_3}</bdi> },
    {
      name: 'direction',
      title: t('staff.geo.direction'),
      cell: (row) => t(row.direction === 'RTL' ? 'staff.geo.rtl' : 'staff.geo.ltr'),
    },
    {
      name: 'family',
      title: t('staff.geo.family'),
      cell: (row) => <bdi lang="en">{row.family || '–'}</bdi>,
    },
    {
      name: 'countries',
      long: true,
      title: t('staff.nav.countries'),
      cell: (row) => (
        <span className="flex md:max-w-72" title={row.countries?.join(', ')}>
          <bdi className="md:truncate">{row.countries?.join(', ') || '–'}</bdi>
        </span>
      ),
    },
    {
      name: 'cultures',
      long: true,
      title: t('staff.geo.cultures'),
      cell: (row) => (
        <span className="flex md:max-w-96" title={cultures(row.langCultureMs)}>
          <bdi className="md:truncate">{cultures(row.langCultureMs)}</bdi>
        </span>
      ),
    },
  ]
  return (
    <div className="pb-16">
      <PageTitle>{t('staff.nav.languages')}</PageTitle>
      <div className="flex flex-wrap items-end justify-between gap-3">
        <div>
          <h1 className="text-xl">{t('staff.nav.languages')}</h1>
          <p className="mt-0.5 text-xs text-ink-3">{t('staff.geo.spoken', { count: offered.length })}</p>
        </div>
        <ButtonLink to="/admin/settings?q=locale">{t('staff.geo.offer')}</ButtonLink>
      </div>
      <ul className="mt-4 grid gap-3 sm:grid-cols-2 lg:grid-cols-3 xl:grid-cols-5">
        {offered.map((entry) => (
          <li key={entry.locale} className="flex flex-col rounded-sm p-4 ring-1 ring-line">
            <p className="flex flex-wrap items-center gap-2 font-strong">
              <bdi lang={entry.locale}>{entry.nativeName}</bdi>
              {entry.isDefault ? <Badge tone="sky">{t('staff.geo.default')}</Badge> : null}
            </p>
            <p className="mt-0.5 text-xs text-ink-3">
              {entry.name}
              {dot}
              <bdi className="whitespace-nowrap">{entry.locale}</bdi>
              {dot}
              {t(entry.direction === 'RTL' ? 'staff.geo.rtl' : 'staff.geo.ltr')}
            </p>
            <Link
              to={`/admin/translations?in=${entry.locale}`}
              className="mt-auto inline-flex items-center pt-3 text-xs text-primary-text underline pointer-coarse:min-h-11"
            >
              {t('staff.geo.translations')}
              <span className="sr-only">: {entry.name}</span>
            </Link>
          </li>
        ))}
      </ul>
      <h2 className="mt-9 text-md">{t('staff.geo.ofTheWorld')}</h2>
      <FilterForm className="mt-3 grid gap-2 sm:grid-cols-[14rem_minmax(0,20rem)]">
        <Choice
          name="family"
          label={t('staff.geo.family')}
          value={table.filter('family')}
          options={[['', t('staff.geo.everyFamily')], ...families.map((family) => [family, family] as const)]}
        />
        <TableSearch label={t('staff.geo.searchLanguages')} searchTerm={table.filter('q')} />
      </FilterForm>
      <div className="mt-3">
        <Table
          dense
          cards
          caption={t('staff.geo.ofTheWorld')}
          rows={rows}
          columns={columns}
          keyOf={(row) => row.iso639_3}
          empty={<NothingFound title={t('staff.geo.none')} all="/admin/languages" />}
        />
      </div>
      <Pagination total={total} pageSize={table.pageSize} />
    </div>
  )
}
