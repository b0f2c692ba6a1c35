import clsx from 'clsx'
import {
  Bookmark,
  Ellipsis,
  Gem,
  Heart,
  Link as LinkIcon,
  MessageCircle,
  Pencil,
  Share2,
  UserRound,
} from 'lucide-react'
import { lazy, memo, Suspense, useCallback, useEffect, useState } from 'react'
import { Link } from 'react-router'
import { call } from '../../api/client.ts'
import { useFormats, useT } from '../../i18n/context.tsx'
import { Avatar } from '../../ui/avatar.tsx'
import { Badge } from '../../ui/badge.tsx'
import { buttonClass, iconButtonClass } from '../../ui/button.tsx'
import { Menu } from '../../ui/menu.tsx'
import { toast } from '../../ui/toast.tsx'
import { LockedMedia } from '../locked-media.tsx'
import { Moment } from '../moment.tsx'
import { Sound } from '../player/sound.tsx'
import { Video } from '../player/video.tsx'
import { useWaveform } from '../player/waveform.ts'
import { share } from '../share.ts'
import { useMe, useSite } from '../site.ts'
import { TokenIcon } from '../token-icon.tsx'
import { useSignIn } from '../use-sign-in.ts'
import { useToggle } from '../use-toggle.ts'
import { VerifiedBadge } from '../verified-badge.tsx'
import { useContents } from './contents.ts'
import {
  fileOf,
  filesOf,
  filmOf,
  isOpen,
  lockedPreview,
  type OpenFile,
  pictureOf,
  type Post,
  previewOf,
} from './files.ts'
import { Photos } from './photos.tsx'
import { Poll } from './poll.tsx'

const TipSheet = lazy(async () => ({ default: (await import('../tip-sheet.tsx')).TipSheet }))
const UnlockSheet = lazy(async () => ({ default: (await import('../unlock-sheet.tsx')).UnlockSheet }))

interface PostCardProps {
  post: Post
  /** On its own page: the whole text, and the pictures at once. */
  alone?: boolean
  /** The first of a page: its picture is what people wait for. */
  first?: boolean
  /** As in the editor: nothing can be pressed that does something. */
  preview?: boolean
  /** It opened while one looked on: what stands around it may have more to show. */
  onOpened?: () => void
}
const longText = 420
type RenewFile = (fileId: string) => Promise<OpenFile | null>

/** One post as a fan sees it. */
export const PostCard = memo(function PostCard({
  post: given,
  alone = false,
  first = false,
  preview = false,
  onOpened,
}: PostCardProps) {
  const t = useT()
  const [post, setPost] = useState(given)
  useEffect(() => setPost(given), [given])
  const [sheet, setSheet] = useState<'tip' | 'unlock' | null>(null)
  const refresh = useCallback(async () => {
    const { data } = await call('GET /user/feeds/:id', { params: { id: given._id } })
    setPost(data)
    if (data.can.view) onOpened?.()
  }, [given._id, onOpened])
  // A player asks for addresses that work now. The card is drawn again only where something of it was closed.
  const renewFile = useCallback<RenewFile>(
    async (fileId) => {
      const { data } = await call('GET /user/feeds/:id', { params: { id: given._id } })
      const file = [...filesOf(data), fileOf(data.teaser)].filter(isOpen).find(({ _id }) => _id === fileId)
      if (!file) setPost(data)
      return file ?? null
    },
    [given._id],
  )
  const clipped = !alone && post.text.length > longText
  const name = post.performer.name
  return (
    <article
      aria-label={t('post.titleOf', { name })}
      inert={preview}
      className="min-w-0 bg-surface px-4 pt-3.5 pb-1 ring-1 ring-line max-md:-mx-4 md:rounded-lg md:px-5 md:pt-[18px] md:pb-2"
    >
      <PostHead post={post} />
      {post.title && !post.locked ? (
        <h2 className="mt-3 text-lg">{alone ? post.title : <Link to={`/post/${post._id}`}>{post.title}</Link>}</h2>
      ) : null}
      {post.text ? (
        <div className={post.title ? 'mt-1.5' : 'mt-3'}>
          <p className={clsx('whitespace-pre-line text-pretty [overflow-wrap:anywhere]', clipped && 'line-clamp-6')}>
            {post.text}
          </p>
          {clipped ? (
            <Link to={`/post/${post._id}`} className="link text-sm">
              {t('post.readMore')}
            </Link>
          ) : null}
        </div>
      ) : null}
      <div className="mt-3.5 grid gap-3 empty:hidden">
        {post.locked ? (
          <Locked post={post} onUnlock={() => setSheet('unlock')} onChanged={refresh} renewFile={renewFile} />
        ) : (
          <Media post={post} eager={first} renewFile={renewFile} />
        )}
        {post.poll ? (
          <Poll key={post.poll.votedFor ?? 'open'} feedId={post._id} start={post.poll} canVote={post.can.view} />
        ) : null}
      </div>
      <Actions post={post} onTip={() => setSheet('tip')} alone={alone} />
      {sheet === 'tip' ? (
        <Suspense>
          <TipSheet open onOpenChange={(open) => setSheet(open ? 'tip' : null)} performer={post.performer} />
        </Suspense>
      ) : null}
      {sheet === 'unlock' ? (
        <Suspense>
          <UnlockSheet
            open
            onOpenChange={(open) => setSheet(open ? 'unlock' : null)}
            post={post}
            onUnlocked={refresh}
          />
        </Suspense>
      ) : null}
    </article>
  )
})

