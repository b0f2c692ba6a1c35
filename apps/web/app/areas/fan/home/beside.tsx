import { Eye, Package, Ticket } from 'lucide-react'
import { Link } from 'react-router'
import type { Reply } from '../../../api/client.ts'
import { useFormats, useT } from '../../../i18n/context.tsx'
import { RemindButton } from '../../../parts/live/schedule-row.tsx'
import { TokenIcon } from '../../../parts/money/token-icon.tsx'
import { imageOf, isOpen } from '../../../parts/posts/files.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { buttonClass } from '../../../ui/button.tsx'
import { dot } from '../../../ui/dot.ts'
import { ResponsiveImage } from '../../../ui/image.tsx'
import { Panel, panelRow, RowText } from './panel.tsx'
import { WatchedPicture } from './watched-picture.tsx'
import { leftText, parcelText, renewalText } from './words.ts'

export type Beside = Reply<'GET /user/home'>['data']

/** So many rows of a panel are shown in the column; the strips have room for more. */
const rowsMax = { watching: 3, live: 4 }
const rowLink = `${panelRow} -mx-2 rounded-md px-2 hover:bg-surface-2`

/** The column beside the feed: each panel only where there is something for it. */
export function BesidePanels({ watching, renewals, orders, comingUp, live }: Beside) {
  return (
    <>
      <Watching watching={watching.slice(0, rowsMax.watching)} />
      <Renewals renewals={renewals} />
      <Orders orders={orders} />
      <ComingUp comingUp={comingUp} />
      <LiveNow live={live} />
    </>
  )
}

function Watching({ watching }: Pick<Beside, 'watching'>) {
  const t = useT()
  if (watching.length === 0) return null
  return (
    <Panel title={t('home.continue')}>
      {watching.map((video) => (
        <li key={video._id}>
          <Link to={`/video/${video._id}`} className={rowLink}>
            <WatchedPicture video={video} className="w-24 rounded-sm" sizes="96px" />
            <RowText title={video.title}>
              <bdi>{video.performer.name}</bdi>
              {leftText(t, video) ? `${dot}${leftText(t, video)}` : null}
            </RowText>
          </Link>
        </li>
      ))}
    </Panel>
  )
}

function Renewals({ renewals }: Pick<Beside, 'renewals'>) {
  const t = useT()
  const formats = useFormats()
  if (renewals.length === 0) return null
  const total = renewals.reduce((sum, { price }) => sum + (price ?? 0), 0)
  return (
    <Panel title={t('home.renewing')} side={total > 0 ? formats.money(total, renewals[0]?.currency) : null}>
      {renewals.map((renewal) => (
        <li key={renewal._id} className={panelRow}>
          <Avatar src={renewal.performer.avatar} size={44} />
          <RowText title={renewal.performer.name}>{renewalText(t, formats, renewal)}</RowText>
          <Link
            to="/user/subscriptions"
            aria-label={t('home.manageOf', { name: renewal.performer.name })}
            className={buttonClass('quiet', 'sm')}
          >
            {t('home.manage')}
          </Link>
        </li>
      ))}
    </Panel>
  )
}

function Orders({ orders }: Pick<Beside, 'orders'>) {
  const t = useT()
  const formats = useFormats()
  if (orders.length === 0) return null
  return (
    <Panel
      title={t('home.onItsWay')}
      side={
        <Link to="/user/orders" className="link">
          {t('home.orders')}
        </Link>
      }
    >
      {orders.map((order) => (
        <li key={order._id} className={panelRow}>
          <ParcelPicture image={order.image} />
          <RowText title={order.title}>{parcelText(t, formats, order)}</RowText>
          <Link
            to={`/user/orders/${order._id}`}
            aria-label={t('home.trackOf', { title: order.title })}
            className={buttonClass('quiet', 'sm')}
          >
            {t('home.track')}
          </Link>
        </li>
      ))}
    </Panel>
  )
}

export function ParcelPicture({ image }: Pick<Beside['orders'][number], 'image'>) {
  const source = isOpen(image) ? imageOf(image) : null
  return (
    <span className="relative grid size-11 shrink-0 place-items-center overflow-hidden rounded-sm bg-surface-2 text-ink-3">
      {source ? (
        <ResponsiveImage source={source} alt="" sizes="44px" className="absolute inset-0" />
      ) : (
        <Package className="icon" aria-hidden="true" />
      )}
    </span>
  )
}

type Show = Beside['comingUp'][number]
export const pathOfShow = (show: Show): string =>
  show.kind === 'show' ? `/show/${show._id}` : `/${show.performer.username ?? show.performer._id}/live`

/** The day on the reader's clock, as a leaf of a calendar. */
export function Day({ at }: { at: string }) {
  const { weekday, dayOfMonth } = useFormats()
  return (
    <span aria-hidden="true" className="grid w-11 shrink-0 justify-items-center rounded-sm bg-surface-2 py-1.5">
      <b className="num font-display text-lg leading-none">{dayOfMonth(at)}</b>
      <span className="mt-0.5 text-2xs leading-none text-ink-3">{weekday(at)}</span>
    </span>
  )
}

/** When it is, what it costs, and whose it is. */
export function ShowText({ show }: { show: Show }) {
  const t = useT()
  const { time, tokens, date } = useFormats()
  return (
    <>
      <span className="sr-only">{date(show.startsAt)} </span>
      <time dateTime={show.startsAt}>{time(show.startsAt)}</time>
      {show.kind === 'show' ? (
        <>
          {dot}
          <span className="sr-only">{t('home.ticket')} </span>
          <TokenIcon className="mx-1 inline! size-3.5! align-[-2px]" />
          {tokens(show.price)}
        </>
      ) : null}
      {dot}
      <bdi>{show.performer.name}</bdi>
    </>
  )
}

function ComingUp({ comingUp }: Pick<Beside, 'comingUp'>) {
  const t = useT()
  if (comingUp.length === 0) return null
  return (
    <Panel title={t('home.comingUp')}>
      {comingUp.map((show) => (
        <li key={show._id} className={panelRow}>
          <Day at={show.startsAt} />
          <Link to={pathOfShow(show)} className="flex min-w-0 flex-1 rounded-sm">
            <RowText title={show.title}>
              <ShowText show={show} />
            </RowText>
          </Link>
          {show.kind === 'stream' ? (
            <RemindButton scheduled={show} />
          ) : show.mayWatch ? (
            <Badge tone="plan">
              <Ticket aria-hidden="true" />
              {t('home.yours')}
            </Badge>
          ) : null}
        </li>
      ))}
    </Panel>
  )
}

function LiveNow({ live }: Pick<Beside, 'live'>) {
  const t = useT()
  const { number, compact } = useFormats()
  if (live.length === 0) return null
  const followed = live.filter(({ isFollowed }) => isFollowed).length
  return (
    <Panel
      title={t('home.live')}
      side={followed > 0 ? t('home.followedLive', { count: followed, shown: number(followed) }) : null}
    >
      {live.slice(0, rowsMax.live).map(({ _id, performer, title, viewers }) => (
        <li key={_id}>
          <Link to={`/${performer.username ?? performer._id}/live`} className={rowLink}>
            <Avatar src={performer.avatar} size={44} live />
            <RowText title={performer.name}>
              <bdi>{title}</bdi>
            </RowText>
            <Badge className="num">
              <Eye aria-hidden="true" />
              <span aria-hidden="true">{compact(viewers)}</span>
              <span className="sr-only">{t('home.watching', { count: viewers, shown: number(viewers) })}</span>
            </Badge>
          </Link>
        </li>
      ))}
    </Panel>
  )
}
