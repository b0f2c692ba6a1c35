import { useRef } from 'react'
import { type LoaderFunctionArgs, type MetaArgs, useLoaderData, useNavigation } from 'react-router'
import { apiOf, requestContextOf } from '../../../api/request-context.ts'
import { withMessages } from '../../../i18n/area-messages.ts'
import { useT } from '../../../i18n/context.tsx'
import { PageHead } from '../../../layouts/page-head.tsx'
import { CreatorCard, summaryOf } from '../../../parts/creators/creator-card.tsx'
import { promosFor } from '../../../parts/site/promos.server.ts'
import { Promos } from '../../../parts/site/promos.tsx'
import { PageTitle } from '../../../parts/site/page-title.tsx'
import { SearchField } from '../../../parts/search/search-field.tsx'
import { shareMeta } from '../../../parts/site/share-meta.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { Select } from '../../../ui/field.tsx'
import { Pagination } from '../../../ui/pagination.tsx'
import { EmptyState, Loading, Skeleton } from '../../../ui/states.tsx'
import { type Criteria, addressFor, narrowing, orders, pageSize } from './query.ts'
import { criteriaFromUrl, filterOf, listOf } from './query.server.ts'
import { Chips } from './chips.tsx'
import { Filters, formId } from './filters.tsx'
import { Strips } from './strips.tsx'
import './explore.css'

export const handle = { messages: ['explore', 'reasons', 'traits'] }
export const clientMiddleware = [withMessages('explore', 'reasons', 'traits')]
const stripSize = 6

export async function loader({ request, context }: LoaderFunctionArgs) {
  const url = new URL(request.url)
  const [api, requestContext] = [apiOf(context), requestContextOf(context)]
  const criteria = criteriaFromUrl(url)
  const narrowed = narrowing(criteria) > 0
  const cursor = url.searchParams.get('chance') ?? ''
  // The list is what one came for. The page does without the rest.
  const orNone = <T,>(answer: Promise<T>) => answer.catch(() => null)
  const atStart = !narrowed && criteria.current === 1
  const random = (query: { cursor?: string }) =>
    api.call('GET /performers/search/random', { query: { pageSize: stripSize, ...query } })
  const [promos, list, counts, top, chance, keywords, settings] = await Promise.all([
    promosFor(api, request, 'explore'),
    api.call('GET /performers/user/search', { query: listOf(criteria) }),
    orNone(api.call('GET /performers/user/search/counts', { query: filterOf(criteria) })),
    atStart ? orNone(api.call('GET /performers/top', { query: { pageSize: stripSize } })) : null,
    // An invalid cursor starts a new random order.
    atStart ? orNone(cursor ? random({ cursor }).catch(() => random({})) : random({})) : null,
    atStart ? orNone(api.call('GET /search/list/keywords', { query: { pageSize: 8 } })) : null,
    requestContext.settings(),
  ])
  return {
    promos,
    criteria,
    list,
    counts: counts?.data ?? null,
    // A strip repeats what a short list shows anyway.
    top: list.total > pageSize ? top : null,
    chance: list.total > stripSize ? chance : null,
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
  const { promos, criteria, list, counts, top, chance, keywords } = useLoaderData<typeof loader>()
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
      <SearchField action="/explore" label={t('explore.search')} value={criteria.q} submit={t('explore.apply')} />
      <div className="explore">
        <Filters criteria={criteria} counts={counts} />
        <div className="min-w-0">
          {/* A strip repeats what a short list shows anyway. */}
          <Strips
            top={list.total > pageSize ? top : null}
            chance={list.total > stripSize ? chance : null}
            keywords={keywords}
          />
          {list.data.length ? <Chips criteria={criteria} /> : null}
          <div className="list-head">
            {isNarrowed ? null : <h2>{t('explore.all')}</h2>}
            <p role="status" className={list.total ? 'num' : 'sr-only'}>
              {list.totalIsAtLeast
                ? t('explore.countMany', { count: list.total })
                : t('explore.count', { count: list.total })}
            </p>
            {list.total > 1 ? <Order criteria={criteria} /> : null}
          </div>
          {isSearching ? (
            <Loading>
              <div className="creator-grid">
                {Array.from({ length: 12 }, (_, at) => (
                  <Skeleton key={at} className="aspect-[3/4] rounded-(--radius-arch)!" />
                ))}
              </div>
            </Loading>
          ) : list.data.length === 0 ? (
            <EmptyState
              title={t('explore.empty')}
              action={
                <ButtonLink variant="quiet" to="/explore">
                  {t('explore.reset')}
                </ButtonLink>
              }
            >
              <p className="mb-4">{t('explore.emptyHint')}</p>
              <Chips criteria={criteria} centred />
            </EmptyState>
          ) : (
            <ul className="creator-grid">
              {list.data.map((creator) => (
                <li key={creator._id} className="min-w-0">
                  <CreatorCard creator={summaryOf(creator)} />
                </li>
              ))}
            </ul>
          )}
          <Pagination total={list.total} pageSize={pageSize} />
        </div>
      </div>
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
