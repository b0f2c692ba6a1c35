import { MapPin, Plus } from 'lucide-react'
import { type ReactNode, useMemo, useState } from 'react'
import { countryCodes } from '@fanlight/contract/country-codes'
import { useFormats, usePageInfo, useT } from '../../i18n/context.tsx'
import { Button } from '../../ui/button.tsx'
import { Field, Input, Select } from '../../ui/field.tsx'
import { useProblemText } from '../../ui/form.tsx'
import { RadioCards } from '../../ui/radio-cards.tsx'
import { PartialState, Skeleton } from '../../ui/states.tsx'
import type { Address, Delivery, NewAddress } from './use-delivery.ts'

/** Where a parcel goes: the saved address on one line, the choice among several, or the fields of a new one. */
export function DeliverTo({ delivery, countries }: { delivery: Delivery; countries: readonly string[] }) {
  const t = useT()
  const problemText = useProblemText()
  const [isChoosing, setChoosing] = useState(false)
  const { addresses, chosen, typed, begin, keep, failure } = delivery
  const other = begin ? (
    <Button variant="ghost" size="sm" className="mt-2" onClick={begin}>
      <Plus aria-hidden="true" />
      {t('checkout.otherAddress')}
    </Button>
  ) : null
  if (failure)
    return (
      <Part>
        <PartialState onRetry={delivery.reload}>{problemText(failure)}</PartialState>
      </Part>
    )
  if (!addresses)
    return (
      <Part>
        <Skeleton className="h-20 rounded-md" />
      </Part>
    )
  if (typed)
    return (
      <Part
        action={
          keep ? (
            <Button variant="ghost" size="sm" onClick={keep}>
              {t('checkout.savedAddresses')}
            </Button>
          ) : null
        }
      >
        <AddressFields delivery={delivery} typed={typed} countries={countries} />
        <p className="mt-2.5 text-xs text-ink-3">{t('checkout.addressKept')}</p>
      </Part>
    )
  if (!isChoosing && chosen)
    return (
      <Part>
        <div className="flex items-start gap-3 text-sm">
          <MapPin className="icon mt-0.5 shrink-0 text-ink-3" aria-hidden="true" />
          <p className="min-w-0 flex-1 wrap-anywhere">
            <bdi className="font-semibold">{chosen.name}</bdi>
            <Lines address={chosen} />
          </p>
          <Button variant="ghost" size="sm" onClick={() => setChoosing(true)}>
            {t('wallet.card.change')}
          </Button>
        </div>
      </Part>
    )
  return (
    <Part>
      <Saved delivery={delivery} addresses={addresses} />
      {other}
    </Part>
  )
}

function Part({ action, children }: { action?: ReactNode; children: ReactNode }) {
  const t = useT()
  return (
    <section className="border-t border-line py-4">
      <div className="mb-2.5 flex min-h-8 items-center justify-between gap-3">
        <h3 className="font-sans text-md font-semibold tracking-normal">{t('shop.sheet.address')}</h3>
        {action}
      </div>
      {children}
    </section>
  )
}

function Lines({ address }: { address: Address }) {
  const { region } = useFormats()
  return [
    address.line1,
    address.line2,
    [address.postalCode, address.city, address.state].filter(Boolean).join(' '),
    region(address.country),
  ]
    .filter(Boolean)
    .map((line) => (
      <span key={line} className="block text-ink-2">
        <bdi>{line}</bdi>
      </span>
    ))
}

function Saved({ delivery, addresses }: { delivery: Delivery; addresses: readonly Address[] }) {
  const t = useT()
  const { region } = useFormats()
  return (
    <RadioCards
      name="address"
      legend={<span className="sr-only">{t('shop.sheet.address')}</span>}
      value={delivery.chosen?._id ?? ''}
      onChange={delivery.choose}
      choices={addresses.map((address) => ({
        value: address._id,
        title: <bdi>{address.name}</bdi>,
        disabled: !delivery.isServed(address),
        detail: (
          <>
            <Lines address={address} />
            {delivery.isServed(address) ? null : (
              <span className="block text-danger-text">
                {t('shop.sheet.notServed', { country: region(address.country) })}
              </span>
            )}
          </>
        ),
      }))}
    />
  )
}

/** Countries whose addresses name a state, province or prefecture. */
const withState = new Set(['AU', 'BR', 'CA', 'CN', 'IN', 'JP', 'MX', 'MY', 'US'])

function AddressFields({
  delivery,
  typed,
  countries,
}: {
  delivery: Delivery
  typed: NewAddress
  countries: readonly string[]
}) {
  const t = useT()
  const { region } = useFormats()
  const { locale } = usePageInfo()
  const [isMore, setMore] = useState(false)
  const options = useMemo(() => {
    const { compare } = new Intl.Collator(locale)
    return [...(countries.length > 0 ? countries : countryCodes)]
      .map((code) => ({ code, name: region(code) }))
      .sort((one, other) => compare(one.name, other.name))
  }, [countries, locale, region])
  const field = (name: keyof NewAddress) => ({
    value: typed[name],
    onChange: (event: { currentTarget: { value: string } }) => delivery.type({ [name]: event.currentTarget.value }),
  })
  const optional = t('addresses.optional')
  return (
    <form
      ref={delivery.form}
      noValidate
      onSubmit={(event) => event.preventDefault()}
      className="grid grid-cols-2 gap-x-2.5 gap-y-3"
    >
      <Field label={t('addresses.name')} name="name" required>
        <Input autoComplete="name" maxLength={100} {...field('name')} />
      </Field>
      <Field label={t('addresses.country')} name="country" required>
        <Select autoComplete="country" {...field('country')}>
          <option value="">{t('ui.choose')}</option>
          {options.map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </Select>
      </Field>
      <Field label={t('addresses.line1')} name="line1" required className="col-span-2">
        <Input autoComplete="address-line1" maxLength={200} {...field('line1')} />
      </Field>
      <Field label={t('addresses.postalCode')} name="postalCode" optional={optional}>
        <Input autoComplete="postal-code" maxLength={20} {...field('postalCode')} />
      </Field>
      <Field label={t('addresses.city')} name="city" required>
        <Input autoComplete="address-level2" maxLength={100} {...field('city')} />
      </Field>
      {isMore || withState.has(typed.country) ? (
        <Field label={t('addresses.state')} name="state" optional={optional} className="col-span-2">
          <Input autoComplete="address-level1" maxLength={100} {...field('state')} />
        </Field>
      ) : null}
      {isMore ? (
        <>
          <Field label={t('addresses.line2')} name="line2" optional={optional} className="col-span-2">
            <Input autoComplete="address-line2" maxLength={200} {...field('line2')} />
          </Field>
          <Field
            label={t('addresses.phone')}
            name="phone"
            optional={optional}
            hint={t('addresses.phoneHint')}
            className="col-span-2"
          >
            <Input type="tel" autoComplete="tel" maxLength={30} {...field('phone')} />
          </Field>
        </>
      ) : (
        <Button variant="ghost" size="sm" className="col-span-2 justify-self-start" onClick={() => setMore(true)}>
          {t('checkout.more')}
        </Button>
      )}
    </form>
  )
}
