/** Carriers whose public pages follow a parcel by its number, which takes the place of `{code}`. Without a schema, so that pages may import it. */
export const carriers = [
  { name: 'Australia Post', url: 'https://auspost.com.au/mypost/track/details/{code}' },
  { name: 'Canada Post', url: 'https://www.canadapost-postescanada.ca/track-reperage/en#/search?searchFor={code}' },
  { name: 'Deutsche Post', url: 'https://www.deutschepost.de/de/s/sendungsverfolgung.html?piececode={code}' },
  { name: 'DHL', url: 'https://www.dhl.com/global-en/home/tracking.html?tracking-id={code}' },
  { name: 'DPD', url: 'https://tracking.dpd.de/status/en_US/parcel/{code}' },
  { name: 'Evri', url: 'https://www.evri.com/track/parcel/{code}' },
  { name: 'FedEx', url: 'https://www.fedex.com/fedextrack/?trknbr={code}' },
  { name: 'GLS', url: 'https://gls-group.com/GROUP/en/parcel-tracking?match={code}' },
  {
    name: 'Japan Post',
    url: 'https://trackings.post.japanpost.jp/services/srv/search/direct?reqCodeNo1={code}&locale=en',
  },
  { name: 'La Poste', url: 'https://www.laposte.fr/outils/suivre-vos-envois?code={code}' },
  { name: 'Royal Mail', url: 'https://www.royalmail.com/track-your-item#/tracking-results/{code}' },
  { name: 'UPS', url: 'https://www.ups.com/track?tracknum={code}' },
  { name: 'USPS', url: 'https://tools.usps.com/go/TrackConfirmAction?tLabels={code}' },
] as const

/**
 * The carrier that a seller wrote, where it is a known one, and its page about this parcel. `Royal Mail, International Tracked` is Royal Mail;
 * `UPSer` is nobody.
 */
export function trackingOf({
  carrier,
  trackingCode,
}: {
  carrier: string
  trackingCode: string
}): { name: string; url: string } | null {
  const code = trackingCode.replaceAll(/[\s-]/g, '')
  if (!/^[A-Za-z0-9]{5,40}$/.test(code)) return null
  const written = carrier.trim().toLowerCase()
  const found = carriers.find(({ name }) => {
    const known = name.toLowerCase()
    return written.startsWith(known) && !/[a-z0-9]/.test(written.charAt(known.length))
  })
  return found ? { name: found.name, url: found.url.replace('{code}', encodeURIComponent(code)) } : null
}
