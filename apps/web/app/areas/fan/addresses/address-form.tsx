import { Form, useNavigation } from 'react-router'
import type { ProblemData } from '../../../api/problem.ts'
import { useT } from '../../../i18n/context.tsx'
import type { Region } from '../../../parts/geo/regions.server.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { CountryPicker } from '../../../parts/geo/country-picker.tsx'
import { Checkbox, Field, Input } from '../../../ui/field.tsx'
import { FormProblem } from '../../../ui/form.tsx'
import type { Address } from './addresses.tsx'

interface AddressFormProps {
  /** The one that is edited; none makes a new one. */
  address: Address | null
  countries: readonly Region[]
  problem: ProblemData | undefined
  /** Sent along: pressing twice keeps one address. */
  once: string
  /** The first address becomes the default automatically. */
  isFirst: boolean
}

/** Fields in the order of a postal address, with the attributes for browser autofill. */
export function AddressForm({ address, countries, problem, once, isFirst }: AddressFormProps) {
  const t = useT()
  const busy = useNavigation().formMethod === 'POST'
  const optional = t('addresses.optional')
  return (
    <Form method="post" className="flex flex-col gap-5">
      <FormProblem problem={problem}>
        <input type="hidden" name="id" value={address?._id ?? ''} />
        <input type="hidden" name="key" value={once} />
        <Field label={t('addresses.name')} name="name" required>
          <Input autoComplete="name" maxLength={100} defaultValue={address?.name} />
        </Field>
        <Field label={t('addresses.country')} name="country" required>
          <CountryPicker countries={countries} title={t('addresses.choose')} defaultValue={address?.country} />
        </Field>
        <Field label={t('addresses.line1')} name="line1" required>
          <Input autoComplete="address-line1" maxLength={200} defaultValue={address?.line1} />
        </Field>
        <Field label={t('addresses.line2')} name="line2" optional={optional}>
          <Input autoComplete="address-line2" maxLength={200} defaultValue={address?.line2} />
        </Field>
        <div className="grid gap-5 sm:grid-cols-2">
          <Field label={t('addresses.postalCode')} name="postalCode" optional={optional}>
            <Input autoComplete="postal-code" maxLength={20} defaultValue={address?.postalCode} />
          </Field>
          <Field label={t('addresses.city')} name="city" required>
            <Input autoComplete="address-level2" maxLength={100} defaultValue={address?.city} />
          </Field>
          <Field label={t('addresses.state')} name="state" optional={optional}>
            <Input autoComplete="address-level1" maxLength={100} defaultValue={address?.state} />
          </Field>
          <Field label={t('addresses.phone')} name="phone" optional={optional} hint={t('addresses.phoneHint')}>
            <Input type="tel" autoComplete="tel" maxLength={30} defaultValue={address?.phone} />
          </Field>
        </div>
        {isFirst || address?.isDefault ? null : (
          <Checkbox name="isDefault" label={t('addresses.makeDefault')} hint={t('addresses.makeDefaultHint')} />
        )}
        <div className="flex flex-wrap items-center gap-3">
          <Button type="submit" variant="primary" size="lg" busy={busy ? t('ui.saving') : undefined}>
            {t('addresses.save')}
          </Button>
          <ButtonLink variant="ghost" size="lg" to="/user/addresses">
            {t('ui.back')}
          </ButtonLink>
        </div>
      </FormProblem>
    </Form>
  )
}
