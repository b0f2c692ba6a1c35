import { useRef } from 'react'
import { type LoaderFunctionArgs, type MetaArgs, useLoaderData, useNavigation } from 'react-router'
import { apiOf, requestContextOf } from '../../../api/request-context.ts'
import { withMessages } from '../../../i18n/area-messages.ts'
import { useT } from '../../../i18n/context.tsx'
import { PageHead } from '../../../layouts/page-head.tsx'
import { promosFor } from '../../../parts/site/promos.server.ts'
import { Promos } from '../../../parts/site/promos.tsx'
import { PageTitle } from '../../../parts/site/page-title.tsx'
import { SearchField } from '../../../parts/search/search-field.tsx'
import { shareMeta } from '../../../parts/site/share-meta.ts'
import { Select } from '../../../ui/field.tsx'
import { Pagination } from '../../../ui/pagination.tsx'
import { Loading, Skeleton } from '../../../ui/states.tsx'
import { type Criteria, addressFor, narrowing, orders, pageSize, removals } from './query.ts'
import { criteriaFromUrl, filterOf, listOf } from './query.server.ts'
import { Chips } from './chips.tsx'
import { Filters, formId } from './filters.tsx'
import { ExploreCard } from './explore-card.tsx'
import { LiveStrip } from './live-strip.tsx'
import { NothingFound } from './nothing-found.tsx'
import { QuickFilters, Topics } from './quick-filters.tsx'
import { Chance, Keywords } from './strips.tsx'
import './explore.css'

export const handle = { messages: ['explore', 'reasons', 'traits', 'profile', 'post', 'live'] }
export const clientMiddleware = [withMessages('explore', 'reasons', 'traits', 'profile', 'post', 'live')]
const stripSize = 6
const liveMax = 3
const removalsMax = 5

export async function loader({ request, context }: LoaderFunctionArgs) {
  const url = new URL(request.url)
  const [api, requestContext] = [apiOf(context), requestContextOf(context)]
  const criteria = criteriaFromUrl(url)
  const narrowed = narrowing(criteria) > 0
  const cursor = url.searchParams.get('chance') ?? ''
  // The list is what one came for. The page does without the rest.
  const orNone = <T,>(answer: Promise<T>) => answer.catch(() => null)
  /** Where nothing was found: how many there are without one of the filters. */
  const leftWithout = async (criteria: Criteria): Promise<Record<string, number>> =>
    Object.fromEntries(
      await Promise.all(
        removals(criteria)
          .slice(0, removalsMax)
          .map(async (wider) => {
            const found = await orNone(
              api.call('GET /performers/user/search', { query: { ...filterOf(wider), pageSize: 1 } }),
            )
            return [addressFor(wider), found?.total ?? 0] as const
          }),
      ),
    )
  const atStart = !narrowed && criteria.current === 1
  const random = (query: { cursor?: string }) =>
    api.call('GET /performers/search/random', { query: { pageSize: stripSize, ...query } })
  const [promos, list, counts, chance, keywords, live, settings] = await Promise.all([
    promosFor(api, request, 'explore'),
    api.call('GET /performers/user/search', { query: listOf(criteria) }),
    orNone(api.call('GET /performers/user/search/counts', { query: filterOf(criteria) })),
    // An invalid cursor starts a new random order.
    atStart ? orNone(cursor ? random({ cursor }).catch(() => random({})) : random({})) : null,
    atStart ? orNone(api.call('GET /search/list/keywords', { query: { pageSize: 8 } })) : null,
    atStart ? orNone(api.call('GET /streaming/user/search', { query: { pageSize: liveMax } })) : null,
    requestContext.settings(),
  ])
  return {
    promos,
    criteria,
    list,
    live,
    counts: counts?.data ?? null,
    left: list.total === 0 ? await leftWithout(criteria) : {},
    // The strip repeats what a short list shows anyway.
    chance: list.total > pageSize ? chance : null,
    keywords: keywords?.data.map(({ keyword }) => keyword) ?? [],
    isIndexed:
      !narrowed && criteria.current === 1 && !url.searchParams.has('chance') && !url.searchParams.has('sortBy'),
    page: {
      origin: requestContext.origin,
      locale: await requestContext.locale(),
      siteName: settings.siteName,
      locales: settings.supportedLocales,
    },
  }
}

