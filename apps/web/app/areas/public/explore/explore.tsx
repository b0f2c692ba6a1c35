import { Search, SlidersHorizontal, X } from 'lucide-react'
import {
  Form,
  Link,
  type LoaderFunctionArgs,
  type MetaArgs,
  useLoaderData,
  useNavigation,
  useSubmit,
} from 'react-router'
import { apiOf, visitOf } from '../../../api/visit.ts'
import { withMessages } from '../../../i18n/area-messages.ts'
import { usePageFacts, useT } from '../../../i18n/context.tsx'
import { PageHead } from '../../../layouts/page-head.tsx'
import { CreatorCard } from '../../../parts/creator-card.tsx'
import { promosFor } from '../../../parts/promos.server.ts'
import { Promos } from '../../../parts/promos.tsx'
import { PageTitle } from '../../../parts/page-title.tsx'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Checkbox, Input, Select } from '../../../ui/field.tsx'
import { Pagination } from '../../../ui/pagination.tsx'
import { EmptyState, Loading, Skeleton } from '../../../ui/states.tsx'
import { tableQuery, useTableState } from '../../../ui/table-state.ts'

export const handle = { messages: ['profile'] }
export const clientMiddleware = [withMessages('profile')]
const pageSize = 24
const start = { pageSize, sortBy: 'followers' }
const genders = ['female', 'male', 'transgender'] as const
const orders = ['followers', 'updatedAt', 'name'] as const

export async function loader({ request, context }: LoaderFunctionArgs) {
  const url = new URL(request.url)
  const api = apiOf(context)
  const search = url.searchParams
  const { current, pageSize: size, sortBy, sort } = tableQuery(url, start)
  const order = orders.find((one) => one === sortBy) ?? 'followers'
  const country = /^[A-Z]{2}$/.exec(search.get('country') ?? '')?.[0]
  const gender = genders.find((one) => one === search.get('gender'))
  const category = search.get('category')?.trim().slice(0, 40)
  const q = search.get('q')?.trim().slice(0, 100)
  const [promos, list, known] = await Promise.all([
    promosFor(api, request, 'explore'),
    api.call('GET /performers/user/search', {
      query: {
        current,
        pageSize: size,
        sortBy: order,
        sort: order === 'name' && !search.has('sort') ? 'asc' : sort,
        ...(q ? { q } : {}),
        ...(country ? { country } : {}),
        ...(gender ? { gender } : {}),
        ...(category ? { category } : {}),
        ...(search.get('isFree') ? { isFree: 'true' as const } : {}),
      },
    }),
    // What can be chosen is what there is.
    api.call('GET /performers/top', { query: { pageSize: 100 } }).then(
      ({ data }) => data,
      () => [],
    ),
  ])
  const countries = [...new Set(known.flatMap((one) => one.country ?? []))].sort()
  const categories = [...new Set(known.flatMap((one) => one.categories))].sort()
  const filtered = Boolean(q || country || gender || category || search.get('isFree') || current > 1)
  return { promos, list, countries, categories, filtered, origin: visitOf(context).origin }
}

export const meta = ({ loaderData }: MetaArgs<typeof loader>) => [
  { name: 'robots', content: loaderData?.filtered ? 'noindex,follow' : 'index,follow' },
  { tagName: 'link', rel: 'canonical', href: `${loaderData?.origin ?? ''}/explore` },
]

