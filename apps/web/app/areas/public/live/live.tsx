import { type LoaderFunctionArgs, type MetaArgs, useLoaderData } from 'react-router'
import { apiOf, requestContextOf } from '../../../api/request-context.ts'
import { withMessages } from '../../../i18n/area-messages.ts'
import { useFormats, useT } from '../../../i18n/context.tsx'
import { PageHead } from '../../../layouts/page-head.tsx'
import { StreamCard } from '../../../parts/live/stream-row.tsx'
import { ShowCard } from '../../../parts/live/tickets/show-card.tsx'
import { Upcoming } from '../../../parts/live/upcoming.tsx'
import { PageTitle } from '../../../parts/site/page-title.tsx'
import { shareMeta } from '../../../parts/site/share-meta.ts'
import { useMe } from '../../../parts/site/site.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { Pagination } from '../../../ui/pagination.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import { Chips } from '../../../ui/tabs.tsx'
import { categoriesOf, filterFrom, pageSize } from './filter.ts'

export const handle = { messages: ['live', 'tickets', 'schedule'] }
export const clientMiddleware = [withMessages('live', 'tickets', 'schedule')]

/** So many shows with tickets are named. */
const showsMax = 6
const upcomingShown = 12

export async function loader({ request, context }: LoaderFunctionArgs) {
  const [api, requestContext] = [apiOf(context), requestContextOf(context)]
  const filter = filterFrom(new URL(request.url))
  const me = await requestContext.me()
  const { current, ...narrowed } = filter
  const [list, all, shows, schedule, settings] = await Promise.all([
    api.call('GET /streaming/user/search', {
      query: { current, pageSize, ...narrowed, ...(narrowed.followed && !me && { followed: undefined }) },
    }),
    // What the filters offer, and how many there are of each.
    api.call('GET /streaming/user/search', { query: { pageSize: 100 } }),
    api.call('GET /streaming/ticket-shows', { query: { sort: 'asc', pageSize: showsMax } }).catch(() => null),
    api.call('GET /streaming/schedule', { query: { pageSize: upcomingShown } }).catch(() => null),
    requestContext.settings(),
  ])
  return {
    filter,
    list,
    shows: shows?.data ?? [],
    schedule: schedule?.data ?? [],
    total: all.total,
    watching: all.data.reduce((sum, { viewers }) => sum + viewers, 0),
    categories: categoriesOf(all.data),
    hasFree: all.data.some(({ type }) => type !== 'public'),
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
        { name: 'robots', content: 'index,follow' },
        ...shareMeta({ ...loaderData.page, path: '/live', image: '/og.png' }),
      ]
    : []

/** Who is live now. */
export default function LivePage() {
  const t = useT()
  const { number } = useFormats()
  const { list, shows, schedule, total, watching, categories, hasFree, filter } = useLoaderData<typeof loader>()
  const me = useMe()
  const streams = list.data
  const detail = total === 0 ? t('live.nobody') : t('live.count', { count: total, watching: number(watching) })
  return (
    <div className="mx-auto w-full max-w-wide px-4 pb-16 md:px-8 md:pt-6">
      <PageTitle>{t('ui.live')}</PageTitle>
      <meta name="description" content={t('live.description')} />
      <PageHead title={t('ui.live')} detail={detail} />
      {total > 0 ? (
        <Chips
          className="mb-4"
          label={t('live.filter')}
          tabs={[
            { label: t('live.all'), count: number(total) },
            ...(me ? [{ label: t('live.following'), value: 'following' }] : []),
            ...(hasFree ? [{ label: t('live.free'), value: 'free' }] : []),
            ...categories.map((category) => ({ label: category, value: `topic:${category}` })),
          ]}
        />
      ) : null}
      {streams.length === 0 ? (
        <EmptyState
          title={total === 0 ? t('live.nobody') : t('live.noneOfThese')}
          action={
            total === 0 ? (
              <ButtonLink variant="primary" to="/explore">
                {t('live.findCreators')}
              </ButtonLink>
            ) : (
              <ButtonLink variant="quiet" to="/live">
                {t('live.showAll')}
              </ButtonLink>
            )
          }
        >
          {total === 0 ? t('live.nobodyText') : null}
        </EmptyState>
      ) : (
        <ul className="grid gap-x-4.5 gap-y-6 sm:grid-cols-2 lg:grid-cols-3">
          {streams.map((stream, at) => {
            const isBig = at === 0 && filter.current === 1 && streams.length > 2
            return (
              <li key={stream._id} className={isBig ? 'min-w-0 max-sm:-mx-4 sm:col-span-2 lg:row-span-2' : 'min-w-0'}>
                <StreamCard stream={stream} big={isBig} />
              </li>
            )
          })}
        </ul>
      )}
      <Pagination total={list.total} pageSize={pageSize} />
      {shows.length > 0 && filter.current === 1 ? (
        <section className="mt-10">
          <h2 className="mb-4 text-xl">{t('tickets.title')}</h2>
          <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
            {shows.map((show) => (
              <li key={show._id} className="min-w-0">
                <ShowCard show={show} />
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      <Upcoming schedule={schedule} className="mt-12" />
    </div>
  )
}
