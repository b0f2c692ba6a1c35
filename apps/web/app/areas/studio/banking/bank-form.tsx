import { accountRuleOf, hasIban } from '@fanlight/contract/bank-rules'
import { useState } from 'react'
import type { Reply } from '../../../api/client.ts'
import type { ProblemData } from '../../../api/problem.ts'
import { useT } from '../../../i18n/context.tsx'
import { CountryPicker } from '../../../parts/geo/country-picker.tsx'
import type { Region } from '../../../parts/geo/regions.server.ts'
import { useSite } from '../../../parts/site/site.ts'
import { Button } from '../../../ui/button.tsx'
import { dot } from '../../../ui/dot.ts'
import { Field, Input, Select } from '../../../ui/field.tsx'
import { FormProblem } from '../../../ui/form.tsx'
import { SettingsSection } from '../pieces/settings-frame.tsx'
import { ConfirmChange } from './confirm-change.tsx'

type Banking = Reply<'GET /performers/banking-settings'>['data']
interface BankFormProps {
  banking: Banking
  countries: readonly Region[]
  currencies: readonly Region[]
  home: string | null
  onDone: () => void
  onClose: () => void
}

/** A bank account, in the format of its country. Stored values are never filled in; they must be typed again. */
export function BankForm({ banking, countries, currencies, home, onDone, onClose }: BankFormProps) {
  const t = useT()
  const { currency } = useSite()
  const { details } = banking
  const [country, setCountry] = useState(details?.country ?? home ?? '')
  const [sent, setSent] = useState<FormData | null>(null)
  const [problem, setProblem] = useState<ProblemData | null>(null)
  const iban = hasIban(country)
  const rule = accountRuleOf(country)
  const number = (form: FormData) => String(form.get(iban ? 'iban' : 'accountNumber') ?? '').replaceAll(/\s/g, '')
  const bodyOf = (form: FormData) => {
    const field = (name: string) => String(form.get(name) ?? '').trim()
    const filled = (name: string) => (field(name) ? { [name]: field(name) } : {})
    return {
      accountHolder: field('accountHolder'),
      bankName: field('bankName'),
      country: field('country'),
      currency: field('currency'),
      ...filled('iban'),
      ...filled('accountNumber'),
      ...filled('routingNumber'),
      ...filled('bic'),
      ...filled('taxId'),
      version: banking.version,
    }
  }
  return (
    <form
      onChange={(event) => {
        const field = event.target as unknown as HTMLSelectElement
        if (field.name === 'country') setCountry(field.value)
      }}
      onSubmit={(event) => {
        event.preventDefault()
        setProblem(null)
        setSent(new FormData(event.currentTarget))
      }}
    >
      <SettingsSection title={t(details ? 'creator.bank.change' : 'creator.bank.add')} lead={t('creator.bank.lead')}>
        <FormProblem problem={problem}>
          <div className="grid gap-4 sm:grid-cols-2">
            <Field label={t('creator.bank.country')} name="country" required>
              <CountryPicker countries={countries} title={t('creator.bank.country')} defaultValue={country} />
            </Field>
            <Field label={t('creator.bank.currency')} name="currency" required>
              <Select defaultValue={details?.currency ?? currency}>
                {currencies.map(({ code, name }) => (
                  <option key={code} value={code}>
                    {code}
                    {dot}
                    {name}
                  </option>
                ))}
              </Select>
            </Field>
            <Field
              label={t('creator.bank.accountHolder')}
              name="accountHolder"
              hint={t('creator.bank.accountHolderHint')}
              className="sm:col-span-2"
              required
            >
              <Input autoComplete="name" minLength={2} maxLength={120} defaultValue={details?.accountHolder} />
            </Field>
            <Field label={t('creator.bank.bankName')} name="bankName" className="sm:col-span-2" required>
              <Input minLength={2} maxLength={120} defaultValue={details?.bankName} />
            </Field>
            {iban ? (
              <Field label={t('creator.bank.iban')} name="iban" className="sm:col-span-2" required>
                <Input
                  autoComplete="off"
                  autoCapitalize="characters"
                  spellCheck={false}
                  maxLength={60}
                  placeholder={`${country}00 0000 0000 0000`}
                  className="num"
                  dir="ltr"
                />
              </Field>
            ) : (
              <>
                {rule.routing ? (
                  <Field
                    label={t.maybe(`creator.routing.${rule.routing.kind}`) ?? rule.routing.kind}
                    name="routingNumber"
                    required
                  >
                    <Input autoComplete="off" spellCheck={false} maxLength={30} className="num" dir="ltr" />
                  </Field>
                ) : null}
                <Field
                  label={t('creator.bank.account')}
                  name="accountNumber"
                  className={rule.routing ? '' : 'sm:col-span-2'}
                  required
                >
                  <Input autoComplete="off" spellCheck={false} maxLength={60} className="num" dir="ltr" />
                </Field>
              </>
            )}
            <Field
              label={t('creator.bank.bic')}
              name="bic"
              hint={t('creator.bank.bicHint')}
              {...(!iban && rule.needsBic ? { required: true } : { optional: t('studio.editor.optional') })}
            >
              <Input
                autoComplete="off"
                autoCapitalize="characters"
                spellCheck={false}
                maxLength={20}
                defaultValue={details?.bic ?? ''}
                className="num"
                dir="ltr"
              />
            </Field>
            <Field
              label={t('creator.bank.taxId')}
              name="taxId"
              hint={t('creator.bank.taxIdHint')}
              optional={t('studio.editor.optional')}
            >
              <Input autoComplete="off" spellCheck={false} maxLength={30} className="num" dir="ltr" />
            </Field>
          </div>
          <div className="flex flex-wrap gap-2">
            <Button type="submit" variant="primary" size="lg">
              {t('creator.bank.next')}
            </Button>
            {details ? (
              <Button variant="ghost" size="lg" onClick={onClose}>
                {t('ui.back')}
              </Button>
            ) : null}
          </div>
        </FormProblem>
      </SettingsSection>
      {sent ? (
        <ConfirmChange
          onSend={(stepUp, change) =>
            change('PUT /performers/banking-settings', { body: { ...bodyOf(sent), ...stepUp } })
          }
          onDone={onDone}
          onRefused={(refused) => (setSent(null), setProblem(refused))}
          onClose={() => setSent(null)}
        >
          <p className="rounded-md bg-surface-2 px-4 py-3">
            <b className="block">{String(sent.get('accountHolder') ?? '')}</b>
            <span className="text-sm text-ink-2">{String(sent.get('bankName') ?? '')}</span>{' '}
            <bdi className="num text-sm text-ink-2">•••• {number(sent).slice(-4)}</bdi>
          </p>
        </ConfirmChange>
      ) : null}
    </form>
  )
}
