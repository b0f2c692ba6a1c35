import clsx from 'clsx'
import { Link } from 'react-router'
import { useFormats, useT } from '../../i18n/context.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { useMutation } from '../forms/use-mutation.ts'
import { Price } from '../money/price.tsx'
import { LockedMedia } from './locked-media.tsx'
import { Video } from '../player/video.tsx'
import { useSite } from '../site/site.ts'
import { useSignIn } from '../account/use-sign-in.ts'
import { useContents } from './contents.ts'
import { fileOf, videoOf, isOpen, lockedPreview } from './files.ts'
import { type Item, pathOf } from './kinds.ts'
import { type RenewFile, renewVideo } from './post-media.tsx'

const forSubscribers = new Set(['subscribers', 'plan'])

/** A locked item: its teaser, what is behind the window, and the ways in. */
export function Locked({
  post,
  alone = false,
  onUnlock,
  onChanged,
  renewFile,
}: {
  post: Item
  /** On a page of its own, whose heading is its title. */
  alone?: boolean
  onUnlock: () => void
  onChanged: () => Promise<void>
  renewFile: RenewFile
}) {
  const t = useT()
  const { list, money } = useFormats()
  const { tokenValue, currency } = useSite()
  const signedIn = useSignIn()
  const contents = useContents(post)
  const { attempt, working } = useMutation({ toasts: true })
  const { locked } = post
  if (!locked) return null
  // Once subscribed, the way leads back to this post.
  const plans = `/${post.performer.username ?? post.performer._id}?back=${pathOf(post)}#subscribe`
  const price = locked.price ?? post.gate.price
  const follow = () =>
    attempt(post._id, async (change) => {
      await change('POST /follows/:id', { params: { id: post.performer._id } })
      await onChanged()
    })
  const white = clsx(buttonClass('media'), 'bg-white! text-[#241d16]! hover:bg-[#fff6e6]!')
  const login = `/auth/login?redirect=${encodeURIComponent(pathOf(post))}`
  // A visitor without a session is shown the same way in, with its price.
  const isVisitor = locked.reason === 'sign-in'
  const reasonToShow =
    isVisitor && price ? 'buy' : isVisitor && forSubscribers.has(post.gate.type) ? 'subscribe' : locked.reason
  const way =
    reasonToShow === 'buy' && price
      ? t('post.wayBuy', { tokens: t.tokens(price), amount: money(price * tokenValue, currency) })
      : reasonToShow === 'follow'
        ? t('post.wayFollow')
        : reasonToShow === 'subscribe'
          ? t('post.waySubscribe')
          : reasonToShow === 'list'
            ? t('post.wayList')
            : t('post.waySignIn')
  const reason = t.maybe(`post.lock.${post.gate.type}`) ?? t('post.lock.public')
  const teaser = fileOf(post.teaser ?? null)
  const video = isOpen(teaser) ? videoOf(teaser) : null
  return (
    <>
      {video ? (
        <Video
          video={video}
          title={post.title || t(`post.titleOf.${post.kind}`, { name: post.performer.name })}
          {...(isOpen(teaser) && { renew: renewVideo(renewFile, teaser) })}
        />
      ) : null}
      <LockedMedia
        preview={lockedPreview(post)}
        reason={reason}
        title={post.title || undefined}
        isTitleSaid={alone}
        contents={contents}
        sentence={t('post.lockedSentence', {
          reason,
          contents: list(contents.map(({ label }) => label)) || t('post.text'),
          way,
        })}
        className={clsx('max-md:-mx-4 max-md:rounded-none', video ? 'md:aspect-[16/6]!' : 'max-md:aspect-square')}
        {...(locked.reason === 'buy' ? { tokens: price, onUnlock: signedIn(onUnlock) } : {})}
        action={
          isVisitor && price ? (
            <Link to={login} className={white}>
              {t('ui.unlockFor')}{' '}
              <Price tokens={price} className="[&_span]:text-inherit [&>span:last-child]:text-[#6d655e]" />
            </Link>
          ) : reasonToShow === 'follow' ? (
            <button type="button" onClick={signedIn(() => void follow())} aria-busy={working} className={white}>
              {t('post.followToSee')}
            </button>
          ) : reasonToShow === 'subscribe' ? (
            <Link to={plans} className={white}>
              {t('post.subscribeToSee')}
            </Link>
          ) : reasonToShow === 'sign-in' ? (
            <Link to={login} className={white}>
              {t('post.signInToSee')}
            </Link>
          ) : null
        }
        otherWay={
          locked.alsoBySubscribing ? (
            <Link to={plans} className="underline underline-offset-3">
              {t('post.orSubscribe')}
            </Link>
          ) : reasonToShow === 'subscribe' && post.subscribeFrom !== undefined ? (
            <span className="num">
              {post.subscribeFrom === 0
                ? t('post.buy.freePlan')
                : t('post.buy.from', { price: money(post.subscribeFrom, currency) })}
            </span>
          ) : undefined
        }
      />
    </>
  )
}
