import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useFormats, useT } from '../../../i18n/context.tsx'
import { Avatar } from '../../../ui/avatar.tsx'
import { dot } from '../../../ui/dot.ts'
import { type Beside, Day, ParcelPicture, pathOfShow, ShowText } from './beside.tsx'
import { RowText } from './panel.tsx'
import { WatchedPicture } from './watched-picture.tsx'
import { leftText, parcelText, renewalText } from './words.ts'

// Where there is no room for the column beside the feed, what is in it stands above the feed in strips that scroll sideways.

const strip = 'strip -mx-4 gap-2.5 px-4 py-px md:-mx-1 md:px-1'

/** What comes this week: renewals, parcels, shows. */
export function SoonStrip({ renewals, orders, comingUp }: Beside) {
  const t = useT()
  const formats = useFormats()
  if (renewals.length + orders.length + comingUp.length === 0) return null
  return (
    <section aria-label={t('home.soon')} className="mb-3 md:mb-4 xl:hidden">
      <ul className={strip}>
        {renewals.map((renewal) => (
          <SoonCard
            key={renewal._id}
            to="/user/subscriptions"
            picture={<Avatar src={renewal.performer.avatar} size={44} />}
          >
            <RowText title={renewal.performer.name}>{renewalText(t, formats, renewal)}</RowText>
          </SoonCard>
        ))}
        {orders.map((order) => (
          <SoonCard key={order._id} to={`/user/orders/${order._id}`} picture={<ParcelPicture image={order.image} />}>
            <RowText title={order.title}>{parcelText(t, formats, order)}</RowText>
          </SoonCard>
        ))}
        {comingUp.map((show) => (
          <SoonCard key={show._id} to={pathOfShow(show)} picture={<Day at={show.startsAt} />}>
            <RowText title={show.title}>
              <ShowText show={show} />
            </RowText>
          </SoonCard>
        ))}
      </ul>
    </section>
  )
}

function SoonCard({ to, picture, children }: { to: string; picture: ReactNode; children: ReactNode }) {
  return (
    <li className="relative w-72">
      <Link
        to={to}
        className="flex h-full items-center gap-3 rounded-lg bg-surface px-3.5 py-3 ring-1 ring-line hover:bg-surface-2 focus-visible:rounded-lg"
      >
        {picture}
        {children}
        <ChevronRight className="icon size-4! shrink-0 text-ink-3 rtl:-scale-x-100" aria-hidden="true" />
      </Link>
    </li>
  )
}

/** Videos to continue, each a step to its page, where it goes on at its place. */
export function WatchingStrip({ watching }: Beside) {
  const t = useT()
  if (watching.length === 0) return null
  return (
    <section aria-labelledby="continue-watching" className="mb-3 md:mb-4 xl:hidden">
      <h2 id="continue-watching" className="mb-2 text-lg">
        {t('home.continue')}
      </h2>
      <ul className={strip}>
        {watching.map((video) => (
          <li key={video._id} className="w-48">
            <Link to={`/video/${video._id}`} className="block rounded-md focus-visible:rounded-md">
              <WatchedPicture video={video} className="w-full rounded-md" sizes="192px" />
              <span className="mt-1.5 flex">
                <RowText title={video.title}>
                  <bdi>{video.performer.name}</bdi>
                  {leftText(t, video) ? `${dot}${leftText(t, video)}` : null}
                </RowText>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