function PostHead({ post }: { post: Post }) {
  const t = useT()
  const { performer, gate } = post
  const home = `/${performer.username ?? performer._id}`
  const closed = gate.type === 'subscribers' || gate.type === 'plan'
  return (
    <header className="flex items-center gap-3">
      <Link to={home} tabIndex={-1} aria-hidden="true" className="shrink-0 rounded-full">
        <Avatar src={performer.avatar} size={44} />
      </Link>
      <div className="min-w-0 flex-1 leading-tight">
        <Link to={home} className="flex min-h-6 min-w-0 items-center gap-1 font-[650]">
          <span className="truncate">{performer.name}</span>
          {performer.isVerified ? <VerifiedBadge /> : null}
        </Link>
        <p className="truncate text-xs text-ink-3">
          <bdi>@{performer.username}</bdi> ·{' '}
          <Link to={`/post/${post._id}`} className="hover:underline">
            <Moment at={post.publishedAt ?? post.createdAt} />
          </Link>{' '}
          · {t.maybe(`post.gate.${gate.type}`)}
        </p>
      </div>
      {closed ? (
        <Badge tone="plan" className="max-sm:hidden">
          <Gem aria-hidden="true" />
          {t.maybe(`post.gate.${gate.type}`)}
        </Badge>
      ) : null}
      <PostMenu post={post} />
    </header>
  )
}

function PostMenu({ post }: { post: Post }) {
  const t = useT()
  return (
    <Menu
      trigger={
        <button type="button" aria-label={t('post.more')} className={`${iconButtonClass('ghost')} -me-2`}>
          <Ellipsis aria-hidden="true" />
        </button>
      }
      actions={[
        { label: t('post.open'), to: `/post/${post._id}`, icon: <LinkIcon aria-hidden="true" /> },
        {
          label: t('post.profile', { name: post.performer.name }),
          to: `/${post.performer.username ?? post.performer._id}`,
          icon: <UserRound aria-hidden="true" />,
        },
        {
          label: t('post.copyLink'),
          icon: <Share2 aria-hidden="true" />,
          onPress: () =>
            void navigator.clipboard
              .writeText(`${location.origin}/post/${post._id}`)
              .then(toast.copied, () => toast.error()),
        },
        ...(post.can.edit
          ? [null, { label: t('post.edit'), to: `/creator/posts/${post._id}`, icon: <Pencil aria-hidden="true" /> }]
          : []),
      ]}
    />
  )
}

