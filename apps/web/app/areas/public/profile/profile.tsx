import { Ban, Ellipsis, Languages, Link as LinkIcon, LayoutGrid, MapPin, Pencil, Settings, Share2 } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import {
  data,
  Link,
  type LoaderFunctionArgs,
  type MetaArgs,
  redirect,
  useLoaderData,
  useNavigate,
  useSearchParams,
} from 'react-router'
import { call } from '../../../api/client.ts'
import { ApiProblem, asProblem } from '../../../api/problem.ts'
import { apiOf, visitOf } from '../../../api/visit.ts'
import { withMessages } from '../../../i18n/area-messages.ts'
import { useFormats, useT } from '../../../i18n/context.tsx'
import { FollowButton } from '../../../parts/follow-button.tsx'
import { MorePages, usePages } from '../../../parts/post-card/pages.tsx'
import { PostTile } from '../../../parts/post-card/post-tile.tsx'
import { share } from '../../../parts/share.ts'
import { useMe } from '../../../parts/site.ts'
import { TokenIcon } from '../../../parts/token-icon.tsx'
import { useSignIn } from '../../../parts/use-sign-in.ts'
import { VerifiedBadge } from '../../../parts/verified-badge.tsx'
import { sanitised } from '../../../trusted.ts'
import { ArchPortrait } from '../../../ui/avatar.tsx'
import { ButtonLink, IconButton, IconLink, iconButtonClass } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { Menu } from '../../../ui/menu.tsx'
import { EmptyState, PartialState } from '../../../ui/states.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import { toast } from '../../../ui/toast.tsx'
import { profileData } from './json-ld.ts'
import type { Profile } from './length.ts'
import { SubscribeCard } from './subscribe-card.tsx'

// spec: route.profile

const TipSheet = lazy(async () => ({ default: (await import('../../../parts/tip-sheet.tsx')).TipSheet }))

export const handle = { messages: ['profile', 'post'], bar: 'none' }
export const clientMiddleware = [withMessages('profile', 'post')]
const kinds = { videos: 'video', photos: 'photo' } as const
const pageSize = 12

export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const api = apiOf(context)
  const visit = visitOf(context)
  const url = new URL(request.url)
  const asked = (params['profileId'] ?? '').toLowerCase()
  // Reserved words and files never reach the API as a name.
  if (!/^[a-z0-9_.-]{3,64}$/.test(asked)) throw data(null, { status: 404 })
  const { data: profile } = await api.call('GET /performers/:id', { params: { id: asked } }).catch((error: unknown) => {
    if (error instanceof ApiProblem && (error.status === 404 || error.status === 400)) throw data(null, { status: 404 })
    throw error
  })
  if (profile.canonicalUsername && profile.canonicalUsername !== params['profileId'])
    throw redirect(`/${profile.canonicalUsername}${url.search}`, 301)
  const tab: 'posts' | 'videos' | 'photos' | 'about' =
    (['videos', 'photos', 'about'] as const).find((one) => one === url.searchParams.get('tab')) ?? 'posts'
  const cursor = url.searchParams.get('cursor')
  const [posts, settings] = await Promise.all([
    tab === 'about'
      ? null
      : api
          .call('GET /user/feeds/search/:username', {
            params: { username: profile.username ?? profile._id },
            query: { pageSize, ...(tab === 'posts' ? {} : { type: kinds[tab] }), ...(cursor ? { cursor } : {}) },
          })
          .catch((error: unknown) => ({ problem: asProblem(error) })),
    visit.settings(),
  ])
  return { profile, posts, tab, origin: visit.origin, siteName: settings.siteName, locales: settings.supportedLocales }
}

