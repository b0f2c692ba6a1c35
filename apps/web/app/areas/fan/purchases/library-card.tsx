import type { MediaFile } from '@fanlight/contract/media'
import type { PurchaseKind } from '@fanlight/contract/purchase-kinds'
import clsx from 'clsx'
import { FileDown, FileText, Images, type LucideIcon, MessageCircle, Mic, Music, Ticket, Video } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Reply } from '../../../api/client.ts'
import { useFormats, useT } from '../../../i18n/context.tsx'
import { clock } from '../../../parts/posts/duration.ts'
import { SaveIcon } from '../../../parts/media/save-button.tsx'
import { linkToProduct } from '../../../parts/shop/link-to-product.ts'
import { linkToVideo } from '../../../parts/videos/link-to-video.ts'
import { imageOf, isOpen, posterOf } from '../../../parts/posts/files.ts'
import { LocalTime } from '../../../parts/time/local-time.tsx'
import { watchedShare } from '../../../parts/videos/watched-share.ts'
import { dot } from '../../../ui/dot.ts'
import { ResponsiveImage } from '../../../ui/image.tsx'

type Purchase = Reply<'GET /user/purchases'>['data'][number]

export const looks: Record<PurchaseKind, { path: string; icon: LucideIcon }> = {
  feed: { path: '/post', icon: FileText },
  video: { path: '/video', icon: Video },
  gallery: { path: '/gallery', icon: Images },
  product: { path: '/product', icon: FileDown },
  message: { path: '/user/purchases/messages', icon: MessageCircle },
  stream: { path: '/show', icon: Ticket },
}
/** The server sends so much of a text at most; one that is as long goes on. */
const textMax = 80

/** What it is on its picture: how long it is, how many photos are in it, or its kind. */
function useBadge({ type, plays, photos }: Purchase): { icon: LucideIcon; text: string; isKind: boolean } {
  const t = useT()
  const kind = type as PurchaseKind
  if (plays?.durationMs && (kind === 'video' || plays.kind === 'audio'))
    return {
      icon: plays.kind === 'video' ? Video : kind === 'message' ? Mic : Music,
      text: clock(plays.durationMs),
      isKind: false,
    }
  if (kind === 'gallery' && photos > 0)
    return { icon: Images, text: t('shop.library.photos', { count: photos }), isKind: false }
  return { icon: looks[kind].icon, text: t(`shop.library.one.${kind}`), isKind: true }
}

/** One purchase: its picture, what it is, and how far one is with it. It leads nowhere while its creator can’t show it. */
export function LibraryCard({ item, eager }: { item: Purchase; eager: boolean }) {
  const t = useT()
  const { bytes, date, percent } = useFormats()
  const kind = item.type as PurchaseKind
  const { path } = looks[kind]
  const badge = useBadge(item)
  // Sound has no picture: its tile says what it is.
  const Icon = item.plays?.kind === 'audio' ? badge.icon : looks[kind].icon
  const file = item.image as unknown as MediaFile | null
  const image = isOpen(file) ? (imageOf(file) ?? posterOf(file)) : null
  const length = kind === 'video' && item.plays?.durationMs ? Math.ceil(item.plays.durationMs / 1000) : null
  const share = item.position && length ? watchedShare({ position: item.position, length }) : 0
  const { saves } = item
  const one = t(`shop.library.one.${kind}`)
  // A message has no title: its words are its picture, where it has none.
  const words = kind === 'message' && !image ? item.title : ''
  const title = words ? one : item.title || one
  const state: ReactNode = !item.isAvailable ? (
    <span className="text-danger-text">{t('shop.library.unavailable')}</span>
  ) : share > 0 ? (
    <span className="text-primary-text">{t('shop.library.watched', { percent: percent(share / 100) })}</span>
  ) : item.startsAt ? (
    <span className="text-primary-text">
      {t('shop.library.starts')} <LocalTime at={item.startsAt} />
    </span>
  ) : saves?.bytes ? (
    <span className="text-ink-2">{bytes(saves.bytes)}</span>
  ) : null
  // The button to save it stands at the end of these lines.
  const line = clsx('mt-2 flex flex-col', saves && 'pe-10 pointer-coarse:pe-13')
  const content = (
    <>
      <span className="relative block aspect-[4/3] overflow-hidden rounded-lg bg-surface-3">
        {image ? (
          <ResponsiveImage
            source={image}
            alt=""
            eager={eager}
            sizes="(min-width: 1280px) 270px, (min-width: 768px) 30vw, 50vw"
            className="size-full"
          />
        ) : (
          <span className="grid size-full place-items-center bg-primary-soft px-4 pt-6 text-primary-soft-ink">
            {words ? (
              <bdi className="line-clamp-3 text-sm font-semibold wrap-anywhere md:text-md">
                {t('shop.library.quote', { text: words.length >= textMax ? `${words}…` : words })}
              </bdi>
            ) : (
              <Icon aria-hidden="true" className="-mt-6 size-9 stroke-[1.25]" />
            )}
          </span>
        )}
        <span className="num absolute start-2.5 top-2.5 inline-flex h-6 items-center gap-1.5 rounded-full bg-[rgb(24_19_16/.66)] px-2.5 text-xs font-semibold text-white">
          <badge.icon aria-hidden="true" className="size-3.5" />
          {badge.isKind ? null : <span className="sr-only">{one} </span>}
          {badge.text}
        </span>
        {share > 0 ? (
          <span
            aria-hidden="true"
            className="absolute inset-x-2.5 bottom-2.5 h-1 overflow-hidden rounded-full bg-[rgb(24_19_16/.66)]"
          >
            <span className="block h-full rounded-full bg-white" style={{ width: `${share}%` }} />
          </span>
        ) : null}
      </span>
      <span className={line}>
        <bdi className="line-clamp-2 font-semibold wrap-anywhere">{title}</bdi>
        <span className="flex text-xs text-ink-3">
          {item.performer ? <bdi className="min-w-0 truncate">{item.performer.name}</bdi> : null}
          <span className="shrink-0 whitespace-pre">
            {item.performer ? dot : null}
            {date(item.purchasedAt)}
          </span>
        </span>
        {state ? <span className="mt-0.5 block text-xs font-medium">{state}</span> : null}
      </span>
    </>
  )
  return item.isAvailable ? (
    <div className="relative">
      <Link to={`${path}/${item._id}`} className="flex flex-col">
        {content}
      </Link>
      {saves ? (
        <span className="pointer-events-none absolute inset-x-0 top-0 aspect-[4/3] noscript:hidden">
          <span className="pointer-events-auto absolute end-0 top-full mt-2">
            <SaveIcon
              label={t('shop.library.save', { title })}
              link={kind === 'video' ? linkToVideo(item._id) : linkToProduct(item._id)}
            />
          </span>
        </span>
      ) : null}
    </div>
  ) : (
    <div className="flex flex-col">{content}</div>
  )
}
