import clsx from 'clsx'
import { Form, Link, type LoaderFunctionArgs, useLoaderData, useNavigation, useSearchParams } from 'react-router'
import { apiOf } from '../../../api/request-context.ts'
import { useFormats, useT } from '../../../i18n/context.tsx'
import { PageTitle } from '../../../parts/site/page-title.tsx'
import { Avatar } from '../../../ui/avatar.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Table } from '../../../ui/table.tsx'
import { Chips } from '../../../ui/tabs.tsx'
import { NothingFound } from '../pieces/nothing-found.tsx'
import { OlderNewer } from '../pieces/older-newer.tsx'
import { kinds, states, stateTones } from './states.ts'
import { TableSearch } from '../pieces/table-search.tsx'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url)
  const role = kinds.find((kind) => kind === searchParams.get('role'))
  const status = states.find((state) => state === searchParams.get('status'))
  const q = searchParams.get('q')?.trim()
  const cursor = searchParams.get('cursor')
  return apiOf(context).call('GET /admin/accounts', {
    query: {
      ...(role && { role }),
      ...(status && { status }),
      ...(q && { q: q.slice(0, 254) }),
      ...(cursor && { cursor }),
    },
  })
}

/** Everybody who has an account, the newest first. The address holds the search. */
export default function Users() {
  const t = useT()
  const { date, region } = useFormats()
  const { data, nextCursor } = useLoaderData<typeof loader>()
  const { state } = useNavigation()
  const [search] = useSearchParams()
  // Another filter begins at the newest again.
  const chips = (name: 'role' | 'status', all: string, values: readonly string[], label: (value: string) => string) =>
    [{ value: '', label: all }, ...values.map((value) => ({ value, label: label(value) }))].map(({ value, label }) => {
      const next = new URLSearchParams(search)
      next.delete('cursor')
      if (value) next.set(name, value)
      else next.delete(name)
      return { label, to: `?${next}`, current: (search.get(name) ?? '') === value }
    })
  return (
    <>
      <PageTitle>{t('people.title')}</PageTitle>
      <div className="flex flex-wrap items-end justify-between gap-3">
        <div>
          <h1 className="text-xl">{t('people.title')}</h1>
          <p className="mt-0.5 text-xs text-ink-3">{t('people.lead')}</p>
        </div>
        <Form role="search" className="w-full sm:w-80">
          {(['role', 'status'] as const).map((name) =>
            search.get(name) ? <input key={name} type="hidden" name={name} value={search.get(name) ?? ''} /> : null,
          )}
          <TableSearch label={t('people.search')} searchTerm={search.get('q') ?? ''} maxLength={254} />
        </Form>
      </div>
      <Chips
        label={t('people.kind')}
        className="mt-3"
        tabs={chips('role', t('people.kinds.all'), kinds, (entry) => t.maybe(`people.kinds.${entry}`) ?? entry)}
      />
      <Chips
        label={t('people.state')}
        className="mt-2"
        tabs={chips('status', t('people.states.all'), states, (entry) => t.maybe(`people.states.${entry}`) ?? entry)}
      />
      <div className={clsx('mt-3', state === 'loading' && 'opacity-70')}>
        <Table
          dense
          cards
          caption={t('people.title')}
          rows={data}
          keyOf={({ _id }) => _id}
          empty={
            <NothingFound title={t('people.empty')} all="/admin/users">
              {t('people.emptyHint')}
            </NothingFound>
          }
          columns={[
            {
              name: 'name',
              title: t('people.column.name'),
              cell: (row) => (
                <span className="flex items-center gap-2.5 md:max-w-72 xl:max-w-96">
                  <Avatar src={row.avatar} size={24} />
                  <Link
                    to={`/admin/users/${row._id}`}
                    className="inline-flex min-w-0 items-center gap-2 font-strong text-ink pointer-coarse:min-h-11"
                  >
                    <bdi className="truncate">{row.name || t('people.nameless')}</bdi>
                    {row.username ? <bdi className="truncate font-normal text-ink-3">@{row.username}</bdi> : null}
                  </Link>
                </span>
              ),
            },
            { name: 'role', title: t('people.kind'), cell: ({ role }) => t(`people.role.${role}`) },
            {
              name: 'status',
              title: t('people.state'),
              cell: ({ status }) => (
                <Badge tone={stateTones[status]} className="h-5! text-2xs!">
                  {t(`people.states.${status}`)}
                </Badge>
              ),
            },
            {
              name: 'country',
              title: t('people.column.country'),
              wideOnly: true,
              cell: ({ country }) => (country ? region(country) : '–'),
            },
            {
              name: 'since',
              title: t('people.column.since'),
              number: true,
              cell: ({ createdAt }) => <time dateTime={createdAt}>{date(createdAt)}</time>,
            },
          ]}
        />
      </div>
      <OlderNewer nextCursor={nextCursor} />
    </>
  )
}