function Media({ post, eager, renewFile }: { post: Post; eager: boolean; renewFile: RenewFile }) {
  const t = useT()
  const files = filesOf(post).filter(isOpen)
  const alt = post.title || t('post.titleOf', { name: post.performer.name })
  const photos = files.flatMap((file) => {
    const picture = file.kind === 'photo' ? pictureOf(file.sources, file.averageColor) : null
    return picture ? [{ ...picture, id: file._id }] : []
  })
  const stand = previewOf(post)
  const waiting = files.some(
    (file) =>
      (file.kind === 'photo' && file.sources.length === 0) ||
      (file.kind === 'video' && !file.hls) ||
      (file.kind === 'audio' && !file.sound),
  )
  return (
    <>
      {photos.length ? <Photos photos={photos} alt={alt} eager={eager} /> : null}
      {files.map((file) => {
        const film = file.kind === 'video' ? filmOf(file, stand) : null
        if (film)
          return <Video key={file._id} film={film} title={alt} renew={renewFilm(renewFile, file)} eager={eager} />
        if (file.kind === 'audio' && file.sound)
          return <OpenSound key={file._id} file={file} src={file.sound} title={alt} renewFile={renewFile} />
        return null
      })}
      {waiting ? (
        <p role="status" className="rounded-md bg-surface-2 px-4 py-3 text-sm text-ink-2">
          {files.some(({ status }) => status === 'failed') ? t('post.broken') : t('post.processing')}
        </p>
      ) : null}
    </>
  )
}

const renewFilm =
  (renewFile: RenewFile, { _id }: OpenFile) =>
  async () => {
    const fresh = await renewFile(_id)
    return fresh ? filmOf(fresh) : null
  }

function OpenSound({
  file,
  src,
  title,
  renewFile,
}: {
  file: OpenFile
  src: string
  title: string
  renewFile: RenewFile
}) {
  const peaks = useWaveform(file._id, file.waveform)
  const renew = async () => (await renewFile(file._id))?.sound ?? null
  return <Sound src={src} peaks={peaks} durationMs={file.durationMs} title={title} renew={renew} />
}

function Locked({
  post,
  onUnlock,
  onChanged,
  renewFile,
}: {
  post: Post
  onUnlock: () => void
  onChanged: () => Promise<void>
  renewFile: RenewFile
}) {
  const t = useT()
  const { money, tokens: number } = useFormats()
  const { tokenValue, currency } = useSite()
  const signedIn = useSignIn()
  const contents = useContents(post)
  const [working, setWorking] = useState(false)
  const { locked } = post
  if (!locked) return null
  const home = `/${post.performer.username ?? post.performer._id}`
  const price = locked.price ?? post.gate.price
  const follow = async () => {
    if (working) return
    setWorking(true)
    try {
      await call('POST /follows/:id', { params: { id: post.performer._id } })
      await onChanged()
    } catch (error) {
      toast.problem(error)
    } finally {
      setWorking(false)
    }
  }
  const white = clsx(buttonClass('media'), 'bg-white! text-[#241d16]! hover:bg-[#fff6e6]!')
  const login = `/auth/login?redirect=${encodeURIComponent(`/post/${post._id}`)}`
  const way =
    locked.reason === 'buy' && price
      ? t('post.wayBuy', { tokens: number(price), amount: money(price * tokenValue, currency) })
      : locked.reason === 'follow'
        ? t('post.wayFollow')
        : locked.reason === 'subscribe'
          ? t('post.waySubscribe')
          : t('post.waySignIn')
  const reason = t.maybe(`post.lock.${post.gate.type}`) ?? t('post.lock.public')
  const teaser = fileOf(post.teaser)
  const film = isOpen(teaser) ? filmOf(teaser) : null
  return (
    <>
      {film ? (
        <Video
          film={film}
          title={post.title || t('post.titleOf', { name: post.performer.name })}
          {...(isOpen(teaser) && { renew: renewFilm(renewFile, teaser) })}
        />
      ) : null}
      <LockedMedia
        preview={lockedPreview(post)}
        reason={reason}
        title={post.title || undefined}
        contents={contents}
        sentence={t('post.lockedSentence', {
          reason,
          contents: contents.map(({ words }) => words).join(', ') || t('post.words'),
          way,
        })}
        className={clsx('max-md:-mx-4 max-md:rounded-none', film ? 'md:aspect-[16/6]!' : 'max-md:aspect-square')}
        {...(locked.reason === 'buy' ? { tokens: price, onUnlock: signedIn(onUnlock) } : {})}
        action={
          locked.reason === 'follow' ? (
            <button type="button" onClick={signedIn(() => void follow())} aria-busy={working} className={white}>
              {t('post.followToSee')}
            </button>
          ) : locked.reason === 'subscribe' ? (
            <Link to={`${home}#subscribe`} className={white}>
              {t('post.subscribeToSee')}
            </Link>
          ) : locked.reason === 'sign-in' ? (
            <Link to={login} className={white}>
              {t('post.signInToSee')}
            </Link>
          ) : null
        }
        otherWay={
          locked.alsoBySubscribing ? (
            <Link to={`${home}#subscribe`} className="underline underline-offset-3">
              {t('post.orSubscribe')}
            </Link>
          ) : undefined
        }
      />
    </>
  )
}

