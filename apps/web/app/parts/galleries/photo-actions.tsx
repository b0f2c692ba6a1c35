import clsx from 'clsx'
import { Bookmark, Flag, Heart } from 'lucide-react'
import { Link } from 'react-router'
import { useT } from '../../i18n/context.tsx'
import { useSignIn } from '../account/use-sign-in.ts'
import { reaction, useToggle } from '../forms/use-toggle.ts'
import { LikeLabel } from '../posts/like-label.tsx'
import { openReport } from '../reports/report.ts'
import { useMe } from '../site/site.ts'
import type { Photo } from './photos.ts'

const action =
  'inline-flex h-11 min-w-11 items-center justify-center gap-1.5 rounded-full bg-white/12 px-3 text-sm font-medium text-white hover:bg-white/24 focus-visible:rounded-full [&>svg]:size-5'

interface PhotoActionsProps {
  photo: Photo
  withGallery: boolean
  onChange: (next: Partial<Photo>) => void
}

/** What the viewer says of the photo that is open: its title, its gallery, like and bookmark. */
export function PhotoActions({ photo, withGallery, onChange }: PhotoActionsProps) {
  const t = useT()
  const signedIn = useSignIn()
  const me = useMe()
  const { likes, bookmarks } = photo.stats
  const by = (on: boolean) => (on ? 1 : -1)
  const like = useToggle(
    { on: photo.isLiked, count: likes },
    {
      ...reaction('like', 'photo', photo._id),
      onChange: (on) => onChange({ isLiked: on, stats: { likes: Math.max(0, likes + by(on)), bookmarks } }),
    },
  )
  const bookmark = useToggle(
    { on: photo.isBookmarked, count: bookmarks },
    {
      ...reaction('bookmark', 'photo', photo._id),
      onChange: (on) => onChange({ isBookmarked: on, stats: { likes, bookmarks: Math.max(0, bookmarks + by(on)) } }),
    },
  )
  return (
    <div className="mx-auto flex max-w-4xl items-center justify-between gap-3 pt-2">
      <div className="min-w-0 flex-1">
        {photo.title ? (
          <p dir="auto" className="line-clamp-2 font-semibold wrap-anywhere">
            {photo.title}
          </p>
        ) : null}
        {withGallery ? (
          <Link to={`/gallery/${photo.gallery._id}`} className="text-sm underline">
            {photo.gallery.title || t('post.titleOf.gallery', { name: photo.performer.name })}
          </Link>
        ) : null}
      </div>
      <div className="flex shrink-0 gap-2">
        <button type="button" onClick={signedIn(() => void like.flip())} className={clsx(action, 'num')}>
          <Heart aria-hidden="true" className={clsx(like.on && 'fill-current text-[#ff6b81]')} />
          <LikeLabel on={like.on} count={like.count} />
        </button>
        <button
          type="button"
          aria-label={bookmark.on ? t('post.unbookmark') : t('post.bookmark')}
          onClick={signedIn(() => void bookmark.flip())}
          className={action}
        >
          <Bookmark aria-hidden="true" className={clsx(bookmark.on && 'fill-current')} />
        </button>
        {me?._id === photo.performer._id ? null : (
          <button
            type="button"
            aria-label={t('ui.report')}
            onClick={() => openReport({ type: 'photo', id: photo._id })}
            className={action}
          >
            <Flag aria-hidden="true" />
          </button>
        )}
      </div>
    </div>
  )
}
