import clsx from 'clsx'
import { AudioLines, Image, Images, ListChecks, Lock, Pin, Play } from 'lucide-react'
import { Link } from 'react-router'
import { useFormats, useT } from '../../i18n/context.tsx'
import { Muntins } from '../../ui/fanlight.tsx'
import { ResponsiveImage } from '../../ui/image.tsx'
import { Price } from '../money/price.tsx'
import { useContents } from './contents.ts'
import { clock } from './duration.ts'
import { coverOf, filesOf, lockedPreview, type Post, previewOf } from './files.ts'
import { dateOf, type Item, pathOf } from './kinds.ts'

const chip =
  'absolute start-2.5 top-2.5 inline-flex h-[26px] items-center gap-1.5 rounded-full bg-[rgb(24_19_16/.66)] ps-2 pe-2.5 text-xs font-strong text-white [&>svg]:size-[15px]'
const icons = { photo: Image, video: Play, audio: AudioLines }

/** The picture that its tile shows. Sound without an image of its own says what it is, as a text does. */
export const pictureOf = (post: TilePost) =>
  post.locked ? null : post.type === 'audio' ? coverOf(post) : previewOf(post)

export type TilePost = Item & Partial<Pick<Post, 'type' | 'poll'>>

/** An item in a grid: its image, its text, or its locked content. */
export function PostTile({ post, wide = false, eager = false }: { post: TilePost; wide?: boolean; eager?: boolean }) {
  const t = useT()
  const { date, list } = useFormats()
  const contents = useContents(post)
  const cover = pictureOf(post)
  const files = filesOf(post)
  const length = files.find(({ kind }) => kind === 'video' || kind === 'audio')?.durationMs
  const inside = list(contents.map((part) => part.label))
  // Of many posts by one creator, what is inside and the date tell them apart.
  const label = list([post.title || inside || t('post.text'), date(dateOf(post))])
  const shape = clsx(
    'group relative block overflow-hidden rounded-md focus-visible:rounded-md',
    wide ? 'col-span-2 max-md:aspect-[16/10] md:aspect-auto' : 'aspect-square',
  )
  if (post.locked) {
    const preview = lockedPreview(post)
    const price = post.locked.price ?? post.gate.price
    const reason = t.maybe(`post.lock.${post.gate.type}`) ?? ''
    return (
      <Link to={pathOf(post)} className={clsx(shape, 'dusk isolate flex flex-col justify-end text-white')}>
        {preview ? (
          <img
            src={preview}
            alt=""
            loading={eager ? 'eager' : 'lazy'}
            className="absolute -inset-[12%] -z-2 h-[124%] w-[124%] max-w-none object-cover blur-[22px] saturate-160"
          />
        ) : null}
        <span aria-hidden="true" className="absolute inset-0 -z-1 bg-linear-to-b from-black/5 from-30% to-black/35" />
        <Muntins className="-z-1" />
        <span className={chip}>
          <Lock aria-hidden="true" />
          {reason}
        </span>
        {post.title ? null : <span className="sr-only">{date(dateOf(post))}</span>}
        <span className={clsx('locked-body block pt-21', wide ? 'px-5 pb-5' : 'px-3.5 pb-3.5')}>
          {post.title ? (
            <span
              lang={post.performer.locale}
              dir="auto"
              className={clsx(
                'line-clamp-2 font-display font-bold wrap-anywhere',
                wide ? 'text-[1.1875rem] leading-6' : 'text-md leading-tight',
              )}
            >
              {post.title}
            </span>
          ) : null}
          <span className={clsx('flex flex-wrap gap-x-3 gap-y-0.5', wide ? 'mt-1.5 text-sm' : 'mt-1 text-xs')}>
            {contents.slice(0, wide ? 3 : 1).map(({ kind, label }) => {
              const Icon = icons[kind]
              return (
                <span key={label} className="inline-flex items-center gap-1.5">
                  <Icon className="icon size-4!" aria-hidden="true" />
                  {label}
                </span>
              )
            })}
          </span>
          {price && wide ? (
            <span className="mt-3.5 inline-flex h-10 items-center gap-2 rounded-full bg-white px-4.5 font-strong text-[#241d16] group-hover:bg-[#fff6e6]">
              {t('ui.unlockFor')}{' '}
              <Price tokens={price} className="[&_span]:text-inherit [&>span:last-child]:text-[#6d655e]" />
            </span>
          ) : price ? (
            <Price tokens={price} bare className="mt-1.5 text-sm" />
          ) : null}
        </span>
      </Link>
    )
  }
  if (cover)
    return (
      <Link to={pathOf(post)} className={shape}>
        <span className="sr-only">{label}</span>
        <ResponsiveImage
          source={cover}
          alt={cover.alt ?? ''}
          eager={eager}
          sizes={wide ? '(min-width: 768px) 430px, 100vw' : '(min-width: 768px) 210px, 50vw'}
          className="absolute inset-0 transition-transform duration-(--slow) ease-fan group-hover:scale-[1.03]"
        />
        {post.isPinned ? (
          <span className={chip} aria-hidden="true">
            <Pin aria-hidden="true" />
            {t('post.pinned')}
          </span>
        ) : length ? (
          <span className={clsx(chip, 'num')} aria-hidden="true">
            {post.type === 'audio' ? <AudioLines aria-hidden="true" /> : <Play aria-hidden="true" />}
            {clock(length)}
          </span>
        ) : (post.photoCount ?? files.length) > 1 ? (
          <span className={clsx(chip, 'num')} aria-hidden="true">
            <Images aria-hidden="true" />
            {post.photoCount ?? files.length}
          </span>
        ) : null}
      </Link>
    )
  const Icon = post.poll ? ListChecks : post.type === 'audio' ? AudioLines : null
  return (
    <Link to={pathOf(post)} className={clsx(shape, 'bg-surface p-4 ring-1 ring-line ring-inset hover:bg-surface-2')}>
      {Icon ? <Icon className="icon mb-2 text-primary-text" aria-hidden="true" /> : null}
      <span
        lang={post.performer.locale}
        dir="auto"
        className="line-clamp-6 text-sm whitespace-pre-line text-pretty wrap-anywhere"
      >
        {post.poll?.question ?? (post.title || post.text || inside)}
      </span>
      {post.poll ? (
        <span className="mt-3 flex flex-col gap-1.5" aria-hidden="true">
          {post.poll.options.slice(0, wide ? 2 : 3).map(({ _id, text }) => (
            <span
              key={_id}
              className="truncate rounded-full bg-surface-2 px-3 py-1 text-xs text-ink-2 ring-1 ring-line"
            >
              {text}
            </span>
          ))}
        </span>
      ) : null}
      {length ? <span className="num mt-2 block text-xs text-ink-3">{clock(length)}</span> : null}
    </Link>
  )
}