const action =
  'inline-flex h-11 items-center gap-1.5 rounded-full px-2.5 text-sm font-[580] text-ink-2 hover:bg-surface-2 focus-visible:rounded-full [&>svg]:size-5 [&>svg]:stroke-[1.75]'

function Actions({ post, onTip, alone }: { post: Post; onTip: () => void; alone: boolean }) {
  const t = useT()
  const { compact } = useFormats()
  const me = useMe()
  const signedIn = useSignIn()
  const tell = (act: 'like' | 'bookmark') => (on: boolean) =>
    call(on ? 'POST /reactions' : 'DELETE /reactions', {
      body: { action: act, objectType: 'feed', objectId: post._id },
    })
  const like = useToggle({ on: post.isLiked, count: post.stats.likes }, tell('like'))
  const keep = useToggle({ on: post.isBookmarked, count: post.stats.bookmarks }, tell('bookmark'))
  return (
    <footer className="-mx-2.5 mt-1.5 flex items-center">
      <button
        type="button"
        aria-pressed={like.on}
        disabled={!post.can.view}
        onClick={signedIn(() => void like.flip())}
        className={clsx(action, 'num disabled:opacity-45', like.on && 'text-live-text!')}
      >
        <Heart
          aria-hidden="true"
          className={clsx('transition-[scale] duration-(--base) ease-spring', like.on && 'scale-110 fill-current')}
        />
        <span className="sr-only">{like.on ? t('post.unlike') : t('post.like')}</span>
        {like.count > 0 ? (
          <>
            <span aria-hidden="true">{compact(like.count)}</span>
            <span className="sr-only">{t('post.likes', { count: like.count })}</span>
          </>
        ) : null}
      </button>
      {alone ? (
        <a href="#comments" className={clsx(action, 'num')}>
          <MessageCircle aria-hidden="true" />
          <span className="sr-only">{t('post.comment')}</span>
          {post.stats.comments > 0 ? compact(post.stats.comments) : null}
        </a>
      ) : (
        <Link to={`/post/${post._id}#comments`} className={clsx(action, 'num')}>
          <MessageCircle aria-hidden="true" />
          <span className="sr-only">{t('post.comment')}</span>
          {post.stats.comments > 0 ? compact(post.stats.comments) : null}
        </Link>
      )}
      <button
        type="button"
        onClick={() => void share(`/post/${post._id}`, post.title || post.performer.name)}
        className={action}
      >
        <Share2 aria-hidden="true" />
        <span className="max-sm:sr-only">{t('post.share')}</span>
      </button>
      <span className="flex-1" />
      {me?._id === post.performer._id ? null : (
        <button type="button" onClick={signedIn(onTip)} className={buttonClass('tip', 'sm')}>
          <TokenIcon className="size-[18px]!" />
          {t('post.tip')}
        </button>
      )}
      <button
        type="button"
        aria-pressed={keep.on}
        aria-label={keep.on ? t('post.unbookmark') : t('post.bookmark')}
        onClick={signedIn(() => void keep.flip())}
        className={clsx(action, keep.on && 'text-primary-text!')}
      >
        <Bookmark aria-hidden="true" className={keep.on ? 'fill-current' : ''} />
      </button>
    </footer>
  )
}