export function meta({ loaderData }: MetaArgs<typeof loader>) {
  if (!loaderData) return []
  const { profile, origin, siteName, locales, tab } = loaderData
  const title = `${profile.name} (@${profile.username}) · ${siteName}`
  const description = (profile.tagline || profile.bio || title).slice(0, 200)
  const url = `${origin}/${profile.username ?? profile._id}`
  const image = new URL(profile.cover ?? profile.avatar, origin).href
  return [
    { title },
    { name: 'description', content: description },
    { name: 'robots', content: tab === 'posts' ? 'index,follow' : 'noindex,follow' },
    { property: 'og:type', content: 'profile' },
    { property: 'og:site_name', content: siteName },
    { property: 'og:title', content: title },
    { property: 'og:description', content: description },
    { property: 'og:url', content: url },
    { property: 'og:image', content: image },
    { property: 'profile:username', content: profile.username ?? '' },
    { name: 'twitter:card', content: 'summary_large_image' },
    { tagName: 'link', rel: 'canonical', href: url },
    { tagName: 'link', rel: 'alternate', type: 'application/rss+xml', title, href: `${url}/rss.xml` },
    ...locales.map((locale) => ({
      tagName: 'link',
      rel: 'alternate',
      hrefLang: locale,
      href: `${url}?locale=${locale}`,
    })),
  ]
}

export default function ProfilePage() {
  const t = useT()
  const { compact } = useFormats()
  const { profile, posts, tab, origin } = useLoaderData<typeof loader>()
  const { counts } = profile
  const count = (value: number) => (value > 0 ? { count: compact(value) } : {})
  return (
    <div className="mx-auto max-w-[1184px] px-4 pb-20 md:px-8">
      {/* oxlint-disable-next-line react/no-danger -- Data for search engines; sanitised() escapes what could end the element. */}
      <script type="application/ld+json" dangerouslySetInnerHTML={sanitised(profileData(profile, origin))} />
      <Cover profile={profile} />
      <div className="grid gap-x-11 xl:grid-cols-[minmax(0,1fr)_348px] xl:grid-rows-[auto_1fr]">
        <Identity profile={profile} />
        <div className="z-2 mt-5 self-start xl:sticky xl:top-6 xl:col-start-2 xl:row-span-2 xl:row-start-1 xl:-mt-[76px]">
          <SubscribeCard key={profile._id} profile={profile} />
        </div>
        <div className="min-w-0">
          <Tabs
            className="mt-6 mb-4.5 max-md:-mx-4 max-md:px-2"
            label={t('profile.tabs')}
            tabs={[
              { label: t('profile.tab.posts'), ...count(counts.feeds) },
              { label: t('profile.tab.videos'), value: 'videos', ...count(counts.videos) },
              { label: t('profile.tab.photos'), value: 'photos', ...count(counts.photos) },
              { label: t('profile.tab.about'), value: 'about' },
            ]}
          />
          {tab === 'about' ? (
            <About profile={profile} />
          ) : posts && 'data' in posts ? (
            <Tiles key={`${profile._id}-${tab}`} profile={profile} first={posts} tab={tab} />
          ) : (
            <PartialState>{t('post.broken')}</PartialState>
          )}
        </div>
      </div>
    </div>
  )
}

