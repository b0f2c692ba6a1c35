import { Fragment, useEffect } from 'react'
import {
  type LoaderFunctionArgs,
  type MetaArgs,
  Link,
  useLoaderData,
  useNavigation,
  useRevalidator,
} from 'react-router'
import { call } from '../../../api/client.ts'
import { asProblem } from '../../../api/problem.ts'
import { apiOf, requestContextOf } from '../../../api/request-context.ts'
import { withMessages } from '../../../i18n/area-messages.ts'
import { useFormats, useT } from '../../../i18n/context.tsx'
import { PageHead } from '../../../layouts/page-head.tsx'
import { CreatorCard, summaryOf } from '../../../parts/creators/creator-card.tsx'
import { PageTitle } from '../../../parts/site/page-title.tsx'
import { dateOf } from '../../../parts/posts/kinds.ts'
import { PostTile, pictureOf, type TilePost } from '../../../parts/posts/post-tile.tsx'
import { asItem } from '../../../parts/galleries/photos.ts'
import { ProductTile } from '../../../parts/shop/product-tile.tsx'
import { VideoRow } from '../../../parts/videos/video-row.tsx'
import { SearchField } from '../../../parts/search/search-field.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { dot } from '../../../ui/dot.ts'
import { useProblemText } from '../../../ui/form.tsx'
import { Pagination } from '../../../ui/pagination.tsx'
import { EmptyState, Loading, PartialState, Skeleton } from '../../../ui/states.tsx'
import { Chips } from '../../../ui/tabs.tsx'
import { tableQuery } from '../../../ui/table-state.ts'
import { Keywords } from '../explore/strips.tsx'
import { findResults, pageSize, type ResultKind, type Results, resultKinds } from './results.ts'
import '../explore/explore.css'

export const handle = { messages: ['explore', 'reasons', 'post', 'shop'] }
export const clientMiddleware = [withMessages('explore', 'reasons', 'post')]
const creatorsShown = 6

export async function loader({ request, context }: LoaderFunctionArgs) {
  const url = new URL(request.url)
  const api = apiOf(context)
  const q = (url.searchParams.get('q') ?? '')
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\s]+/gu, ' ')
    .trim()
    .slice(0, 100)
  const { current } = tableQuery(url)
  const kind = resultKinds.find((name) => name === url.searchParams.get('kind')) ?? null
  const keywords = api.call('GET /search/list/keywords', { query: { pageSize: 10 } }).then(
    ({ data }) => data.map(({ keyword }) => keyword),
    () => [],
  )
  const origin = requestContextOf(context).origin
  if (!q) return { q, kind, creators: null, results: null, keywords: await keywords, origin }
  const [creators, results] = await Promise.all([
    kind
      ? null
      : api
          .call('GET /performers/user/search', { query: { q, sortBy: 'relevance', pageSize: creatorsShown } })
          .catch((error: unknown) => asProblem(error)),
    findResults(api, q, kind, current),
  ])
  return { q, kind, creators, results, keywords: await keywords, origin }
}

export const meta = ({ loaderData }: MetaArgs<typeof loader>) => [
  { name: 'robots', content: 'noindex,follow' },
  { tagName: 'link', rel: 'canonical', href: `${loaderData?.origin ?? ''}/search` },
]

