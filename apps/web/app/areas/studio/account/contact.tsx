import { useState } from 'react'
import { useFormats, useT } from '../../../i18n/context.tsx'
import { useSettings } from '../../../parts/site/site.ts'
import { Field, Input, Select, Textarea } from '../../../ui/field.tsx'
import { SettingsSection } from '../pieces/settings-frame.tsx'
import type { Me } from './basics.tsx'

const contactOptions = ['everyone', 'followers', 'subscribers', 'paid'] as const

/** Who may write, what a first message costs, and what greets who subscribes. */
export function Contact({ me }: { me: Me }) {
  const t = useT()
  const { tokens } = useFormats()
  const settings = useSettings()
  const [contactOption, setContactOption] = useState(me.whoMayWrite)
  const limits = {
    least: tokens(settings?.minimumContentPrice ?? 1),
    most: tokens(settings?.maximumContentPrice ?? 10_000),
  }
  return (
    <SettingsSection title={t('creator.contact.title')} lead={t('creator.contact.lead')}>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={t('creator.contact.who')} name="whoMayWrite">
          <Select
            value={contactOption}
            onChange={(event) => setContactOption(event.currentTarget.value as typeof contactOption)}
          >
            {contactOptions.map((contactOption) => (
              <option key={contactOption} value={contactOption}>
                {t(`creator.contact.${contactOption}`)}
              </option>
            ))}
          </Select>
        </Field>
        {contactOption === 'paid' ? (
          <Field
            label={t('creator.contact.price')}
            name="firstMessagePrice"
            hint={t('creator.contact.priceHint', limits)}
            required
          >
            <Input
              inputMode="decimal"
              maxLength={9}
              defaultValue={me.firstMessagePrice ?? ''}
              end={<span className="pe-3 text-sm text-ink-3">{t('creator.contact.tokens')}</span>}
              className="num pe-24!"
            />
          </Field>
        ) : null}
      </div>
      <Field
        label={t('creator.contact.welcome')}
        name="welcomeMessage"
        hint={t('creator.contact.welcomeHint')}
        optional={t('studio.editor.optional')}
      >
        <Textarea maxLength={1000} rows={3} defaultValue={me.welcomeMessage} />
      </Field>
    </SettingsSection>
  )
}
