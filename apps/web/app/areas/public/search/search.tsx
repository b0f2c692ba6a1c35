import { useEffect } from 'react'
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
import { useT } from '../../../i18n/context.tsx'
import { PageHead } from '../../../layouts/page-head.tsx'
import { CreatorCard, summaryOf } from '../../../parts/creators/creator-card.tsx'
import { PageTitle } from '../../../parts/site/page-title.tsx'
import { PostTile } from '../../../parts/posts/post-tile.tsx'
import { SearchField } from '../../../parts/search/search-field.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { useProblemText } from '../../../ui/form.tsx'
import { Pagination } from '../../../ui/pagination.tsx'
import { EmptyState, Loading, PartialState, Skeleton } from '../../../ui/states.tsx'
import { tableQuery } from '../../../ui/table-state.ts'
import { Keywords } from '../explore/strips.tsx'
import '../explore/explore.css'

export const handle = { messages: ['explore', 'reasons', 'post'] }
export const clientMiddleware = [withMessages('explore', 'reasons', 'post')]
const creatorsShown = 6
const postsShown = 12

export async function loader({ request, context }: LoaderFunctionArgs) {
  const url = new URL(request.url)
  const api = apiOf(context)
  const q = (url.searchParams.get('q') ?? '')
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\s]+/gu, ' ')
    .trim()
    .slice(0, 100)
  const { current } = tableQuery(url)
  const keywords = api.call('GET /search/list/keywords', { query: { pageSize: 10 } }).then(
    ({ data }) => data.map(({ keyword }) => keyword),
    () => [],
  )
  const origin = requestContextOf(context).origin
  if (!q) return { q, creators: null, posts: null, keywords: await keywords, origin }
  const [creators, posts] = await Promise.all([
    api
      .call('GET /performers/user/search', { query: { q, sortBy: 'relevance', pageSize: creatorsShown } })
      .catch((error: unknown) => asProblem(error)),
    api
      .call('GET /search/feeds', { query: { q, current, pageSize: postsShown } })
      .catch((error: unknown) => asProblem(error)),
  ])
  return { q, creators, posts, keywords: await keywords, origin }
}

export const meta = ({ loaderData }: MetaArgs<typeof loader>) => [
  { name: 'robots', content: 'noindex,follow' },
  { tagName: 'link', rel: 'canonical', href: `${loaderData?.origin ?? ''}/search` },
]

/** Text search for creators and posts, on one page. */
export default function SearchPage() {
  const t = useT()
  const { q, creators, posts, keywords } = useLoaderData<typeof loader>()
  const problemText = useProblemText()
  const { revalidate } = useRevalidator()
  const { state, location: next } = useNavigation()
  const people = creators && 'data' in creators ? creators : null
  const found = posts && 'data' in posts ? posts : null
  const total = (people?.total ?? 0) + (found?.total ?? 0)
  useCounted(q, total > 0)
  const retry = () => void revalidate()
  const failed = (problem: unknown) => <PartialState onRetry={retry}>{problemText(problem as never)}</PartialState>
  return (
    <div className="mx-auto w-full max-w-page px-4 pb-16 md:px-8 md:pt-6">
      <PageTitle>{q ? t('explore.found.titleOf', { q }) : t('explore.found.title')}</PageTitle>
      <PageHead title={q ? <bdi>{t('explore.found.titleOf', { q })}</bdi> : t('explore.found.title')} />
      <SearchField action="/search" label={t('explore.searchAll')} value={q} submit={t('explore.apply')} />
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
        ) : people && found && total === 0 ? (
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
            {found?.data.length ? (
              <section aria-label={t('explore.found.posts')}>
                <h2 className="mb-3">{t('explore.found.posts')}</h2>
                <div className="grid grid-cols-2 gap-2 sm:grid-cols-3 lg:grid-cols-4 lg:gap-3">
                  {found.data.map((post) => (
                    <PostTile key={post._id} post={post} />
                  ))}
                </div>
                <Pagination total={found.total} pageSize={postsShown} />
              </section>
            ) : posts && !found ? (
              failed(posts)
            ) : null}
          </>
        )}
      </div>
    </div>
  )
}

/** Counts searches that have results, for the list of popular searches. The data does not identify the user. */
function useCounted(q: string, wasFound: boolean) {
  useEffect(() => {
    if (q && wasFound) call('POST /search/keywords', { body: { keyword: q } }).catch(() => {})
  }, [q, wasFound])
}