/** Creators by what somebody looks for. Everything is in the address, and works as a plain form. */
export default function Explore() {
  const t = useT()
  const { locale } = usePageFacts()
  const { promos, list, countries, categories, filtered } = useLoaderData<typeof loader>()
  const { filter, hrefWith } = useTableState(start)
  const { state, location: next } = useNavigation()
  const now = useApply()
  const names = new Intl.DisplayNames([locale], { type: 'region' })
  const searching = state === 'loading' && next?.pathname === '/explore'
  const chips = (['q', 'country', 'gender', 'category', 'isFree'] as const).filter((name) => filter(name))
  const chipWords = (name: (typeof chips)[number]) =>
    name === 'country'
      ? names.of(filter(name))
      : name === 'isFree'
        ? t('profile.explore.free')
        : name === 'gender'
          ? (t.maybe(`profile.gender.${filter(name)}`) ?? filter(name))
          : filter(name)
  return (
    <div className="mx-auto w-full max-w-[1184px] px-4 pb-16 md:px-8 md:pt-6">
      <PageTitle>{t('profile.explore.title')}</PageTitle>
      <PageHead title={t('profile.explore.title')} detail={t('profile.explore.detail')} />
      {filtered ? null : <Promos promos={promos} className="mb-5" />}
      <Form role="search" aria-label={t('profile.explore.detail')} className="grid gap-3" key={filter('q')}>
        <div className="flex gap-2">
          <div className="min-w-0 flex-1">
            <Input
              type="search"
              name="q"
              defaultValue={filter('q')}
              maxLength={100}
              aria-label={t('profile.explore.search')}
              placeholder={t('profile.explore.search')}
              start={<Search className="icon" aria-hidden="true" />}
            />
          </div>
          <Button type="submit" look="primary" size="lg">
            {t('profile.explore.apply')}
          </Button>
        </div>
        <details className="group" open={chips.some((name) => name !== 'q')}>
          <summary className="inline-flex h-10 items-center gap-2 rounded-full px-3 text-sm font-[600] text-ink-2 hover:bg-surface-2 pointer-coarse:h-11">
            <SlidersHorizontal className="icon size-4!" aria-hidden="true" />
            {t('profile.explore.filters')}
          </summary>
          <div className="mt-2 grid items-center gap-2.5 sm:grid-cols-2 lg:grid-cols-5">
            <Filter
              name="country"
              label={t('profile.explore.country')}
              choices={[...new Set([...countries, filter('country')])]
                .filter(Boolean)
                .map((code) => [code, names.of(code) ?? code])}
            />
            <Filter
              name="gender"
              label={t('profile.explore.gender')}
              choices={genders.map((one) => [one, t.maybe(`profile.gender.${one}`) ?? one])}
            />
            <Filter
              name="category"
              label={t('profile.explore.topic')}
              choices={[...new Set([...categories, filter('category')])].filter(Boolean).map((one) => [one, one])}
            />
            <Filter
              name="sortBy"
              label={t('profile.explore.sort')}
              start="followers"
              choices={orders.map((one) => [one, t(`profile.explore.sort.${one}`)])}
            />
            <Checkbox
              name="isFree"
              value="true"
              checked={filter('isFree') === 'true'}
              onChange={now}
              label={t('profile.explore.free')}
              className="ps-1"
            />
          </div>
        </details>
      </Form>
      {chips.length ? (
        <ul className="mt-3 flex flex-wrap gap-2">
          {chips.map((name) => (
            <li key={name}>
              <Link
                to={hrefWith({ [name]: null })}
                preventScrollReset
                className="inline-flex h-8 items-center gap-1.5 rounded-full bg-primary-soft ps-3 pe-2 text-xs font-[600] text-primary-soft-ink focus-visible:rounded-full pointer-coarse:h-11"
              >
                {chipWords(name)}
                <X className="icon size-4!" aria-hidden="true" />
              </Link>
            </li>
          ))}
          <li>
            <Link to="/explore" className="link inline-flex h-8 items-center px-2 text-xs">
              {t('profile.explore.reset')}
            </Link>
          </li>
        </ul>
      ) : null}
      <p role="status" className={list.total ? 'num mt-4 mb-3 text-sm text-ink-3' : 'sr-only'}>
        {t('profile.explore.count', { count: list.total })}
      </p>
      {searching ? (
        <Loading>
          <div className={grid}>
            {Array.from({ length: 12 }, (_, at) => (
              <Skeleton key={at} className="aspect-[3/4] rounded-(--radius-arch)!" />
            ))}
          </div>
        </Loading>
      ) : list.data.length === 0 ? (
        <EmptyState
          title={t('profile.explore.empty')}
          action={
            filtered ? (
              <ButtonLink look="quiet" to="/explore">
                {t('profile.explore.reset')}
              </ButtonLink>
            ) : null
          }
        >
          {t('profile.explore.emptyHint')}
        </EmptyState>
      ) : (
        <ul className={grid}>
          {list.data.map((creator) => (
            <li key={creator._id} className="min-w-0">
              <CreatorCard
                creator={{ ...creator, username: creator.username ?? creator._id, verified: creator.isVerified }}
              />
            </li>
          ))}
        </ul>
      )}
      <Pagination total={list.total} pageSize={pageSize} />
    </div>
  )
}
/** One choice that is applied at once. Without a start there is "Any". */
function Filter({
  name,
  label,
  choices,
  start: first,
}: {
  name: string
  label: string
  choices: readonly (readonly [value: string, words: string])[]
  start?: string
}) {
  const t = useT()
  const { filter } = useTableState(start)
  const apply = useApply()
  return (
    <Select small name={name} aria-label={label} value={filter(name) || (first ?? '')} onChange={apply}>
      {first ? null : (
        <option value="">
          {label}: {t('profile.explore.any')}
        </option>
      )}
      {choices.map(([value, words]) => (
        <option key={value} value={value}>
          {words}
        </option>
      ))}
    </Select>
  )
}

/** Sends the form as it stands. */
function useApply() {
  const submit = useSubmit()
  return (event: React.ChangeEvent<HTMLSelectElement | HTMLInputElement>) =>
    void submit(event.currentTarget.form, { preventScrollReset: true, replace: true })
}

const grid =
  'grid grid-cols-2 gap-x-3 gap-y-6 sm:grid-cols-3 md:grid-cols-4 md:gap-x-5 md:gap-y-8 lg:grid-cols-5 xl:grid-cols-6'
