import { data, type LoaderFunctionArgs, type MetaArgs, redirect, useLoaderData, useRevalidator } from 'react-router'
import { ApiProblem, asProblem } from '../../../api/problem.ts'
import { apiOf, requestContextOf } from '../../../api/request-context.ts'
import { withMessages } from '../../../i18n/area-messages.ts'
import { useFormats, useT } from '../../../i18n/context.tsx'
import { Upcoming } from '../../../parts/live/upcoming.tsx'
import { shareMeta } from '../../../parts/site/share-meta.ts'
import { useProblemText } from '../../../ui/form.tsx'
import { PartialState } from '../../../ui/states.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import { About } from './about.tsx'
import { Cover } from './cover.tsx'
import { Galleries, galleriesQuery, Photos, photosQuery } from './gallery-tiles.tsx'
import { Identity } from './identity.tsx'
import { profileData } from './json-ld.ts'
import { JsonLd } from '../../../parts/site/json-ld.tsx'
import { Shop, shopPageSize } from './shop.tsx'
import { SubscribeCard } from './subscribe-card.tsx'
import { Tiles, tilesPage } from './tiles.tsx'

// spec: route.profile

export const handle = { messages: ['profile', 'post', 'traits', 'shop', 'schedule'], bar: 'none' }
export const clientMiddleware = [withMessages('profile', 'post', 'traits', 'shop', 'schedule')]

const scheduleShown = 3

export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const api = apiOf(context)
  const requestContext = requestContextOf(context)
  const url = new URL(request.url)
  const profileId = (params['profileId'] ?? '').toLowerCase()
  // Reserved names and file names never reach the API as a username.
  if (!/^[a-z0-9_.-]{3,64}$/.test(profileId)) throw data(null, { status: 404 })
  const { data: profile } = await api
    .call('GET /performers/:id', { params: { id: profileId } })
    .catch((error: unknown) => {
      if (error instanceof ApiProblem && error.status === 404) throw data(null, { status: 404 })
      throw error
    })
  if (profile.canonicalUsername && profile.canonicalUsername !== params['profileId'])
    throw redirect(`/${profile.canonicalUsername}${url.search}`, 301)
  const tab: 'posts' | 'videos' | 'photos' | 'galleries' | 'shop' | 'about' =
    (['videos', 'photos', 'galleries', 'shop', 'about'] as const).find(
      (entry) => entry === url.searchParams.get('tab'),
    ) ?? 'posts'
  const cursor = url.searchParams.get('cursor')
  const orProblem = (error: unknown) => asProblem(error)
  const [posts, products, galleries, photos, live, schedule, settings] = await Promise.all([
    tab !== 'posts' && tab !== 'videos'
      ? null
      : tilesPage((route, ask) => api.call(route, ask), profile, tab, cursor).catch(orProblem),
    tab === 'shop'
      ? api
          .call('GET /performer-assets/products/search', {
            query: { performerId: profile._id, pageSize: shopPageSize, ...(cursor ? { cursor } : {}) },
          })
          .catch(orProblem)
      : null,
    tab === 'galleries'
      ? api.call('GET /performer-assets/galleries/search', { query: galleriesQuery(profile._id) }).catch(orProblem)
      : null,
    tab === 'photos'
      ? api
          .call('GET /performer-assets/photos/:performerId', {
            params: { performerId: profile._id },
            query: photosQuery(),
          })
          .catch(orProblem)
      : null,
    profile.isLive
      ? api.call('GET /streaming/user/search', { query: { performerId: profile._id, pageSize: 1 } }).then(
          ({ data: [stream] }) => stream ?? null,
          () => null,
        )
      : null,
    api
      .call('GET /streaming/schedule', { query: { performerId: profile._id, pageSize: scheduleShown } })
      .catch(() => null),
    requestContext.settings(),
  ])
  return {
    profile,
    posts,
    products,
    galleries,
    photos,
    live,
    schedule: schedule?.data ?? [],
    tab,
    origin: requestContext.origin,
    siteName: settings.siteName,
    locales: settings.supportedLocales,
    locale: await requestContext.locale(),
  }
}