/** Text search for creators and what they published, on one page; or for one kind, page by page. */
export default function SearchPage() {
  const t = useT()
  const { q, kind, creators, results, keywords } = useLoaderData<typeof loader>()
  const problemText = useProblemText()
  const { revalidate } = useRevalidator()
  const { state, location: next } = useNavigation()
  const people = creators && 'data' in creators ? creators : null
  const sections = results ? resultKinds.flatMap((name) => results[name] ?? []) : []
  const isWhole = sections.every((section) => 'data' in section) && (kind !== null || people !== null)
  const total =
    (people?.total ?? 0) + sections.reduce((sum, section) => sum + ('data' in section ? section.total : 0), 0)
  useCounted(q, total > 0)
  const retry = () => void revalidate()
  const failed = (problem: unknown) => <PartialState onRetry={retry}>{problemText(problem as never)}</PartialState>
  return (
    <div className="mx-auto w-full max-w-page px-4 pb-16 md:px-8 md:pt-6">
      <PageTitle>{q ? t('explore.found.titleOf', { q }) : t('explore.found.title')}</PageTitle>
      <PageHead title={q ? <bdi>{t('explore.found.titleOf', { q })}</bdi> : t('explore.found.title')} />
      <SearchField action="/search" label={t('explore.searchAll')} value={q} submit={t('explore.apply')} />
      {q ? (
        <Chips
          label={t('explore.found.kinds')}
          name="kind"
          className="mt-4 max-w-full"
          tabs={[
            { label: t('explore.found.all') },
            ...resultKinds.map((name) => ({ label: t(`explore.found.${name}`), value: name })),
          ]}
        />
      ) : null}
      <div className="mt-5">
        {state === 'loading' && next?.pathname === '/search' ? (
          <Loading>
            <div className="creator-grid">
              {Array.from({ length: creatorsShown }, (_, at) => (
                <Skeleton key={at} className="aspect-[3/4] rounded-(--radius-arch)!" />
              ))}
            </div>
          </Loading>
        ) : q === '' ? (
          <>
            {keywords.length ? <Keywords keywords={keywords} /> : null}
            <EmptyState
              title={t('explore.found.start')}
              action={
                <ButtonLink variant="quiet" to="/explore">
                  {t('explore.found.everybody')}
                </ButtonLink>
              }
            />
          </>
        ) : isWhole && total === 0 ? (
          <EmptyState
            title={t('explore.found.none', { q })}
            action={
              <ButtonLink variant="quiet" to="/explore">
                {t('explore.found.everybody')}
              </ButtonLink>
            }
          >
            <p className="mb-4">{t('explore.found.noneHint')}</p>
            {keywords.length ? <Keywords keywords={keywords} /> : null}
          </EmptyState>
        ) : (
          <>
            {people?.data.length ? (
              <section aria-label={t('explore.found.creators')} className="creators-row">
                <div className="creators-row-head">
                  <h2>{t('explore.found.creators')}</h2>
                  {people.total > people.data.length ? (
                    <Link to={`/explore?q=${encodeURIComponent(q)}`} className="link text-sm">
                      {t('explore.found.allCreators', { count: people.total })}
                    </Link>
                  ) : null}
                </div>
                <ul>
                  {people.data.map((creator) => (
                    <li key={creator._id}>
                      <CreatorCard creator={summaryOf(creator)} />
                    </li>
                  ))}
                </ul>
              </section>
            ) : creators && !people ? (
              failed(creators)
            ) : null}
            {results
              ? resultKinds.map((name) => {
                  const section = results[name]
                  if (!section) return null
                  if (!('data' in section)) return <Fragment key={name}>{failed(section)}</Fragment>
                  if (section.data.length === 0) return null
                  return (
                    <section key={name} aria-label={t(`explore.found.${name}`)} className="mb-9">
                      <div className="mb-3 flex items-baseline justify-between gap-4">
                        <h2>{t(`explore.found.${name}`)}</h2>
                        {kind === null && section.total > section.data.length ? (
                          <Link to={`/search?q=${encodeURIComponent(q)}&kind=${name}`} className="link text-sm">
                            {t('explore.found.viewAll')}
                          </Link>
                        ) : null}
                      </div>
                      <Tiles kind={name} results={results} />
                      {kind ? <Pagination total={section.total} pageSize={pageSize} /> : null}
                    </section>
                  )
                })
              : null}
          </>
        )}
      </div>
    </div>
  )
}

const grid = 'grid grid-cols-2 gap-x-2 gap-y-6 sm:grid-cols-3 lg:grid-cols-4 lg:gap-x-3'

/** What was found, with its words and whose it is: a picture alone doesn't say why it is among the results. */
function FoundTile({ post }: { post: TilePost }) {
  const { performer } = post
  const { date } = useFormats()
  const words = pictureOf(post) ? post.title || post.text : null
  return (
    <div className="min-w-0">
      <PostTile post={post} />
      {words ? (
        <p lang={performer.locale} dir="auto" className="mt-2 line-clamp-2 text-sm font-medium wrap-anywhere">
          {words}
        </p>
      ) : null}
      <p className="mt-1 truncate text-xs text-ink-3">
        <Link to={`/${performer.username}`} className="hover:underline pointer-coarse:py-2">
          <bdi>{performer.name}</bdi>
        </Link>
        {dot}
        <time dateTime={dateOf(post)}>{date(dateOf(post))}</time>
      </p>
    </div>
  )
}

function Tiles({ kind, results }: { kind: ResultKind; results: Awaited<ReturnType<typeof findResults>> }) {
  const found = <Kind extends ResultKind>(name: Kind): Results[Kind]['data'] => {
    const section = results[name]
    return section && 'data' in section ? section.data : []
  }
  switch (kind) {
    case 'posts':
      return (
        <div className={grid}>
          {found('posts').map((post) => (
            <FoundTile key={post._id} post={post} />
          ))}
        </div>
      )
    case 'galleries':
      return (
        <div className={grid}>
          {found('galleries').map((gallery) => (
            <FoundTile key={gallery._id} post={asItem(gallery)} />
          ))}
        </div>
      )
    case 'videos':
      return (
        <div className="grid gap-x-6 gap-y-4 md:grid-cols-2 xl:grid-cols-3">
          {found('videos').map((video) => (
            <VideoRow key={video._id} video={video} />
          ))}
        </div>
      )
    case 'products':
      return (
        <div className="grid grid-cols-2 gap-x-3 gap-y-6 md:grid-cols-4 md:gap-x-4">
          {found('products').map((product) => (
            <ProductTile key={product._id} product={product} />
          ))}
        </div>
      )
  }
}

/** Counts searches that have results, for the list of popular searches. The data does not identify the user. */
function useCounted(q: string, wasFound: boolean) {
  useEffect(() => {
    if (q && wasFound) call('POST /search/keywords', { body: { keyword: q } }).catch(() => {})
  }, [q, wasFound])
}