export const meta = ({ loaderData }: MetaArgs<typeof loader>) =>
  loaderData
    ? [
        { name: 'robots', content: loaderData.isIndexed ? 'index,follow' : 'noindex,follow' },
        ...shareMeta({ ...loaderData.page, path: '/explore', image: '/og.png' }),
      ]
    : []

/** Creators by search criteria. All criteria are in the URL, and the page works as a plain form. */
export default function Explore() {
  const t = useT()
  const { promos, criteria, list, live, counts, left, chance, keywords } = useLoaderData<typeof loader>()
  const { state, location: next } = useNavigation()
  const isSearching =
    state === 'loading' && next?.pathname === '/explore' && !new URLSearchParams(next.search).has('chance')
  const isNarrowed = narrowing(criteria) > 0
  return (
    <div className="mx-auto w-full max-w-wide px-4 pb-16 md:px-8 md:pt-6">
      <PageTitle>{t('explore.title')}</PageTitle>
      <Description label={t('explore.description')} title={t('explore.title')} />
      <PageHead title={t('explore.title')} detail={t('explore.detail')} />
      {isNarrowed ? null : <Promos promos={promos} className="mb-5" />}
      <div className="explore-search">
        <div className="min-w-0 flex-1">
          <SearchField action="/explore" label={t('explore.search')} value={criteria.q} submit={t('explore.apply')} />
        </div>
        <Filters criteria={criteria} counts={counts} />
      </div>
      <QuickFilters criteria={criteria} />
      <Topics criteria={criteria} counts={counts} creators={list.data} />
      {live ? <LiveStrip live={live} /> : null}
      {list.data.length && isNarrowed ? (
        <div className="mt-5">
          <Chips criteria={criteria} />
        </div>
      ) : null}
      <div className="list-head">
        <h2>{t(`explore.sort.${criteria.sortBy}`)}</h2>
        {criteria.sortBy === 'popular' ? <p className="max-lg:hidden">{t('explore.popularHint')}</p> : null}
        <p role="status" className={list.total ? 'num' : 'sr-only'}>
          {list.totalIsAtLeast
            ? t('explore.countMany', { count: list.total })
            : t('explore.count', { count: list.total })}
        </p>
        {list.total > 1 ? <Order criteria={criteria} /> : null}
      </div>
      {criteria.q && list.data.length > 0 && list.data.every(({ why }) => why?.code === 'near_match') ? (
        <p className="mb-4 rounded-md bg-surface-2 px-4 py-3 text-sm text-ink-2">
          {t('explore.near', { q: criteria.q })}
        </p>
      ) : null}
      {isSearching ? (
        <Loading>
          <div className="explore-grid">
            {Array.from({ length: 6 }, (_, at) => (
              <Skeleton key={at} className="aspect-[4/5] rounded-lg!" />
            ))}
          </div>
        </Loading>
      ) : list.data.length === 0 ? (
        <NothingFound criteria={criteria} left={left} />
      ) : (
        <ul className="explore-grid">
          {list.data.map((creator, at) => (
            <li key={creator._id} className="min-w-0">
              <ExploreCard creator={creator} eager={at < 3} />
            </li>
          ))}
        </ul>
      )}
      <Pagination total={list.total} pageSize={pageSize} />
      {chance ? <Chance chance={chance} /> : null}
      {keywords.length ? <Keywords keywords={keywords} /> : null}
    </div>
  )
}

/** Belongs to the filter form, wherever it is rendered. */
function Order({ criteria }: { criteria: Criteria }) {
  const t = useT()
  const select = useRef<HTMLSelectElement>(null)
  return (
    <span className="ms-auto inline-flex items-center gap-2">
      <Select
        small
        ref={select}
        form={formId}
        name="sortBy"
        key={addressFor(criteria)}
        aria-label={t('explore.sort')}
        defaultValue={criteria.sortBy}
        onChange={(event) => event.currentTarget.form?.requestSubmit()}
      >
        {(criteria.q ? (['relevance', ...orders] as const) : orders).map((order) => (
          <option key={order} value={order}>
            {t(`explore.sort.${order}`)}
          </option>
        ))}
      </Select>
      <noscript>
        <button form={formId} className="link text-sm">
          {t('explore.apply')}
        </button>
      </noscript>
    </span>
  )
}

const Description = ({ label, title }: { label: string; title: string }) => (
  <>
    <meta name="description" content={label} />
    <meta property="og:title" content={title} />
    <meta property="og:description" content={label} />
  </>
)
