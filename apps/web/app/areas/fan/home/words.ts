import type { Parcel, Renewal, WatchedVideo } from '@fanlight/contract/home'
import type { T } from '../../../i18n/context.tsx'
import type { Formats } from '../../../i18n/formats.ts'

// What the panels beside the feed and the strip above it say alike.

/** "Renews Tue, Nov 24 · $20.27", "Ends Tue, Nov 24" */
export const renewalText = (t: T, { nearDate, money }: Formats, { at, price, currency }: Renewal): string =>
  price === null
    ? t('home.ends', { date: nearDate(at) })
    : t('home.renews', { date: nearDate(at), price: money(price, currency) })

/** How far a parcel is. */
export const parcelText = (t: T, { nearDate }: Formats, { fulfilment, shipBy, shippedAt }: Parcel): string =>
  shippedAt
    ? t('home.parcel.shipped', { date: nearDate(shippedAt) })
    : fulfilment === 'not_fulfilled' && shipBy
      ? t('home.parcel.shipsBy', { date: nearDate(shipBy) })
      : t('home.parcel.preparing')

/** "12 min left", or nothing where its length is not known. */
export function leftText(t: T, { length, position }: WatchedVideo): string | null {
  if (length === null) return null
  const minutes = Math.max(1, Math.round((length - position) / 60))
  return t('home.left', { count: minutes })
}
