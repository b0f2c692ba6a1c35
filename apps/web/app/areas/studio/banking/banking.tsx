import { Landmark } from 'lucide-react'
import { useState } from 'react'
import { type LoaderFunctionArgs, useLoaderData, useRevalidator } from 'react-router'
import { requestContextOf } from '../../../api/request-context.ts'
import { withMessages } from '../../../i18n/area-messages.ts'
import { useFormats, useT } from '../../../i18n/context.tsx'
import { PageTitle } from '../../../parts/site/page-title.tsx'
import { regions } from '../../../parts/geo/regions.server.ts'
import { Button } from '../../../ui/button.tsx'
import { toast } from '../../../ui/toast.tsx'
import { SettingsFrame } from '../pieces/settings-frame.tsx'
import { BankForm } from './bank-form.tsx'
import { currenciesIn } from './currencies.server.ts'
import { PayoutStatus } from './payout-status.tsx'

export const handle = { messages: ['studio', 'creator', 'stepUp'] }
export const clientMiddleware = [withMessages('studio', 'creator', 'stepUp')]

export async function loader({ context }: LoaderFunctionArgs) {
  const requestContext = requestContextOf(context)
  const [banking, me, locale] = await Promise.all([
    requestContext.api.call('GET /performers/banking-settings'),
    requestContext.api.call('GET /performers/me'),
    requestContext.locale(),
  ])
  return {
    banking: banking.data,
    home: me.data.country,
    countries: await regions(requestContext.api, locale),
    currencies: currenciesIn(locale),
  }
}

/** Where one's money goes: by its last characters, and how to change it. */
export default function Banking() {
  const t = useT()
  const { banking, home, countries, currencies } = useLoaderData<typeof loader>()
  const { revalidate } = useRevalidator()
  const [changing, setChanging] = useState(false)
  const done = () => {
    setChanging(false)
    toast.success('ui.saved')
    void revalidate()
  }
  return (
    <SettingsFrame title={t('creator.bank.title')} detail={t('creator.bank.detail')}>
      <PageTitle>{t('creator.bank.title')}</PageTitle>
      <PayoutStatus blockers={banking.blockers} />
      {banking.details && !changing ? (
        <SavedDetails details={banking.details} onChange={() => setChanging(true)} />
      ) : (
        <BankForm
          banking={banking}
          countries={countries}
          currencies={currencies}
          home={home}
          onDone={done}
          onClose={() => setChanging(false)}
        />
      )}
    </SettingsFrame>
  )
}

type Details = NonNullable<Awaited<ReturnType<typeof loader>>['banking']['details']>
function SavedDetails({ details, onChange }: { details: Details; onChange: () => void }) {
  const t = useT()
  const { date, region } = useFormats()
  const dots = (end: string | null) => (end ? <bdi className="num">•••• {end}</bdi> : null)
  const lines = [
    [t('creator.bank.accountHolder'), details.accountHolder],
    [t('creator.bank.country'), region(details.country)],
    [t('creator.bank.currency'), details.currency],
    [t(details.kind === 'iban' ? 'creator.bank.iban' : 'creator.bank.account'), dots(details.accountEnds)],
    [t('creator.bank.routing'), dots(details.routingEnds)],
    [t('creator.bank.bic'), details.bic && <bdi className="num">{details.bic}</bdi>],
    [t('creator.bank.taxId'), dots(details.taxIdEnds)],
  ] as const
  return (
    <section className="rounded-lg bg-surface p-4 ring-1 ring-line md:p-5">
      <div className="flex items-center gap-4">
        <span className="grid size-11 shrink-0 place-items-center rounded-md bg-surface-2 text-ink-2">
          <Landmark className="icon" aria-hidden="true" />
        </span>
        <div className="min-w-0 flex-1">
          <h2 className="text-lg wrap-anywhere">{details.bankName}</h2>
          <p className="text-xs text-ink-3">{t('creator.bank.changed', { date: date(details.changedAt) })}</p>
        </div>
        <Button size="sm" onClick={onChange}>
          {t('creator.bank.changeIt')}
        </Button>
      </div>
      <dl className="mt-3">
        {lines.map(([name, value]) =>
          value ? (
            <div key={name} className="flex justify-between gap-6 border-t border-line py-2.5">
              <dt className="text-ink-3">{name}</dt>
              <dd className="text-end font-medium wrap-anywhere">{value}</dd>
            </div>
          ) : null,
        )}
      </dl>
    </section>
  )
}
