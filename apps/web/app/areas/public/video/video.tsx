import clsx from 'clsx'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { type LoaderFunctionArgs, type MetaArgs, useLoaderData, useLocation, useRevalidator } from 'react-router'
import { call } from '../../../api/client.ts'
import { asProblem } from '../../../api/problem.ts'
import { apiOf } from '../../../api/request-context.ts'
import { withMessages } from '../../../i18n/area-messages.ts'
import { useT } from '../../../i18n/context.tsx'
import { useSignIn } from '../../../parts/account/use-sign-in.ts'
import { BesideVideoContext } from '../../../parts/comments/beside-video.ts'
import { useMutation } from '../../../parts/forms/use-mutation.ts'
import { savedAutoplay, saveAutoplay } from '../../../parts/player/saved.ts'
import { type Jump, Video, type Watching } from '../../../parts/player/video.tsx'
import { coverOf, fileOf, filesOf, isOpen, type OpenFile, videoOf } from '../../../parts/posts/files.ts'
import { type RenewFile, renewVideo } from '../../../parts/posts/post-media.tsx'
import { type ItemSheet, ItemSheets } from '../../../parts/posts/item-sheets.tsx'
import { ItemComments } from '../../../parts/posts/item-comments.tsx'
import { itemMeta, siteOf } from '../../../parts/posts/item-page.ts'
import { Chapters } from '../../../parts/replay/chapters.tsx'
import { ReplayChat } from '../../../parts/replay/replay-chat.tsx'
import { ReplayFacts } from '../../../parts/replay/replay-facts.tsx'
import { TipCurve } from '../../../parts/replay/tip-curve.tsx'
import { JsonLd } from '../../../parts/site/json-ld.tsx'
import { useMe } from '../../../parts/site/site.ts'
import { BuyBar, BuyCard, type VideoOnPage } from '../../../parts/videos/buy-card.tsx'
import { LockedPlayer } from '../../../parts/videos/locked-player.tsx'
import { ChapterStrip } from './chapter-strip.tsx'
import { videoData } from './json-ld.ts'
import { NextUp, UpNext } from './up-next.tsx'
import { VideoAbout } from './video-about.tsx'
import { VideoHead } from './video-head.tsx'

export const handle = { signIn: 'optional', messages: ['post', 'profile', 'live', 'replay'] }
export const clientMiddleware = [withMessages('post', 'profile', 'live', 'replay')]

export async function loader({ params, context }: LoaderFunctionArgs) {
  const api = apiOf(context)
  const id = params['id'] ?? ''
  const { data: video } = await api.call('GET /performer-assets/videos/:id', { params: { id } })
  const [comments, related, page, replay] = await Promise.all([
    (video.can.view || video.gate.type === 'paid') && !video.isClosed
      ? api.call('GET /comments', { query: { itemId: video._id } }).catch((error: unknown) => asProblem(error))
      : null,
    api.call('GET /performer-assets/videos/:id/related', { params: { id } }).then(
      ({ data }) => data,
      () => [],
    ),
    siteOf(context),
    video.liveAt && !video.isClosed
      ? api.call('GET /streaming/replays/:id', { params: { id } }).then(
          ({ data }) => data,
          () => null,
        )
      : null,
  ])
  return {
    video,
    comments,
    related,
    page,
    replay,
  }
}

export function meta({ loaderData }: MetaArgs<typeof loader>) {
  if (!loaderData) return []
  const { video, page } = loaderData
  return itemMeta(video, page, { path: `/video/${video._id}`, image: `/video/${video._id}/card.png` })
}

export default function VideoPage() {
  const { video } = useLoaderData<typeof loader>()
  // Another video is another page: nothing of the one before stays.
  return <OneVideo key={video._id} />
}

