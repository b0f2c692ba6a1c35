import { lazy, Suspense, useCallback, useEffect, useState } from 'react'
import { Link, type LoaderFunctionArgs, type MetaArgs, useLoaderData, useRevalidator } from 'react-router'
import { call, type Reply } from '../../../api/client.ts'
import { asProblem } from '../../../api/problem.ts'
import { apiOf, requestContextOf } from '../../../api/request-context.ts'
import { withMessages } from '../../../i18n/area-messages.ts'
import { useT } from '../../../i18n/context.tsx'
import { PageHead } from '../../../layouts/page-head.tsx'
import { CommentList } from '../../../parts/comments/comment-list.tsx'
import { FollowButton } from '../../../parts/creators/follow-button.tsx'
import { useMutation } from '../../../parts/forms/use-mutation.ts'
import { TipSheet } from '../../../parts/money/tip-button.ts'
import { Video } from '../../../parts/player/video.tsx'
import { coverOf, fileOf, filesOf, isOpen, type OpenFile, videoOf } from '../../../parts/posts/files.ts'
import { Actions } from '../../../parts/posts/post-actions.tsx'
import { PostHead } from '../../../parts/posts/post-head.tsx'
import { Locked } from '../../../parts/posts/post-locked.tsx'
import { type RenewFile, renewVideo } from '../../../parts/posts/post-media.tsx'
import { JsonLd } from '../../../parts/site/json-ld.tsx'
import { shareMeta } from '../../../parts/site/share-meta.ts'
import { useMe } from '../../../parts/site/site.ts'
import { Moment } from '../../../parts/time/moment.tsx'
import { VideoRow } from '../../../parts/videos/video-row.tsx'
import { useProblemText } from '../../../ui/form.tsx'
import { PartialState } from '../../../ui/states.tsx'
import { videoData } from './json-ld.ts'

const UnlockSheet = lazy(async () => ({
  default: (await import('../../../parts/money/unlock-sheet.tsx')).UnlockSheet,
}))

export const handle = { signIn: 'optional', messages: ['post', 'profile'] }
export const clientMiddleware = [withMessages('post', 'profile')]

type ShownVideo = Reply<'GET /performer-assets/videos/:id'>['data']

export async function loader({ params, context }: LoaderFunctionArgs) {
  const api = apiOf(context)
  const requestContext = requestContextOf(context)
  const id = params['id'] ?? ''
  const { data: video } = await api.call('GET /performer-assets/videos/:id', { params: { id } })
  const [comments, related, settings] = await Promise.all([
    video.can.view
      ? api.call('GET /comments', { query: { itemId: video._id } }).catch((error: unknown) => asProblem(error))
      : null,
    api.call('GET /performer-assets/videos/:id/related', { params: { id } }).then(
      ({ data }) => data,
      () => [],
    ),
    requestContext.settings(),
  ])
  return {
    video,
    comments,
    related,
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
  const { video, page } = loaderData
  const { siteName } = page
  const title = `${video.title || video.performer.name} · ${siteName}`
  const description = video.text.slice(0, 200) || `${video.performer.name} · ${siteName}`
  return [
    { title },
    { name: 'description', content: description },
    // What is closed is not for search engines.
    { name: 'robots', content: video.locked ? 'noindex' : 'index,follow' },
    { property: 'og:title', content: title },
    { property: 'og:description', content: description },
    ...shareMeta({ ...page, path: `/video/${video._id}`, image: `/video/${video._id}/card.png`, type: 'article' }),
  ]
}

export default function VideoPage() {
  const t = useT()
  const { video: given, comments, related, page } = useLoaderData<typeof loader>()
  const problemText = useProblemText()
  const { revalidate } = useRevalidator()
  const me = useMe()
  const [video, setVideo] = useState<ShownVideo>(given)
  useEffect(() => setVideo(given), [given])
  const [sheet, setSheet] = useState<'tip' | 'unlock' | null>(null)
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
  return (
    <div className="mx-auto grid w-full max-w-page grid-cols-[minmax(0,1fr)] gap-x-8 px-4 pb-16 md:px-8 md:pt-6 xl:grid-cols-[minmax(0,1fr)_340px]">
      <JsonLd data={videoData(video, page.origin)} />
      <div className="min-w-0">
        <PageHead title={<span className="md:sr-only">{title}</span>} back="/home" className="md:mb-0!" />
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
              onWatched={() => void view.send('POST /performer-assets/videos/:id/view', { params: { id: video._id } })}
            />
          )}
        </div>
        <h2 dir="auto" className="mt-4 text-xl [overflow-wrap:anywhere] max-md:sr-only">
          {title}
        </h2>
        <p className="num mt-1 text-sm text-ink-3">
          {t('post.views', { count: video.stats.views })} · <Moment at={video.publishedAt ?? video.createdAt} />
        </p>
        <Actions post={video} onTip={() => setSheet('tip')} alone />
        <div className="mt-2 flex items-center gap-3 border-y border-line py-3">
          <div className="min-w-0 flex-1">
            <PostHead post={video} />
          </div>
          {me?._id === performer._id ? null : (
            <FollowButton performer={performer} isFollowed={video.isFollowed} size="sm" />
          )}
        </div>
        {video.text ? (
          <p dir="auto" className="mt-3 whitespace-pre-line text-pretty [overflow-wrap:anywhere]">
            {video.text}
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
        <div className="mt-4">
          {comments && 'data' in comments ? (
            <CommentList
              key={video._id}
              itemId={video._id}
              ownerId={performer._id}
              first={comments}
              canComment={video.can.comment || !video.locked}
            />
          ) : comments ? (
            <PartialState onRetry={() => void revalidate()}>{problemText(comments)}</PartialState>
          ) : (
            <p className="rounded-lg bg-surface-2 px-5 py-6 text-center text-sm text-ink-2">
              {t('post.comments.closed')}
            </p>
          )}
        </div>
      </div>
      {related.length > 0 ? (
        <aside className="mt-8 self-start xl:sticky xl:top-6 xl:mt-0">
          <h2 className="mb-3 text-lg">{t('post.related')}</h2>
          <div className="grid gap-4">
            {related.map((entry) => (
              <VideoRow key={entry._id} video={entry} />
            ))}
          </div>
        </aside>
      ) : null}
      {sheet === 'tip' ? (
        <Suspense>
          <TipSheet open onOpenChange={(open) => setSheet(open ? 'tip' : null)} performer={performer} />
        </Suspense>
      ) : null}
      {sheet === 'unlock' ? (
        <Suspense>
          <UnlockSheet
            open
            onOpenChange={(open) => setSheet(open ? 'unlock' : null)}
            post={video}
            onUnlocked={refresh}
          />
        </Suspense>
      ) : null}
    </div>
  )
}

interface PlayableProps {
  video: ShownVideo
  file: OpenFile | undefined
  title: string
  renewFile: RenewFile
  onWatched: () => void
}
/** The player, or why there is none yet. */
function Playable({ video, file, title, renewFile, onWatched }: PlayableProps) {
  const t = useT()
  const source = file && videoOf(file, coverOf(video))
  return source ? (
    <Video video={source} title={title} renew={renewVideo(renewFile, file)} onWatched={onWatched} eager />
  ) : (
    <p role="status" className="rounded-md bg-surface-2 px-4 py-3 text-sm text-ink-2">
      {file?.status === 'failed' ? t('post.broken') : t('post.processing')}
    </p>
  )
}