export function meta({ loaderData }: MetaArgs<typeof loader>) {
  if (!loaderData) return []
  const { profile, origin, siteName, locales, locale, tab } = loaderData
  const title = `${profile.name} (@${profile.username}) · ${siteName}`
  const description = (profile.tagline || profile.bio || title).slice(0, 200)
  const url = `${origin}/${profile.username ?? profile._id}`
  const path = `/${profile.username ?? profile._id}`
  return [
    { title },
    { name: 'description', content: description },
    { name: 'robots', content: tab === 'posts' ? 'index,follow' : 'noindex,follow' },
    { property: 'og:title', content: title },
    { property: 'og:description', content: description },
    { property: 'profile:username', content: profile.username ?? '' },
    { tagName: 'link', rel: 'alternate', type: 'application/rss+xml', title, href: `${url}/rss.xml` },
    ...shareMeta({ origin, locale, siteName, locales, path, image: `${path}/card.png`, type: 'profile' }),
  ]
}

export default function ProfilePage() {
  const t = useT()
  const { compact } = useFormats()
  const { profile, posts, products, galleries, photos, live, schedule, tab, origin } = useLoaderData<typeof loader>()
  const { counts } = profile
  const problemText = useProblemText()
  const list = posts ?? products ?? galleries ?? photos
  const { revalidate } = useRevalidator()
  const count = (value: number) => (value > 0 ? { count: compact(value) } : {})
  return (
    <div className="mx-auto max-w-page px-4 pb-20 md:px-8">
      <JsonLd data={profileData(profile, origin)} />
      <Cover profile={profile} />
      <div className="grid gap-x-11 xl:grid-cols-[minmax(0,1fr)_348px] xl:grid-rows-[auto_1fr]">
        <Identity profile={profile} live={live} />
        <div className="z-2 mt-5 self-start xl:sticky xl:top-6 xl:col-start-2 xl:row-span-2 xl:row-start-1 xl:-mt-[76px]">
          <SubscribeCard key={profile._id} profile={profile} />
        </div>
        <div className="min-w-0">
          <Upcoming schedule={schedule} performerId={profile._id} className="mt-6" />
          <Tabs
            className="mt-6 mb-4.5 max-md:-mx-4 max-md:px-2"
            label={t('profile.tabs')}
            tabs={[
              { label: t('profile.tab.posts'), ...count(counts.feeds) },
              { label: t('profile.tab.videos'), value: 'videos', ...count(counts.videos) },
              { label: t('profile.tab.photos'), value: 'photos', ...count(counts.photos) },
              { label: t('profile.tab.galleries'), value: 'galleries' },
              ...(counts.products > 0 || tab === 'shop'
                ? [{ label: t('profile.tab.shop'), value: 'shop', ...count(counts.products) }]
                : []),
              { label: t('profile.tab.about'), value: 'about' },
            ]}
          />
          {tab === 'about' ? (
            <About profile={profile} />
          ) : list && !('data' in list) ? (
            <PartialState onRetry={() => void revalidate()}>{problemText(list)}</PartialState>
          ) : products && 'data' in products ? (
            <Shop key={profile._id} profile={profile} first={products} />
          ) : galleries && 'data' in galleries ? (
            <Galleries key={profile._id} profile={profile} first={galleries} />
          ) : photos && 'data' in photos ? (
            <Photos key={profile._id} profile={profile} first={photos} />
          ) : posts && 'data' in posts ? (
            <Tiles
              key={`${profile._id}-${tab}`}
              profile={profile}
              first={posts}
              tab={tab === 'videos' ? tab : 'posts'}
            />
          ) : null}
        </div>
      </div>
    </div>
  )
}
