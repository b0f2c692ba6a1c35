import { Laptop, Smartphone, Tablet } from 'lucide-react'
import { Form, useFetcher } from 'react-router'
import type { Reply } from '../../../api/contract.ts'
import { useFormats, useT } from '../../../i18n/context.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'

type Place = Reply<'GET /auth/sessions'>['data'][number]
const icons = { computer: Laptop, phone: Smartphone, tablet: Tablet, other: Laptop }

/** Where the account is signed in: on what, in which country, since when. */
export function Places({ places }: { places: readonly Place[] }) {
  const t = useT()
  return (
    <>
      <ul className="divide-y divide-line rounded-lg bg-surface ring-1 ring-line">
        {places.map((place) => (
          <PlaceRow key={place._id} place={place} />
        ))}
      </ul>
      {places.length > 1 ? (
        <Form method="post" preventScrollReset className="mt-4">
          <Button type="submit" look="outline" name="end" value="others">
            {t('account.places.endAll')}
          </Button>
        </Form>
      ) : null}
    </>
  )
}

function PlaceRow({ place }: { place: Place }) {
  const t = useT()
  const { dateTime, region } = useFormats()
  const fetcher = useFetcher()
  const { browser, system, kind } = place.device
  const name = [browser, system].filter(Boolean).join(' · ') || t('account.places.unknown')
  const country = place.country ? region(place.country) : null
  const Icon = icons[kind]
  const here = place.current
  if (fetcher.formData) return null
  return (
    <li className="flex items-center gap-4 px-4 py-3.5">
      <span className="grid size-10 shrink-0 place-items-center rounded-sm bg-surface-2 text-ink-2">
        <Icon className="icon" aria-hidden="true" />
      </span>
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-2 font-[600]">
          <bdi>{name}</bdi>
          {here ? <Badge tone="leaf">{t('account.places.here')}</Badge> : null}
        </p>
        <p className="text-xs text-ink-3">
          {[country, t('account.places.since', { when: dateTime(place.lastSeenAt) })].filter(Boolean).join(' · ')}
        </p>
        <p className="text-xs text-ink-3">{t('security.places.signedIn', { when: dateTime(place.createdAt) })}</p>
      </div>
      {here ? null : (
        <fetcher.Form method="post">
          <Button
            type="submit"
            size="sm"
            look="outline"
            name="end"
            value={place._id}
            aria-label={t('account.places.endLabel', { name })}
          >
            {t('account.places.end')}
          </Button>
        </fetcher.Form>
      )}
    </li>
  )
}
