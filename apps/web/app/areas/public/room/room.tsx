import { X } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import { data, type LoaderFunctionArgs, type MetaArgs, redirect, useLoaderData, useRevalidator } from 'react-router'
import { ApiProblem } from '../../../api/problem.ts'
import { apiOf, requestContextOf } from '../../../api/request-context.ts'
import { withMessages } from '../../../i18n/area-messages.ts'
import { useT } from '../../../i18n/context.tsx'
import { GoalOverVideo } from '../../../parts/live/goal-card.tsx'
import { RoomChat } from '../../../parts/live/room-chat.tsx'
import { LiveStage } from '../../../parts/live/stage.tsx'
import { StreamUpdates, useStream } from '../../../parts/live/stream.ts'
import { useWatching } from '../../../parts/live/watch.ts'
import { shareMeta } from '../../../parts/site/share-meta.ts'
import { useMe } from '../../../parts/site/site.ts'
import { SkipToField } from '../../../ui/log.tsx'
import { IconLink } from '../../../ui/button.tsx'
import { About } from './about.tsx'
import { CreatorPill } from './creator-pill.tsx'
import { GroupButton } from './group-button.tsx'
import { Instead } from './instead.tsx'
import { TipMenu } from './menu.tsx'
import { ShareRoom } from './share-room.tsx'
import { ShowButton } from './show-button.tsx'
import { ShowRoom } from './show-room.tsx'
import { PhoneTip, QuickTips } from './tips.tsx'
import { usePrivateShow } from './use-private-show.tsx'
import '../../../parts/live/live.css'

// spec: publish.live

export const handle = {
  messages: ['live', 'tickets', 'profile', 'post', 'schedule'],
  bar: 'none',
  isFull: true,
  hasTabBar: false,
  hasSlimRail: true,
  hydrated: true,
}
export const clientMiddleware = [withMessages('live', 'tickets', 'profile', 'post', 'schedule')]

const othersShown = 3
const scheduleShown = 5
/** How often the page of a creator who isn't live looks whether they are. */
const lookMs = 15_000

export async function loader({ params, context }: LoaderFunctionArgs) {
  const api = apiOf(context)
  const requestContext = requestContextOf(context)
  const name = (params['profileId'] ?? '').toLowerCase()
  if (!/^[a-z0-9_.-]{3,64}$/.test(name)) throw data(null, { status: 404 })
  const { data: profile } = await api.call('GET /performers/:id', { params: { id: name } }).catch((error: unknown) => {
    if (error instanceof ApiProblem && error.status === 404) throw data(null, { status: 404 })
    throw error
  })
  if (profile.canonicalUsername && profile.canonicalUsername !== params['profileId'])
    throw redirect(`/${profile.canonicalUsername}/live`, 301)
  const id = profile._id
  const [found, live, chat, messages, schedule, me, settings] = await Promise.all([
    api.call('GET /streaming/user/search', { query: { performerId: id, pageSize: 1 } }),
    api.call('GET /streaming/user/search', { query: { pageSize: othersShown + 1 } }).catch(() => null),
    api.call('GET /conversations/stream/performer/:id', { params: { id } }),
    api.call('GET /messages/stream/:id', { params: { id }, query: { limit: 50 } }).catch((error: unknown) => {
      if (error instanceof ApiProblem && error.code === 'BANNED_FROM_ROOM') return { data: [] }
      throw error
    }),
    api.call('GET /streaming/schedule', { query: { performerId: id, pageSize: scheduleShown } }).catch(() => null),
    requestContext.me(),
    requestContext.settings(),
  ])
  const stream = found.data[0] ?? null
  const mayWatch =
    stream !== null &&
    me !== null &&
    (await api.call('GET /streaming/join/:id', { params: { id: stream._id } }).then(
      () => true,
      () => false,
    ))
  // In the middle of a show the page comes back into it.
  const shows =
    me && stream?.isInShow
      ? await api.call('GET /streaming/private-requests', { query: { open: 'true' } }).then(
          (found) => found.data,
          () => [],
        )
      : []
  return {
    profile,
    stream,
    shows,
    mayWatch,
    others: (live?.data ?? []).filter(({ performer }) => performer._id !== id).slice(0, othersShown),
    schedule: schedule?.data ?? [],
    chat: chat.data,
    messages: messages.data,
    page: {
      origin: requestContext.origin,
      locale: await requestContext.locale(),
      siteName: settings.siteName,
      locales: settings.supportedLocales,
    },
  }
}

export function meta({ loaderData }: MetaArgs<typeof loader>) {
  if (!loaderData) return []
  const { profile, stream, page } = loaderData
  const title = `${stream?.title || profile.name} · ${page.siteName}`
  const path = `/${profile.username ?? profile._id}`
  return [
    { title },
    { name: 'robots', content: stream?.type === 'public' ? 'index,follow' : 'noindex,follow' },
    { property: 'og:title', content: title },
    { property: 'og:description', content: profile.name },
    ...shareMeta({ ...page, path: `${path}/live`, image: `${path}/card.png`, type: 'website' }),
  ]
}

