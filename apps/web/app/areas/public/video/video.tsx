import clsx from 'clsx'
import { type ReactNode, useCallback, useEffect, useState } from 'react'
import { Link, type LoaderFunctionArgs, type MetaArgs, useLoaderData, useRevalidator } from 'react-router'
import { call, type Reply } from '../../../api/client.ts'
import { asProblem } from '../../../api/problem.ts'
import { apiOf } from '../../../api/request-context.ts'
import { withMessages } from '../../../i18n/area-messages.ts'
import { useT } from '../../../i18n/context.tsx'
import { PageHead } from '../../../layouts/page-head.tsx'
import { FollowButton } from '../../../parts/creators/follow-button.tsx'
import { useMutation } from '../../../parts/forms/use-mutation.ts'
import { type Jump, Video } from '../../../parts/player/video.tsx'
import { coverOf, fileOf, filesOf, isOpen, type OpenFile, videoOf } from '../../../parts/posts/files.ts'
import { Actions } from '../../../parts/posts/post-actions.tsx'
import { PostHead } from '../../../parts/posts/post-head.tsx'
import { Locked } from '../../../parts/posts/post-locked.tsx'
import { type RenewFile, renewVideo } from '../../../parts/posts/post-media.tsx'
import { type ItemSheet, ItemSheets } from '../../../parts/posts/item-sheets.tsx'
import { ItemComments } from '../../../parts/posts/item-comments.tsx'
import { itemMeta, siteOf } from '../../../parts/posts/item-page.ts'
import { dateOf } from '../../../parts/posts/kinds.ts'
import { Chapters } from '../../../parts/replay/chapters.tsx'
import { ReplayChat } from '../../../parts/replay/replay-chat.tsx'
import { ReplayFacts } from '../../../parts/replay/replay-facts.tsx'
import { TipCurve } from '../../../parts/replay/tip-curve.tsx'
import { JsonLd } from '../../../parts/site/json-ld.tsx'
import { useMe } from '../../../parts/site/site.ts'
import { LinkedText } from '../../../parts/text/linked-text.tsx'
import { Moment } from '../../../parts/time/moment.tsx'
import { VideoRow } from '../../../parts/videos/video-row.tsx'
import { videoData } from './json-ld.ts'

export const handle = { signIn: 'optional', messages: ['post', 'profile', 'live', 'replay'] }
export const clientMiddleware = [withMessages('post', 'profile', 'live', 'replay')]

type ShownVideo = Reply<'GET /performer-assets/videos/:id'>['data']

