import { ShieldCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { useLoaderData } from 'react-router'
import { useT } from '../../../i18n/context.tsx'
import { UsernameField } from '../../../parts/account/username-field.tsx'
import { CountryPicker } from '../../../parts/geo/country-picker.tsx'
import { DocumentField } from '../../../parts/verification/document-field.tsx'
import { Field, Input, Select } from '../../../ui/field.tsx'
import { PasswordField } from '../../../ui/password-field.tsx'
import type { loader } from './register-creator.tsx'
import { AcceptTerms } from './terms.tsx'

interface StepProps {
  /** The current step. Without scripts, all steps are shown below one another. */
  shown: number
}
/** How one is called here, and how one comes back. */
export function AccountStep({ shown, onUsernameTaken }: StepProps & { onUsernameTaken: () => void }) {
  const t = useT()
  return (
    <Step at={0} shown={shown} title={t('auth.creator.step.account')}>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label={t('auth.creator.name')} name="name" hint={t('auth.creator.nameHint')} required>
          <Input autoComplete="nickname" maxLength={80} />
        </Field>
        <UsernameField name="username" onTaken={onUsernameTaken} />
      </div>
      <Field label={t('auth.email')} name="email" required>
        <Input type="email" autoComplete="email" inputMode="email" />
      </Field>
      <PasswordField label={t('auth.password')} name="password" autoComplete="new-password" rules />
    </Step>
  )
}

/** Who one is by law. */
export function PersonStep({ shown }: StepProps) {
  const t = useT()
  const { regions: countries, bornBefore, yearsMin, likelyCountry } = useLoaderData<typeof loader>()
  return (
    <Step at={1} shown={shown} title={t('auth.creator.step.person')}>
      <p className="flex gap-3 rounded-lg bg-primary-soft px-4 py-3.5 text-sm text-primary-soft-ink">
        <ShieldCheck className="icon" aria-hidden="true" />
        {t('auth.creator.private')}
      </p>
      <Field label={t('auth.creator.legalName')} name="legalName" hint={t('auth.creator.legalNameHint')} required>
        <Input autoComplete="name" maxLength={120} />
      </Field>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field
          label={t('auth.creator.dateOfBirth')}
          name="dateOfBirth"
          hint={t('auth.creator.age', { count: yearsMin })}
          required
        >
          <Input type="date" autoComplete="bday" max={bornBefore} min="1900-01-01" />
        </Field>
        <Field label={t('auth.creator.gender')} name="gender" required>
          <Select defaultValue="">
            <option value="" disabled>
              {t('ui.choose')}
            </option>
            <option value="female">{t('auth.gender.female')}</option>
            <option value="male">{t('auth.gender.male')}</option>
            <option value="transgender">{t('auth.gender.transgender')}</option>
          </Select>
        </Field>
      </div>
      <Field label={t('auth.creator.country')} name="country" required>
        <CountryPicker countries={countries} title={t('auth.creator.country')} defaultValue={likelyCountry} />
      </Field>
    </Step>
  )
}

/** The documents that prove it. */
export function DocumentsStep({ shown }: StepProps) {
  const t = useT()
  return (
    <Step at={2} shown={shown} title={t('auth.creator.step.documents')}>
      <p className="text-sm text-ink-2">{t('documents.lead')}</p>
      <DocumentField
        name="idFront"
        label={t('documents.idFront')}
        hint={t('documents.idFrontHint')}
        facing="environment"
      />
      <DocumentField
        name="idBack"
        label={t('documents.idBack')}
        hint={t('documents.idBackHint')}
        facing="environment"
      />
      <DocumentField name="selfieWithId" label={t('documents.selfie')} hint={t('documents.selfieHint')} facing="user" />
      <AcceptTerms />
    </Step>
  )
}

function Step({ at, shown, title, children }: StepProps & { at: number; title: string; children: ReactNode }) {
  return (
    <fieldset data-step={at} className={`flex-col gap-5 noscript:flex ${at === shown ? 'flex' : 'hidden'}`}>
      <legend tabIndex={-1} className="sr-only">
        {title}
      </legend>
      {children}
    </fieldset>
  )
}
