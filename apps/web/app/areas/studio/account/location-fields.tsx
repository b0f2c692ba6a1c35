import { ChevronDown } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useFormats, useT } from '../../../i18n/context.tsx'
import { CountryPicker } from '../../../parts/geo/country-picker.tsx'
import { Field, Input, Select } from '../../../ui/field.tsx'
import { SettingsSection } from '../pieces/settings-frame.tsx'
import type { Me } from './basics.tsx'
import type { Names } from './names.server.ts'
import { useRegions } from './use-regions.ts'

/** Where one is, what one speaks, and the clock one plans on. */
export function LocationFields({ me, names }: { me: Me; names: Names }) {
  const t = useT()
  const { list } = useFormats()
  const [zone, setZone] = useState(me.timezone || 'UTC')
  const [country, setCountry] = useState(me.country ?? '')
  const [state, setState] = useState(me.state)
  const places = useRegions(country, state)
  const [languages, setLanguages] = useState(me.languages)
  useEffect(() => {
    // Nothing was selected yet: the device's time zone is more accurate than the default.
    if (!me.timezone || me.timezone === 'UTC') setZone(Intl.DateTimeFormat().resolvedOptions().timeZone)
  }, [me.timezone])
  const chosen = names.languages.filter(({ code }) => languages.includes(code)).map(({ name }) => name)
  return (
    <SettingsSection title={t('studio.account.location')}>
      <div
        className="grid gap-4 sm:grid-cols-2"
        onChange={(event) => {
          const field = event.target as unknown as HTMLSelectElement
          if (field.name === 'country') setCountry(field.value)
        }}
      >
        <Field label={t('studio.account.country')} name="country">
          <CountryPicker
            countries={names.countries}
            title={t('studio.account.country')}
            defaultValue={me.country ?? ''}
            empty={t('studio.account.notSaid')}
          />
        </Field>
        <Field label={t('studio.account.state')} name="state" optional={t('studio.editor.optional')}>
          <Input
            autoComplete="address-level1"
            maxLength={80}
            list="states-of-country"
            value={state}
            onChange={(event) => setState(event.currentTarget.value)}
          />
          <datalist id="states-of-country">
            {places.states.map(({ code, name }) => (
              <option key={code} value={name}>
                {name}
              </option>
            ))}
          </datalist>
        </Field>
        <Field label={t('studio.account.city')} name="city" optional={t('studio.editor.optional')}>
          <Input autoComplete="address-level2" maxLength={80} list="cities-of-state" defaultValue={me.city} />
          <datalist id="cities-of-state">
            {places.cities.map((name) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </datalist>
        </Field>
        <Field label={t('studio.account.zone')} name="timezone" hint={t('studio.account.zoneHint')}>
          <Select value={zone} onChange={(event) => setZone(event.currentTarget.value)}>
            {[...new Set([zone, ...names.zones])].map((entry) => (
              <option key={entry} value={entry}>
                {entry.replaceAll('_', ' ')}
              </option>
            ))}
          </Select>
        </Field>
      </div>
      <details className="rounded-md ring-1 ring-line">
        <summary className="flex min-h-12 items-center justify-between gap-3 rounded-md px-4 py-2 text-sm">
          <span className="font-semibold">{t('studio.account.languages')}</span>
          <span className="flex min-w-0 items-center gap-2 text-ink-2">
            <span className="min-w-0 truncate">{chosen.length ? list(chosen) : t('studio.account.notSaid')}</span>
            <ChevronDown className="icon text-ink-3 in-open:rotate-180" aria-hidden="true" />
          </span>
        </summary>
        <fieldset className="grid max-h-72 grid-cols-2 gap-x-3 overflow-y-auto border-t border-line px-4 py-2 sm:grid-cols-3">
          <legend className="sr-only">{t('studio.account.languages')}</legend>
          {names.languages.map(({ code, name }) => (
            <label key={code} className="flex min-h-11 min-w-0 items-center gap-2.5 text-sm">
              <input
                type="checkbox"
                name="languages"
                value={code}
                checked={languages.includes(code)}
                disabled={languages.length >= 10 && !languages.includes(code)}
                onChange={(event) => {
                  const { checked } = event.currentTarget
                  setLanguages((now) => (checked ? [...now, code] : now.filter((entry) => entry !== code)))
                }}
                className="tick disabled:opacity-50"
              />
              <span className="min-w-0 wrap-anywhere">{name}</span>
            </label>
          ))}
        </fieldset>
      </details>
    </SettingsSection>
  )
}
