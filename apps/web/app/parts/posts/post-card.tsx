import clsx from 'clsx'
import { type ComponentType, memo, useCallback, useEffect, useState } from 'react'
import { Link } from 'react-router'
import { call } from '../../api/client.ts'
import { useT } from '../../i18n/context.tsx'
import type { MenuAction } from '../../ui/menu.tsx'
import type { Why } from '../creators/why-text.ts'
import { LinkedText } from '../text/linked-text.tsx'
import { fileOf, filesOf, isOpen, type Post } from './files.ts'
import { type ItemSheet, ItemSheets } from './item-sheets.tsx'
import { Poll } from './poll.tsx'
import { Actions } from './post-actions.tsx'
import { PostHead } from './post-head.tsx'
import { Locked } from './post-locked.tsx'
import { Media, type RenewFile } from './post-media.tsx'

type Given = Post & { why?: Why | null | undefined }
interface PostCardProps {
  post: Given
  /** On its own page: the whole text, and the images at once. */
  alone?: boolean
  /** The first post of a page: its image loads with priority. */
  first?: boolean
  /** As in the editor: nothing can be pressed that does something. */
  preview?: boolean
  /** The post was unlocked while it was shown: the parts around it may have more to show. */
  onOpened?: () => void
  /** Over the post, for lists that say something of it. */
  Above?: ComponentType<{ post: Given }>
  /** At its head where the viewer does not follow its creator. */
  Follow?: ComponentType<{ post: Post }>
  /** Entries of its menu that a list adds. The same function for all of them. */
  moreActions?: (post: Post) => MenuAction[]
}
const longText = 420
/** Titles up to this length are whole in the bar of a phone. */
const barTitleLength = 60

/** One post as a fan sees it. */
export const PostCard = memo(function PostCard({
  post: given,
  alone = false,
  first = false,
  preview = false,
  onOpened,
  Above,
  Follow,
  moreActions,
}: PostCardProps) {
  const t = useT()
  const [post, setPost] = useState(given)
  useEffect(() => setPost(given), [given])
  const [sheet, setSheet] = useState<ItemSheet>(null)
  const refresh = useCallback(async () => {
    const { data } = await call('GET /user/feeds/:id', { params: { id: given._id } })
    setPost(data)
    if (data.can.view) onOpened?.()
  }, [given._id, onOpened])
  // A player requests URLs that are valid now. The card is rendered again only if one of its files is no longer accessible.
  const renewFile = useCallback<RenewFile>(
    async (fileId) => {
      const { data } = await call('GET /user/feeds/:id', { params: { id: given._id } })
      const file = [...filesOf(data), fileOf(data.teaser)].filter(isOpen).find(({ _id }) => _id === fileId)
      if (!file) setPost(data)
      return file ?? null
    },
    [given._id],
  )
  const isTitleSaid = alone && !preview
  const clipped = !alone && post.text.length > longText
  const name = post.performer.name
  return (
    <article
      aria-label={t('post.titleOf.feed', { name })}
      className="min-w-0 bg-surface px-4 pt-3.5 pb-1 ring-1 ring-line max-md:-mx-4 md:rounded-lg md:px-5 md:pt-[18px] md:pb-2"
    >
      <div inert={preview} className="contents">
        {Above ? <Above post={given} /> : null}
        <PostHead
          post={post}
          action={Follow && !post.isFollowed && !post.isClosed ? <Follow post={post} /> : null}
          moreActions={moreActions?.(post)}
        />
      </div>
      {post.title && !post.locked ? (
        <h2
          // It is the heading of the page, of which a phone shows two lines.
          aria-hidden={isTitleSaid || undefined}
          lang={post.performer.locale}
          dir="auto"
          className={clsx('mt-3 text-lg', isTitleSaid && post.title.length <= barTitleLength && 'max-md:hidden')}
        >
          {alone ? post.title : <Link to={`/post/${post._id}`}>{post.title}</Link>}
        </h2>
      ) : null}
      {post.text ? (
        <div inert={preview} lang={post.performer.locale} dir="auto" className={post.title ? 'mt-1.5' : 'mt-3'}>
          <p className={clsx('whitespace-pre-line text-pretty wrap-anywhere', clipped && 'line-clamp-6')}>
            <LinkedText text={post.text} />
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
          <div inert={preview} className="contents">
            <Locked
              post={post}
              alone={isTitleSaid}
              onUnlock={() => setSheet('unlock')}
              onChanged={refresh}
              renewFile={renewFile}
            />
          </div>
        ) : (
          <Media post={post} eager={first} renewFile={renewFile} />
        )}
        {post.poll ? (
          <div inert={preview} className="contents">
            <Poll key={post.poll.votedFor ?? 'open'} feedId={post._id} start={post.poll} canVote={post.can.view} />
          </div>
        ) : null}
      </div>
      <div inert={preview} className="contents">
        <Actions post={post} onTip={() => setSheet('tip')} alone={alone} />
      </div>
      <ItemSheets item={post} open={sheet} onOpenChange={setSheet} onUnlocked={refresh} />
    </article>
  )
})
