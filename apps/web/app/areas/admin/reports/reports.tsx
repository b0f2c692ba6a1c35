import { type ReportCategory, reportCategories, reportStates } from '@fanlight/contract/report-values'
import clsx from 'clsx'
import { Link, type LoaderFunctionArgs, useLoaderData, useNavigation, useSearchParams } from 'react-router'
import type { Reply } from '../../../api/client.ts'
import { apiOf } from '../../../api/request-context.ts'
import { withMessages } from '../../../i18n/area-messages.ts'
import { useT } from '../../../i18n/context.tsx'
import { PageTitle } from '../../../parts/site/page-title.tsx'
import { Avatar } from '../../../ui/avatar.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { dot } from '../../../ui/dot.ts'
import { Table } from '../../../ui/table.tsx'
import { Chips } from '../../../ui/tabs.tsx'
import { Choice, FilterForm } from '../pieces/filter-form.tsx'
import { NothingFound } from '../pieces/nothing-found.tsx'
import { OlderNewer } from '../pieces/older-newer.tsx'
import { stateTones } from '../pieces/case-states.ts'
import { Due } from '../pieces/due.tsx'

export const handle = { messages: ['cases', 'report'] }
export const clientMiddleware = [withMessages('cases', 'report')]
export const meta = () => [{ name: 'robots', content: 'noindex' }]

export type ListedCase = Reply<'GET /admin/reports'>['data'][number]
const states = [...reportStates, 'all'] as const
const dues = ['late', 'day'] as const

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url)
  const state = states.find((value) => value === searchParams.get('state'))
  const category = reportCategories.find((value) => value === searchParams.get('category'))
  const due = dues.find((value) => value === searchParams.get('due'))
  const cursor = searchParams.get('cursor')
  return {
    ...(await apiOf(context).call('GET /admin/reports', {
      query: {
        ...(state && { state }),
        ...(category && { category }),
        ...(due && { due }),
        ...(searchParams.get('mine') === '1' && { mine: 'true' as const }),
        ...(cursor && { cursor }),
      },
    })),
    now: new Date().toISOString(),
  }
}

/** Cases of reports, those due first. The address holds the filters. */
export default function Reports() {
  const t = useT()
  const { data, nextCursor, now } = useLoaderData<typeof loader>()
  const { state: pageState } = useNavigation()
  const [search] = useSearchParams()
  const value = (name: string) => search.get(name) ?? ''
  const chip = (state: string, label: string) => {
    const next = new URLSearchParams(search)
    next.delete('cursor')
    if (state) next.set('state', state)
    else next.delete('state')
    return { label, to: `?${next}`, current: value('state') === state }
  }
  return (
    <>
      <PageTitle>{t('cases.title')}</PageTitle>
      <h1 className="text-xl">{t('cases.title')}</h1>
      <p className="mt-0.5 max-w-160 text-xs text-ink-3">{t('cases.lead')}</p>
      <Chips
        label={t('cases.state')}
        className="mt-3"
        tabs={[chip('', t('cases.states.waiting')), ...states.map((state) => chip(state, t(`cases.states.${state}`)))]}
      />
      <FilterForm hiddenFields={{ state: value('state') }} className="mt-3 flex flex-wrap gap-2">
        <Choice
          name="category"
          label={t('cases.category')}
          value={value('category')}
          options={[
            ['', t('cases.allCategories')],
            ...reportCategories.map(
              (category: ReportCategory) => [category, t(`report.category.${category}`)] as const,
            ),
          ]}
        />
        <Choice
          name="due"
          label={t('cases.due')}
          value={value('due')}
          options={[
            ['', t('cases.dueAny')],
            ['late', t('cases.dueLate')],
            ['day', t('cases.dueDay')],
          ]}
        />
        <Choice
          name="mine"
          label={t('cases.column.assigned')}
          value={value('mine')}
          options={[
            ['', t('cases.everyone')],
            ['1', t('cases.mine')],
          ]}
        />
      </FilterForm>
      <div className={clsx('mt-3', pageState === 'loading' && 'opacity-70')}>
        <CaseTable
          cases={data}
          now={now}
          empty={
            <NothingFound title={t('cases.empty')} all="/admin/reports">
              {t('cases.emptyHint')}
            </NothingFound>
          }
        />
      </div>
      <OlderNewer nextCursor={nextCursor} />
    </>
  )
}

/** Cases in rows, as in the queue and beside a case. */
function CaseTable({ cases, now, empty }: { cases: readonly ListedCase[]; now: string; empty: React.ReactNode }) {
  const t = useT()
  return (
    <Table<ListedCase>
      dense
      cards
      caption={t('cases.title')}
      rows={cases}
      keyOf={({ _id }) => _id}
      empty={empty}
      columns={[
        {
          name: 'target',
          title: t('cases.column.target'),
          cell: (row) => (
            <Link to={`/admin/reports/${row._id}`} className="grid max-w-72 text-ink pointer-coarse:min-h-11">
              <span className="truncate font-strong">
                <bdi>{row.title || t(`cases.target.${row.targetType}`)}</bdi>
              </span>
              <span className="num text-2xs text-ink-3">
                {t(`cases.target.${row.targetType}`)}
                {dot}
                {row.number}
              </span>
            </Link>
          ),
        },
        {
          name: 'author',
          title: t('cases.column.author'),
          wideOnly: true,
          cell: ({ author }) => (
            <Link to={`/admin/users/${author._id}`} className="flex max-w-44 items-center gap-2 text-ink">
              <Avatar src={author.avatar} size={24} />
              <bdi className="truncate">{author.name || t('people.nameless')}</bdi>
            </Link>
          ),
        },
        {
          name: 'category',
          title: t('cases.column.category'),
          cell: ({ category }) => t(`report.category.${category}`),
        },
        { name: 'reports', title: t('cases.column.reports'), number: true, cell: ({ reports }) => reports },
        { name: 'due', title: t('cases.column.due'), cell: (row) => <Due entry={row} now={now} /> },
        {
          name: 'assigned',
          title: t('cases.column.assigned'),
          wideOnly: true,
          cell: ({ assignedTo }) =>
            assignedTo ? <bdi>{assignedTo.name}</bdi> : <span className="text-ink-3">{t('cases.unassigned')}</span>,
        },
        {
          name: 'state',
          title: t('cases.column.state'),
          cell: ({ state }) => (
            <Badge tone={stateTones[state]} className="h-5! text-2xs!">
              {t(`cases.states.${state}`)}
            </Badge>
          ),
        },
      ]}
    />
  )
}
