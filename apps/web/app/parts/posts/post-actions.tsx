import clsx from 'clsx'
import { Bookmark, Heart, MessageCircle, Share2 } from 'lucide-react'
import { Link } from 'react-router'
import { useFormats, useT } from '../../i18n/context.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { share } from '../site/share.ts'
import { useMe } from '../site/site.ts'
import { useTipPress } from '../money/tip-button.ts'
import { TokenIcon } from '../money/token-icon.tsx'
import { useSignIn } from '../account/use-sign-in.ts'
import { reaction, useToggle } from '../forms/use-toggle.ts'
import { type Item, pathOf } from './kinds.ts'
import { LikeLabel } from './like-label.tsx'

const action =
  // Without scripts a button would do nothing.
  '[&:is(button)]:noscript:hidden inline-flex h-11 min-w-11 items-center justify-center gap-1.5 rounded-full px-2.5 text-sm font-medium text-ink-2 hover:bg-surface-2 focus-visible:rounded-full [&>svg]:size-5 [&>svg]:stroke-[1.75]'

/** Like, comment, share, tip, keep. */
export function Actions({ post, onTip, alone }: { post: Item; onTip: () => void; alone: boolean }) {
  const t = useT()
  const { compact } = useFormats()
  const me = useMe()
  const signedIn = useSignIn()
  const pressTip = useTipPress(onTip)
  const like = useToggle({ on: post.isLiked, count: post.stats.likes }, reaction('like', post.kind, post._id))
  const keep = useToggle(
    { on: post.isBookmarked, count: post.stats.bookmarks },
    reaction('bookmark', post.kind, post._id),
  )
  // Bought from a creator who is closed to the viewer: there is the item, and nothing to do with it but to look at it.
  if (post.isClosed) return null
  return (
    <footer className="-mx-2.5 mt-1.5 flex items-center">
      <button
        type="button"
        disabled={!post.can.view}
        onClick={signedIn(() => void like.flip())}
        className={clsx(action, 'num disabled:opacity-45', like.on && 'text-live-text!')}
      >
        <Heart
          aria-hidden="true"
          className={clsx('transition-[scale] duration-(--base) ease-spring', like.on && 'scale-110 fill-current')}
        />
        <LikeLabel on={like.on} count={like.count} />
      </button>
      {alone ? (
        <a href="#comments" className={clsx(action, 'num')}>
          <MessageCircle aria-hidden="true" />
          <span className="sr-only">{t('post.comment')}</span>
          {post.stats.comments > 0 ? compact(post.stats.comments) : null}
        </a>
      ) : (
        <Link to={`${pathOf(post)}#comments`} className={clsx(action, 'num')}>
          <MessageCircle aria-hidden="true" />
          <span className="sr-only">{t('post.comment')}</span>
          {post.stats.comments > 0 ? compact(post.stats.comments) : null}
        </Link>
      )}
      <button
        type="button"
        onClick={() => void share(pathOf(post), post.title || post.performer.name)}
        className={action}
      >
        <Share2 aria-hidden="true" />
        <span className="max-sm:sr-only">{t('post.share')}</span>
      </button>
      <span className="flex-1" />
      {me?._id === post.performer._id ? null : (
        <button type="button" {...pressTip} className={`${buttonClass('tip', 'sm')} noscript:hidden`}>
          <TokenIcon className="size-[18px]!" />
          {t('post.tip')}
        </button>
      )}
      <button
        type="button"
        aria-label={keep.on ? t('post.unbookmark') : t('post.bookmark')}
        onClick={signedIn(() => void keep.flip())}
        className={clsx(action, keep.on && 'text-primary-text!')}
      >
        <Bookmark aria-hidden="true" className={keep.on ? 'fill-current' : ''} />
      </button>
    </footer>
  )
}