/** The live room of a creator: video, chat, tips. Where they are not live, when one may look again. */
export default function RoomPage() {
  const t = useT()
  const { profile, stream: loaded, shows, mayWatch, others, schedule, chat, messages } = useLoaderData<typeof loader>()
  const me = useMe()
  const { revalidate } = useRevalidator()
  const [stream, changeStream] = useStream(loaded)
  const isOn = stream !== null && stream.status !== 'ended'
  const show = usePrivateShow(profile, stream, shows)
  const { video, watching, isDelayed, play } = useWatching(stream?._id ?? '', isOn && mayWatch && !show.running)
  const onRefused = useCallback(() => void revalidate(), [revalidate])
  useLooking(!isOn && !show.running, onRefused)
  // Why, the server says at once; the socket may say it half a minute later.
  useEffect(() => {
    if (watching === 'refused') onRefused()
  }, [watching, onRefused])
  const isPlaying = isOn && mayWatch && watching !== 'refused'
  const showOffer = { profile, stream: isPlaying && show.mayAsk ? stream : null, onAsked: show.onChange }
  return (
    <div
      className={
        me
          ? 'relative flex min-h-0 flex-1 max-md:bg-[#120d0a] md:grid md:grid-cols-[minmax(0,1fr)_minmax(280px,376px)]'
          : 'relative flex max-md:h-[calc(100dvh-3.75rem)] max-md:bg-[#120d0a] md:grid md:h-[calc(100dvh-4.5rem)] md:grid-cols-[minmax(0,1fr)_minmax(280px,376px)]'
      }
    >
      {me && (show.running || chat.writing.reason === null) ? <SkipToField /> : null}
      {me && stream && mayWatch ? (
        <StreamUpdates stream={stream} onChange={changeStream} onRefused={onRefused} />
      ) : null}
      {show.updates}
      {show.running ? (
        <ShowRoom show={show.running} group={stream?.groupShow ?? null} profile={profile} onChange={show.onChange} />
      ) : (
        <>
          <div className="min-h-0 min-w-0 md:overflow-y-auto md:px-5 md:py-4">
            <LiveStage
              stream={stream}
              poster={stream?.poster ?? profile.cover}
              chatId={profile._id}
              video={video}
              watching={watching}
              isDelayed={isDelayed}
              onPlay={play}
              isSignedIn={me !== null}
              instead={
                isPlaying ? null : (
                  <Instead
                    profile={profile}
                    stream={stream}
                    next={schedule[0] ?? null}
                    isRefused={watching === 'refused'}
                    isBanned={chat.writing.reason === 'banned'}
                  />
                )
              }
              corner={<ShareRoom profile={profile} stream={stream} />}
            />
            <About
              profile={profile}
              stream={stream}
              show={
                <>
                  <ShowButton {...showOffer} />
                  <GroupButton {...showOffer} />
                </>
              }
              others={others}
              schedule={isOn ? schedule : schedule.slice(1)}
            />
          </div>
          <div className="absolute inset-x-0 top-0 z-10 flex items-center gap-2 p-3 md:hidden">
            <CreatorPill profile={profile} stream={stream} />
            <span className="flex-1" />
            <IconLink variant="media" to={`/${profile.username ?? profile._id}`} label={t('ui.close')} tip="none">
              <X aria-hidden="true" />
            </IconLink>
          </div>
          {stream?.goal ? (
            <div className="absolute inset-e-3 top-16 z-10 md:hidden">
              <GoalOverVideo goal={stream.goal} />
            </div>
          ) : null}
          <RoomChat
            key={profile._id}
            chat={chat}
            streamId={isPlaying ? stream._id : null}
            messages={messages}
            over
            above={
              <>
                {show.notice}
                <QuickTips profile={profile} />
                <ShowButton {...showOffer} className="mx-3 mt-2.5 md:hidden" />
                <GroupButton {...showOffer} className="mx-3 mt-2.5 md:hidden" />
                <TipMenu
                  profile={profile}
                  menu={isOn ? stream.menu : []}
                  className="overflow-x-auto px-3 pt-2.5 [scrollbar-width:none] md:hidden"
                />
              </>
            }
            beside={<PhoneTip profile={profile} />}
            className="max-md:absolute max-md:inset-x-0 max-md:bottom-0 max-md:z-10 max-md:h-[46%] max-md:bg-linear-to-t max-md:from-black/85 max-md:to-transparent max-md:pb-[env(safe-area-inset-bottom)] md:border-s md:border-line"
          />
        </>
      )}
    </div>
  )
}

/** Nobody is told of a stream that they can't have joined yet: while the page is looked at, it asks once in a while. */
function useLooking(isNeeded: boolean, look: () => void): void {
  const [isHidden, setHidden] = useState(false)
  useEffect(() => {
    const changed = () => setHidden(document.hidden)
    document.addEventListener('visibilitychange', changed)
    return () => document.removeEventListener('visibilitychange', changed)
  }, [])
  useEffect(() => {
    if (!isNeeded || isHidden) return
    const timer = setInterval(look, lookMs)
    return () => clearInterval(timer)
  }, [isNeeded, isHidden, look])
}
