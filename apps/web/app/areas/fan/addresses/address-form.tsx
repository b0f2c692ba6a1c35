import { useT } from '../../../i18n/context.tsx'
import type { Region } from '../../../parts/geo/regions.server.ts'
import { ActionForm, useActionForm } from '../../../parts/forms/action-form.tsx'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { CountryPicker } from '../../../parts/geo/country-picker.tsx'
import { Checkbox, Field, Input } from '../../../ui/field.tsx'
import type { action, Address } from './addresses.tsx'

interface AddressFormProps {
  /** The one that is edited; none makes a new one. */
  address: Address | null
  countries: readonly Region[]
  /** Sent along: pressing twice keeps one address. */
  once: string
  /** The first address becomes the default automatically. */
  isFirst: boolean
}

/** Fields in the order of a postal address, with the attributes for browser autofill. */
export function AddressForm({ address, countries, once, isFirst }: AddressFormProps) {
  const t = useT()
  const form = useActionForm<typeof action.create | typeof action.edit>(address ? 'edit' : 'create')
  const optional = t('addresses.optional')
  return (
    <ActionForm form={form} className="flex flex-col gap-5">
      {address ? <input type="hidden" name={form.name('id')} value={address._id} /> : null}
      <input type="hidden" name="idempotencyKey" value={once} />
      <Field label={t('addresses.name')} name={form.name('name')} required>
        <Input autoComplete="name" maxLength={100} defaultValue={address?.name} />
      </Field>
      <Field label={t('addresses.country')} name={form.name('country')} required>
        <CountryPicker countries={countries} title={t('addresses.choose')} defaultValue={address?.country} />
      </Field>
      <Field label={t('addresses.line1')} name={form.name('line1')} required>
        <Input autoComplete="address-line1" maxLength={200} defaultValue={address?.line1} />
      </Field>
      <Field label={t('addresses.line2')} name={form.name('line2')} optional={optional}>
        <Input autoComplete="address-line2" maxLength={200} defaultValue={address?.line2} />
      </Field>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label={t('addresses.postalCode')} name={form.name('postalCode')} optional={optional}>
          <Input autoComplete="postal-code" maxLength={20} defaultValue={address?.postalCode} />
        </Field>
        <Field label={t('addresses.city')} name={form.name('city')} required>
          <Input autoComplete="address-level2" maxLength={100} defaultValue={address?.city} />
        </Field>
        <Field label={t('addresses.state')} name={form.name('state')} optional={optional}>
          <Input autoComplete="address-level1" maxLength={100} defaultValue={address?.state} />
        </Field>
        <Field
          label={t('addresses.phone')}
          name={form.name('phone')}
          optional={optional}
          hint={t('addresses.phoneHint')}
        >
          <Input type="tel" autoComplete="tel" maxLength={30} defaultValue={address?.phone} />
        </Field>
      </div>
      {isFirst || address?.isDefault ? null : (
        <Checkbox
          name={form.name('isDefault')}
          label={t('addresses.makeDefault')}
          hint={t('addresses.makeDefaultHint')}
        />
      )}
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" variant="primary" size="lg" busy={form.busy ? t('ui.saving') : undefined}>
          {t('addresses.save')}
        </Button>
        <ButtonLink variant="ghost" size="lg" to="/user/addresses">
          {t('ui.back')}
        </ButtonLink>
      </div>
    </ActionForm>
  )
}
