import clsx from 'clsx'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Form, Link, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import type { Reply } from '../../../api/client.ts'
import { apiOf, requestContextOf } from '../../../api/request-context.ts'
import { withMessages } from '../../../i18n/area-messages.ts'
import { useFormats, usePageInfo, useT } from '../../../i18n/context.tsx'
import { PageTitle } from '../../../parts/site/page-title.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Pagination } from '../../../ui/pagination.tsx'
import { type Column, Table } from '../../../ui/table.tsx'
import { tableQuery, useTableState } from '../../../ui/table-state.ts'
import { Chips, Segmented } from '../../../ui/tabs.tsx'
import { NewPage } from './new-page.tsx'
import { pathOf } from './slug.ts'
import { NothingFound } from '../pieces/nothing-found.tsx'
import { TableSearch } from '../pieces/table-search.tsx'

export const handle = { messages: ['staff'] }
export const clientMiddleware = [withMessages('staff')]

const states = ['published', 'draft', 'shipped'] as const
const kinds = ['page', 'news'] as const
const sortable = ['updatedAt', 'title', 'slug'] as const
const oneOf = <T extends string>(options: readonly T[], value: string | null) =>
  options.find((otherValue) => otherValue === value)

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url)
  const { current, pageSize, sort, sortBy } = tableQuery(searchParams)
  const api = apiOf(context)
  const type = oneOf(kinds, searchParams.get('type'))
  const state = oneOf(states, searchParams.get('state'))
  const q = searchParams.get('q')?.trim()
  const locale = await requestContextOf(context).locale()
  const [list, { data: languages }] = await Promise.all([
    api.call('GET /admin/posts', {
      query: {
        current,
        pageSize,
        sort,
        sortBy: oneOf(sortable, sortBy) ?? 'updatedAt',
        locale,
        ...(type && { type }),
        ...(state && { state }),
        ...(q && { q: q.slice(0, 100) }),
      },
    }),
    api.call('GET /languages'),
  ])
  return { list, locales: languages.map((language) => language.locale), state: state ?? 'all' }
}

type Row = Reply<'GET /admin/posts'>['data'][number]

/** Every page and news item of the site, each with the languages it can be read in. */
export default function Posts() {
  const t = useT()
  const { ago, dateTime } = useFormats()
  const { locale } = usePageInfo()
  const { list, locales, state } = useLoaderData<typeof loader>()
  const table = useTableState()
  const [making, setMaking] = useState(false)
  const best = (row: Row) => row.texts.find((text) => text.locale === locale) ?? row.texts[0]
  const columns: Column<Row>[] = [
    {
      name: 'title',
      title: t('staff.posts.column.title'),
      sortable: true,
      cell: (row) => (
        <Link
          to={`/admin/posts/${row.slug}/${best(row)?.locale ?? locale}`}
          className="flex min-h-9 max-w-40 min-w-0 flex-col items-start justify-center py-1 font-strong text-ink sm:max-w-72 pointer-coarse:min-h-11"
        >
          <bdi className="max-w-full truncate">{row.title}</bdi>
          <bdi className="max-w-full truncate text-2xs font-normal text-ink-3">{pathOf(row.slug)}</bdi>
        </Link>
      ),
    },
    {
      name: 'type',
      title: t('staff.posts.column.kind'),
      wideOnly: true,
      cell: (row) => t(`staff.posts.kind.${row.type}`),
    },
    {
      name: 'languages',
      title: t('staff.posts.column.languages'),
      cell: (row) => <Languages row={row} locales={locales} />,
    },
    {
      name: 'updatedAt',
      title: t('staff.posts.column.changed'),
      sortable: true,
      number: true,
      wideOnly: true,
      cell: (row) => (
        <span className="whitespace-nowrap" title={dateTime(row.updatedAt)} suppressHydrationWarning>
          {ago(row.updatedAt)}
        </span>
      ),
    },
  ]
  return (
    <div className="max-w-page pb-16">
      <PageTitle>{t('staff.posts.title')}</PageTitle>
      <div className="flex flex-wrap items-end justify-between gap-3">
        <div>
          <h1 className="text-xl">{t('staff.posts.title')}</h1>
          <p className="mt-0.5 text-xs text-ink-3">{t('staff.posts.detail')}</p>
        </div>
        <Button variant="primary" onClick={() => setMaking(true)}>
          <Plus aria-hidden="true" />
          {t('staff.posts.make')}
        </Button>
      </div>
      <div className="mt-4 flex flex-wrap items-center justify-between gap-3">
        <Chips
          label={t('staff.posts.filter')}
          name="state"
          tabs={[
            { label: t('staff.all'), current: state === 'all' },
            ...states.map((otherState) => ({
              label: t(`staff.posts.state.${otherState}`),
              value: otherState,
              current: otherState === state,
            })),
          ]}
        />
        <Segmented
          label={t('staff.posts.column.kind')}
          name="type"
          tabs={[
            { label: t('staff.all') },
            ...kinds.map((kind) => ({ label: t(`staff.posts.kinds.${kind}`), value: kind })),
          ]}
        />
        <Form role="search" className="w-full sm:w-72">
          {state === 'all' ? null : <input type="hidden" name="state" value={state} />}
          {table.filter('type') ? <input type="hidden" name="type" value={table.filter('type')} /> : null}
          <TableSearch label={t('staff.posts.search')} searchTerm={table.filter('q')} />
        </Form>
      </div>
      <div className="mt-3">
        <Table
          dense
          caption={t('staff.posts.title')}
          rows={list.data}
          columns={columns}
          keyOf={(row) => row.slug}
          empty={
            <NothingFound title={t('staff.posts.none')} all="/admin/posts">
              {t('staff.posts.noneHint')}
            </NothingFound>
          }
        />
      </div>
      <Pagination total={list.total} />
      <NewPage open={making} onClose={() => setMaking(false)} />
    </div>
  )
}

const tones = { published: 'leaf', draft: 'lamp', shipped: 'quiet' } as const

/** Each language that the site speaks, and those that only this page has; the way to each. */
function Languages({ row, locales }: { row: Row; locales: readonly string[] }) {
  const t = useT()
  const { locale: reader } = usePageInfo()
  const names = new Intl.DisplayNames([reader], { type: 'language' })
  const all = [...new Set([...locales, ...row.texts.map(({ locale }) => locale)])]
  return (
    <ul className="flex flex-wrap gap-1 py-1">
      {all.map((locale) => {
        const state = row.texts.find((text) => text.locale === locale)?.state
        const options = `${names.of(locale) ?? locale}: ${t(`staff.posts.state.${state ?? 'missing'}`)}`
        return (
          <li key={locale}>
            <Link
              to={`/admin/posts/${row.slug}/${locale}`}
              title={options}
              className="inline-flex items-center rounded-full pointer-coarse:min-h-11"
            >
              <Badge
                tone={state ? tones[state] : 'quiet'}
                className={clsx('h-5.5! text-2xs!', !state && '[&>bdi]:line-through')}
              >
                <bdi>{locale}</bdi>
              </Badge>
              <span className="sr-only">{options}</span>
            </Link>
          </li>
        )
      })}
    </ul>
  )
}