function Cover({ profile }: { profile: Profile }) {
  const t = useT()
  const me = useMe()
  const navigate = useNavigate()
  const signedIn = useSignIn()
  const [blocking, setBlocking] = useState(false)
  const path = `/${profile.username ?? profile._id}`
  const own = me?._id === profile._id
  const block = async () => {
    await call('POST /block/users', { body: { userId: profile._id } })
    toast.say(t('profile.blocked', { name: profile.name }))
    void navigate('/home')
  }
  return (
    <div className="relative -mx-4 h-[150px] overflow-hidden bg-linear-120 from-(--lamp-200) to-(--sky-200) md:-mx-8 md:h-[252px] md:rounded-b-xl dark:from-[#4a3216] dark:to-[#123f62]">
      {profile.cover ? (
        <img
          src={profile.cover}
          alt=""
          width={1144}
          height={252}
          fetchPriority="high"
          className="size-full object-cover"
        />
      ) : null}
      <span
        aria-hidden="true"
        className="absolute inset-0 bg-linear-to-b from-[rgb(24_19_16/.28)] to-transparent to-36%"
      />
      <div className="absolute end-2.5 top-2.5 flex gap-2 md:end-5 md:top-[18px]">
        <IconButton look="media" label={t('profile.share')} tip="none" onClick={() => void share(path, profile.name)}>
          <Share2 aria-hidden="true" />
        </IconButton>
        {own ? (
          <IconLink look="media" to="/user/account" label={t('ui.account.settings')} tip="none">
            <Settings aria-hidden="true" />
          </IconLink>
        ) : (
          <Menu
            trigger={
              <button
                type="button"
                aria-label={t('profile.more', { name: profile.name })}
                className={iconButtonClass('media')}
              >
                <Ellipsis aria-hidden="true" />
              </button>
            }
            actions={[
              {
                label: t('profile.copyLink'),
                icon: <LinkIcon aria-hidden="true" />,
                onPress: () =>
                  void navigator.clipboard.writeText(location.origin + path).then(toast.copied, () => toast.error()),
              },
              null,
              {
                label: t('profile.block'),
                icon: <Ban aria-hidden="true" />,
                danger: true,
                onPress: signedIn(() => setBlocking(true)),
              },
            ]}
          />
        )}
      </div>
      {blocking ? (
        <ConfirmDialog
          title={t('profile.blockTitle', { name: profile.name })}
          action={t('profile.block')}
          busy={t('profile.blocking')}
          onConfirm={block}
          onClose={() => setBlocking(false)}
        >
          {t('profile.blockText')}
        </ConfirmDialog>
      ) : null}
    </div>
  )
}

function Identity({ profile }: { profile: Profile }) {
  const t = useT()
  const { compact, language, region } = useFormats()
  const me = useMe()
  const signedIn = useSignIn()
  const [tipping, setTipping] = useState(false)
  const [followers, setFollowers] = useState(profile.counts.followers)
  const own = me?._id === profile._id
  const languages = profile.languages.map(language)
  const place = [profile.city, profile.country ? region(profile.country) : ''].filter(Boolean).join(', ')
  const bold = { b: (words: string) => <b className="text-ink">{words}</b> }
  return (
    <div className="min-w-0">
      <div className="relative -mt-[74px] flex items-end gap-3 md:-mt-28 md:gap-[22px]">
        <div className="shrink-0 rounded-(--radius-arch) bg-canvas p-1 md:p-[5px]">
          <ArchPortrait
            src={profile.avatar}
            name={profile.name}
            width={140}
            eager
            className="h-auto w-[98px] md:w-[140px]"
          />
        </div>
        <div className="ms-auto flex min-w-0 flex-wrap justify-end gap-2 md:pb-2">
          {own ? (
            <>
              <IconLink look="quiet" to="/creator" label={t('ui.nav.studio')} className="md:hidden">
                <LayoutGrid aria-hidden="true" />
              </IconLink>
              <ButtonLink look="outline" to="/user/account">
                <Pencil aria-hidden="true" />
                {t('profile.edit')}
              </ButtonLink>
            </>
          ) : (
            <>
              <IconButton look="tip" label={t('post.tip.send')} onClick={signedIn(() => setTipping(true))}>
                <TokenIcon className="size-5" />
              </IconButton>
              <FollowButton
                performer={profile}
                isFollowed={profile.isFollowed}
                onChange={(on) => setFollowers((now) => Math.max(0, now + (on ? 1 : -1)))}
              />
            </>
          )}
        </div>
      </div>
      <h1 className="mt-2.5 flex items-center gap-2 text-[1.75rem] leading-8 md:mt-4 md:text-3xl md:leading-10">
        {profile.name}
        {profile.isVerified ? <VerifiedBadge className="size-6" /> : null}
      </h1>
      <p className="text-sm text-ink-3">
        <bdi>@{profile.username}</bdi>
        {profile.tagline ? ` · ${profile.tagline}` : ''}
      </p>
      {profile.bio ? (
        <p className="mt-2 line-clamp-4 max-w-[38em] text-pretty whitespace-pre-line text-ink-2 md:mt-3 md:text-base md:leading-[1.5625rem]">
          {profile.bio}
        </p>
      ) : null}
      <p className="num mt-3 flex flex-wrap gap-x-4 gap-y-1.5 text-sm text-ink-2 md:mt-4 md:gap-x-[22px] [&>span]:inline-flex [&>span]:items-center [&>span]:gap-1.5">
        <span>{t.rich('profile.followers', bold, { count: followers, shown: compact(followers) })}</span>
        {profile.counts.subscribers > 0 ? (
          <span>
            {t.rich('profile.subscribers', bold, {
              count: profile.counts.subscribers,
              shown: compact(profile.counts.subscribers),
            })}
          </span>
        ) : null}
        {place ? (
          <span>
            <MapPin className="icon size-4! text-ink-3" aria-hidden="true" />
            {place}
          </span>
        ) : null}
        {languages.length ? (
          <span className="max-md:hidden!">
            <Languages className="icon size-4! text-ink-3" aria-hidden="true" />
            {languages.join(', ')}
          </span>
        ) : null}
      </p>
      {tipping ? (
        <Suspense>
          <TipSheet open onOpenChange={setTipping} performer={profile} />
        </Suspense>
      ) : null}
    </div>
  )
}

