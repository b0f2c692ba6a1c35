import { useRef } from 'react'
import { type LoaderFunctionArgs, type MetaArgs, useLoaderData, useNavigation } from 'react-router'
import { apiOf, visitOf } from '../../../api/visit.ts'
import { withMessages } from '../../../i18n/area-messages.ts'
import { useT } from '../../../i18n/context.tsx'
import { PageHead } from '../../../layouts/page-head.tsx'
import { CreatorCard, summaryOf } from '../../../parts/creator-card.tsx'
import { promosFor } from '../../../parts/promos.server.ts'
import { Promos } from '../../../parts/promos.tsx'
import { PageTitle } from '../../../parts/page-title.tsx'
import { SearchField } from '../../../parts/search-field.tsx'
import { shareMeta } from '../../../parts/share-meta.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { Select } from '../../../ui/field.tsx'
import { Pagination } from '../../../ui/pagination.tsx'
import { EmptyState, Loading, Skeleton } from '../../../ui/states.tsx'
import { type Asked, addressFor, narrowing, orders, pageSize } from './asked.ts'
import { askedBy, filterOf, listOf } from './asked.server.ts'
import { Chips } from './chips.tsx'
import { Filters, formId } from './filters.tsx'
import { Strips } from './strips.tsx'
import './explore.css'

export const handle = { messages: ['explore', 'reasons', 'traits'] }
export const clientMiddleware = [withMessages('explore', 'reasons', 'traits')]
const countedMax = 1_000
const stripSize = 6

export async function loader({ request, context }: LoaderFunctionArgs) {
  const url = new URL(request.url)
  const [api, visit] = [apiOf(context), visitOf(context)]
  const asked = askedBy(url)
  const narrowed = narrowing(asked) > 0
  const cursor = url.searchParams.get('chance') ?? ''
  // The list is what one came for. The page does without the rest.
  const orNone = <T,>(answer: Promise<T>) => answer.catch(() => null)
  const atStart = !narrowed && asked.current === 1
  const random = (query: { cursor?: string }) =>
    api.call('GET /performers/search/random', { query: { pageSize: stripSize, ...query } })
  const [promos, list, counts, top, chance, keywords, settings] = await Promise.all([
    promosFor(api, request, 'explore'),
    api.call('GET /performers/user/search', { query: listOf(asked) }),
    orNone(api.call('GET /performers/user/search/counts', { query: filterOf(asked) })),
    atStart ? orNone(api.call('GET /performers/top', { query: { pageSize: stripSize } })) : null,
    // A place that is none begins another order.
    atStart ? orNone(cursor ? random({ cursor }).catch(() => random({})) : random({})) : null,
    atStart ? orNone(api.call('GET /search/list/keywords', { query: { pageSize: 8 } })) : null,
    visit.settings(),
  ])
  return {
    promos,
    asked,
    list,
    counts: counts?.data ?? null,
    // A strip repeats what a short list shows anyway.
    top: list.total > pageSize ? top : null,
    chance: list.total > stripSize ? chance : null,
    keywords: keywords?.data.map(({ keyword }) => keyword) ?? [],
    isIndexed: !narrowed && asked.current === 1 && !url.searchParams.has('chance') && !url.searchParams.has('sortBy'),
    page: {
      origin: visit.origin,
      locale: await visit.locale(),
      siteName: settings.siteName,
      locales: settings.supportedLocales,
    },
  }
}

export const meta = ({ loaderData }: MetaArgs<typeof loader>) =>
  loaderData
    ? [
        { name: 'robots', content: loaderData.isIndexed ? 'index,follow' : 'noindex,follow' },
        ...shareMeta({ ...loaderData.page, path: '/explore', picture: '/og.png' }),
      ]
    : []

/** Creators by what somebody looks for. Everything is in the address, and works as a plain form. */
export default function Explore() {
  const t = useT()
  const { promos, asked, list, counts, top, chance, keywords } = useLoaderData<typeof loader>()
  const { state, location: next } = useNavigation()
  const isSearching =
    state === 'loading' && next?.pathname === '/explore' && !new URLSearchParams(next.search).has('chance')
  const isNarrowed = narrowing(asked) > 0
  return (
    <div className="mx-auto w-full max-w-[1312px] px-4 pb-16 md:px-8 md:pt-6">
      <PageTitle>{t('explore.title')}</PageTitle>
      <Description words={t('explore.description')} title={t('explore.title')} />
      <PageHead title={t('explore.title')} detail={t('explore.detail')} />
      {isNarrowed ? null : <Promos promos={promos} className="mb-5" />}
      <SearchField action="/explore" label={t('explore.search')} value={asked.q} submit={t('explore.apply')} />
      <div className="explore">
        <Filters asked={asked} counts={counts} />
        <div className="min-w-0">
          {/* A strip repeats what a short list shows anyway. */}
          <Strips
            top={list.total > pageSize ? top : null}
            chance={list.total > stripSize ? chance : null}
            keywords={keywords}
          />
          {list.data.length ? <Chips asked={asked} /> : null}
          <div className="list-head">
            {isNarrowed ? null : <h2>{t('explore.all')}</h2>}
            <p role="status" className={list.total ? 'num' : 'sr-only'}>
              {list.total >= countedMax
                ? t('explore.countMany', { count: countedMax })
                : t('explore.count', { count: list.total })}
            </p>
            {list.total > 1 ? <Order asked={asked} /> : null}
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
                <ButtonLink look="quiet" to="/explore">
                  {t('explore.reset')}
                </ButtonLink>
              }
            >
              <p className="mb-4">{t('explore.emptyHint')}</p>
              <Chips asked={asked} centred />
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

/** Belongs to the form of filters, wherever it stands. */
function Order({ asked }: { asked: Asked }) {
  const t = useT()
  const select = useRef<HTMLSelectElement>(null)
  return (
    <span className="ms-auto inline-flex items-center gap-2">
      <Select
        small
        ref={select}
        form={formId}
        name="sortBy"
        key={addressFor(asked)}
        aria-label={t('explore.sort')}
        defaultValue={asked.sortBy}
        onChange={(event) => event.currentTarget.form?.requestSubmit()}
      >
        {(asked.q ? (['relevance', ...orders] as const) : orders).map((one) => (
          <option key={one} value={one}>
            {t(`explore.sort.${one}`)}
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

const Description = ({ words, title }: { words: string; title: string }) => (
  <>
    <meta name="description" content={words} />
    <meta property="og:title" content={title} />
    <meta property="og:description" content={words} />
  </>
)