function OneVideo() {
  const t = useT()
  const { video: given, comments, related, page, replay } = useLoaderData<typeof loader>()
  const { revalidate } = useRevalidator()
  const signedIn = useSignIn()
  const [video, setVideo] = useState<VideoOnPage>(given)
  useEffect(() => setVideo(given), [given])
  const [now, setNow] = useState(0)
  const latest = useRef(0)
  const [jump, setJump] = useState<Jump | null>(null)
  const [sheet, setSheet] = useState<ItemSheet>(null)
  const read = useCallback(
    () => call('GET /performer-assets/videos/:id', { params: { id: given._id } }).then(({ data }) => data),
    [given._id],
  )
  const refresh = useCallback(async () => {
    const fresh = await read()
    setVideo(fresh)
    if (fresh.can.view) await revalidate()
  }, [read, revalidate])
  const renewFile = useCallback<RenewFile>(
    async (fileId) => {
      const fresh = await read()
      const file = [...filesOf(fresh), fileOf(fresh.teaser)].filter(isOpen).find(({ _id }) => _id === fileId)
      if (!file) setVideo(fresh)
      return file ?? null
    },
    [read],
  )
  const [autoplay, setAutoplay] = useState(true)
  useEffect(() => setAutoplay(savedAutoplay()), [])
  const [isCancelled, setIsCancelled] = useState(false)
  const { performer } = video
  const title = video.title || t('post.titleOf.video', { name: performer.name })
  const main = filesOf(video).filter(isOpen)[0]
  const source = main && videoOf(main, coverOf(video))
  const isReplay = Boolean(replay?.chapters && main)
  const [own, others] = [true, false].map((isOwn) =>
    related.filter((e) => (e.performer._id === performer._id) === isOwn),
  )
  const next = own!.find(({ locked }) => !locked)
  const seek = useCallback((to: number) => setJump({ to }), [])
  const hasSource = Boolean(source)
  const length = (main?.durationMs ?? 0) / 1000
  const beside = useMemo(
    () => (hasSource ? { seek, now: () => latest.current, length } : {}),
    [hasSource, seek, length],
  )
  const onUnlock = signedIn(() => setSheet('unlock'))
  const isAside = Boolean(video.locked) || related.length > 0 || isReplay
  return (
    <div
      className={clsx(
        'mx-auto grid w-full grid-cols-[minmax(0,1fr)] content-start gap-x-8 px-4 pb-24 md:px-8 md:pt-6',
        isAside ? 'max-w-page xl:grid-cols-[minmax(0,1fr)_340px] xl:grid-rows-[auto_1fr]' : 'max-w-settings',
      )}
    >
      <JsonLd data={videoData(video, page.origin)} />
      <div className="min-w-0">
        {video.locked ? (
          <LockedPlayer video={video} title={title} renewFile={renewFile} onUnlock={onUnlock} onChanged={refresh} />
        ) : (
          <Playable
            key={main?._id}
            video={video}
            file={main}
            title={title}
            renewFile={renewFile}
            onTime={(second) => {
              latest.current = second
              // Once a second is enough to show where it is.
              setNow((before) => (isReplay || Math.floor(before) !== Math.floor(second) ? second : before))
            }}
            jump={jump}
            {...(replay && isReplay && { along: <TipCurve tips={replay.tips ?? []} /> })}
            {...(next &&
              autoplay &&
              !isCancelled && { after: () => <NextUp video={next} onCancel={() => setIsCancelled(true)} /> })}
          />
        )}
        <VideoHead video={video} title={title} />
        {replay ? <ReplayFacts replay={replay} /> : null}
      </div>
      <div className="min-w-0 max-xl:contents xl:col-start-2 xl:row-span-2 xl:row-start-1">
        {video.locked ? (
          <div className="mt-4 min-w-0 xl:mt-0 xl:mb-8">
            <BuyCard video={video} onUnlock={onUnlock} onChanged={refresh} />
          </div>
        ) : null}
        {isReplay ? (
          <ReplayChat
            videoId={video._id}
            now={now}
            className="mt-6 flex h-[70dvh] min-h-80 flex-col overflow-hidden rounded-lg bg-surface ring-1 ring-line xl:sticky xl:top-6 xl:mt-0 xl:h-[calc(100dvh-3rem)]"
          />
        ) : null}
        {related.length > 0 ? (
          <aside className="mt-8 grid min-w-0 content-start gap-7 max-xl:order-1 xl:mt-0">
            <UpNext
              own={own!}
              others={others!}
              creator={performer}
              isLocked={Boolean(video.locked)}
              autoplay={autoplay}
              onAutoplay={(isOn) => {
                setAutoplay(isOn)
                saveAutoplay(isOn)
              }}
            />
          </aside>
        ) : null}
      </div>
      <div className="min-w-0">
        <VideoAbout video={video} onTip={() => setSheet('tip')} />
        {video.chapters && source ? (
          <ChapterStrip chapters={video.chapters} video={source} now={now} onChoose={seek} />
        ) : null}
        {replay?.chapters && isReplay ? <Chapters chapters={replay.chapters} now={now} onChoose={seek} /> : null}
        {video.isClosed ? null : (
          <div id="comments" className="mt-6">
            <BesideVideoContext value={beside}>
              <ItemComments
                item={video}
                comments={comments}
                canComment={video.can.comment || !video.locked}
                locked={video.locked ? t('post.comments.locked') : undefined}
                onRetry={() => void revalidate()}
              />
            </BesideVideoContext>
          </div>
        )}
      </div>
      {video.locked ? <BuyBar video={video} onUnlock={onUnlock} /> : null}
      <ItemSheets item={video} open={sheet} onOpenChange={setSheet} onUnlocked={refresh} />
    </div>
  )
}

interface PlayableProps extends Watching {
  video: VideoOnPage
  file: OpenFile | undefined
  title: string
  renewFile: RenewFile
}
/** The player, or why there is none yet. */
function Playable({ video, file, title, renewFile, ...watching }: PlayableProps) {
  const t = useT()
  const me = useMe()
  const { state } = useLocation()
  const { send } = useMutation()
  const source = file && videoOf(file, coverOf(video))
  const params = { id: video._id }
  return source ? (
    <Video
      video={source}
      title={title}
      renew={renewVideo(renewFile, file)}
      chapters={video.chapters}
      position={video.position}
      onWatched={() => {
        if (!video.isClosed) void send('POST /performer-assets/videos/:id/view', { params })
      }}
      onKeep={
        me
          ? (seconds) => void send('PUT /performer-assets/videos/:id/position', { params, body: { seconds } })
          : undefined
      }
      starts={(state as { plays?: boolean } | null)?.plays === true}
      {...watching}
      eager
    />
  ) : (
    <p role="status" className="rounded-md bg-surface-2 px-4 py-3 text-sm text-ink-2">
      {file?.status === 'failed' ? t('post.broken') : t('post.processing')}
    </p>
  )
}