export async function loader({ params, context }: LoaderFunctionArgs) {
  const api = apiOf(context)
  const id = params['id'] ?? ''
  const { data: video } = await api.call('GET /performer-assets/videos/:id', { params: { id } })
  const [comments, related, page, replay] = await Promise.all([
    video.can.view && !video.isClosed
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
  const t = useT()
  const { video: given, comments, related, page, replay } = useLoaderData<typeof loader>()
  const { revalidate } = useRevalidator()
  const me = useMe()
  const [video, setVideo] = useState<ShownVideo>(given)
  useEffect(() => setVideo(given), [given])
  const [now, setNow] = useState(0)
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
  const view = useMutation()
  const { performer } = video
  const title = video.title || t('post.titleOf.video', { name: performer.name })
  const main = filesOf(video).filter(isOpen)[0]
  const isReplay = Boolean(replay?.chapters && main)
  return (
    <div
      className={clsx(
        'mx-auto grid w-full grid-cols-[minmax(0,1fr)] gap-x-8 px-4 pb-16 md:px-8 md:pt-6',
        related.length > 0 || isReplay ? 'max-w-page xl:grid-cols-[minmax(0,1fr)_340px]' : 'max-w-settings',
      )}
    >
      <JsonLd data={videoData(video, page.origin)} />
      <div className="min-w-0">
        <PageHead
          title={<span className="md:sr-only">{title}</span>}
          back={video.isClosed ? '/user/purchases' : '/home'}
          className="md:mb-0!"
        />
        <div className="grid gap-3">
          {video.locked ? (
            <Locked post={video} onUnlock={() => setSheet('unlock')} onChanged={refresh} renewFile={renewFile} />
          ) : (
            <Playable
              key={main?._id}
              video={video}
              file={main}
              title={title}
              renewFile={renewFile}
              {...(replay && isReplay && { onTime: setNow, jump, along: <TipCurve tips={replay.tips ?? []} /> })}
              onWatched={() => {
                if (!video.isClosed)
                  void view.send('POST /performer-assets/videos/:id/view', { params: { id: video._id } })
              }}
            />
          )}
        </div>
        <h2 lang={performer.locale} dir="auto" className="mt-4 text-xl [overflow-wrap:anywhere] max-md:sr-only">
          {title}
        </h2>
        <p className="num mt-1 text-sm text-ink-3">
          {t('post.views', { count: video.stats.views })} · <Moment at={dateOf(video)} />
        </p>
        {replay ? <ReplayFacts replay={replay} /> : null}
        <Actions post={video} onTip={() => setSheet('tip')} alone />
        <div className="mt-2 flex items-center gap-3 border-y border-line py-3">
          <div className="min-w-0 flex-1">
            <PostHead post={video} brief />
          </div>
          {me?._id === performer._id || video.isClosed ? null : (
            <FollowButton performer={performer} isFollowed={video.isFollowed} size="sm" />
          )}
        </div>
        {video.text ? (
          <p
            lang={performer.locale}
            dir="auto"
            className="mt-3 whitespace-pre-line text-pretty [overflow-wrap:anywhere]"
          >
            <LinkedText text={video.text} />
          </p>
        ) : null}
        {video.tags.length > 0 ? (
          <ul className="mt-3 flex flex-wrap gap-2">
            {video.tags.map((tag) => (
              <li key={tag}>
                <Link
                  to={`/search?q=${encodeURIComponent(tag)}`}
                  dir="auto"
                  className="inline-flex h-8 items-center rounded-full bg-surface-2 px-3 text-sm text-ink-2 hover:bg-surface-3"
                >
                  #{tag}
                </Link>
              </li>
            ))}
          </ul>
        ) : null}
        {replay?.chapters && isReplay ? (
          <Chapters chapters={replay.chapters} now={now} onChoose={(to) => setJump({ to })} />
        ) : null}
      </div>
      {isReplay ? (
        <ReplayChat
          videoId={video._id}
          now={now}
          className="mt-6 flex h-[70dvh] min-h-80 flex-col overflow-hidden rounded-lg bg-surface ring-1 ring-line xl:sticky xl:top-6 xl:mt-0 xl:h-[calc(100dvh-3rem)]"
        />
      ) : null}
      <div className={clsx('min-w-0', !isReplay && 'xl:col-start-1')}>
        {video.isClosed ? null : (
          <div id="comments" className="mt-4">
            <ItemComments
              item={video}
              comments={comments}
              canComment={video.can.comment || !video.locked}
              onRetry={() => void revalidate()}
            />
          </div>
        )}
      </div>
      {related.length > 0 ? (
        <aside
          className={clsx(
            'mt-8 min-w-0 self-start',
            !isReplay && 'xl:sticky xl:top-6 xl:col-start-2 xl:row-span-2 xl:row-start-1 xl:mt-0',
          )}
        >
          <h2 className="mb-3 text-lg">{t('post.related')}</h2>
          <div className="grid grid-cols-1 gap-4">
            {related.map((entry) => (
              <VideoRow key={entry._id} video={entry} />
            ))}
          </div>
        </aside>
      ) : null}
      <ItemSheets item={video} open={sheet} onOpenChange={setSheet} onUnlocked={refresh} />
    </div>
  )
}

interface PlayableProps {
  video: ShownVideo
  file: OpenFile | undefined
  title: string
  renewFile: RenewFile
  onWatched: () => void
  onTime?: (seconds: number) => void
  jump?: Jump | null
  along?: ReactNode
}
/** The player, or why there is none yet. */
function Playable({ video, file, title, renewFile, ...rest }: PlayableProps) {
  const t = useT()
  const source = file && videoOf(file, coverOf(video))
  return source ? (
    <Video video={source} title={title} renew={renewVideo(renewFile, file)} {...rest} eager />
  ) : (
    <p role="status" className="rounded-md bg-surface-2 px-4 py-3 text-sm text-ink-2">
      {file?.status === 'failed' ? t('post.broken') : t('post.processing')}
    </p>
  )
}