function Tiles({
  profile,
  first,
  tab,
}: {
  profile: Profile
  first: { data: Parameters<typeof PostTile>[0]['post'][]; total: number; nextCursor: string | null }
  tab: 'posts' | 'videos' | 'photos'
}) {
  const t = useT()
  const [search] = useSearchParams()
  const pages = usePages(first, (cursor) =>
    call('GET /user/feeds/search/:username', {
      params: { username: profile.username ?? profile._id },
      query: { pageSize, cursor, ...(tab === 'posts' ? {} : { type: kinds[tab] }) },
    }),
  )
  if (pages.items.length === 0)
    return <EmptyState title={t(`profile.empty.${tab}`)}>{t('profile.emptyHint', { name: profile.name })}</EmptyState>
  const older = new URLSearchParams(search)
  if (first.nextCursor) older.set('cursor', first.nextCursor)
  return (
    <>
      <div className="grid grid-cols-2 gap-2 md:grid-cols-3 md:gap-3">
        {pages.items.map((post, at) => (
          <PostTile key={post._id} post={post} wide={at === 0 && pages.items.length > 2} eager={at < 3} />
        ))}
      </div>
      <MorePages pages={pages} label={t('profile.older')} />
      {first.nextCursor ? (
        <noscript>
          <Link to={`?${older}`} rel="next" className="link mt-4 block text-center">
            {t('profile.older')}
          </Link>
        </noscript>
      ) : null}
    </>
  )
}

function About({ profile }: { profile: Profile }) {
  const t = useT()
  const { language, region } = useFormats()
  const country = profile.country ? region(profile.country) : ''
  const facts = [
    [t('profile.about.place'), [profile.city, country].filter(Boolean).join(', ')],
    [t('profile.about.languages'), profile.languages.map(language).join(', ')],
    [t('profile.about.gender'), profile.gender ? (t.maybe(`profile.gender.${profile.gender}`) ?? profile.gender) : ''],
    [t('profile.about.categories'), profile.categories.join(', ')],
  ].filter(([, value]) => value)
  return (
    <div className="grid max-w-[38em] gap-5">
      <p className="text-base leading-relaxed whitespace-pre-line text-ink-2">
        {profile.bio || t('profile.about.empty', { name: profile.name })}
      </p>
      {facts.length ? (
        <dl className="rounded-lg bg-surface px-5 ring-1 ring-line">
          {facts.map(([name, value]) => (
            <div key={name} className="flex justify-between gap-6 border-t border-line py-3 first:border-0">
              <dt className="text-ink-3">{name}</dt>
              <dd className="text-end font-[560] first-letter:uppercase">{value}</dd>
            </div>
          ))}
        </dl>
      ) : null}
      {profile.links.length ? (
        <section>
          <h2 className="text-lg">{t('profile.about.links')}</h2>
          <ul className="mt-2 grid gap-1">
            {profile.links.map(({ title, url }) => (
              <li key={url}>
                <a href={url} rel="nofollow ugc noopener" target="_blank" className="link">
                  {title}
                </a>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </div>
  )
}
