import { X } from 'lucide-react'
import { useT } from '../../../i18n/context.tsx'
import type { Region } from '../../../parts/geo/regions.server.ts'
import { Field, Select } from '../../../ui/field.tsx'

interface CountryListProps {
  label: string
  name: string
  value: readonly string[]
  countries: readonly Region[]
  onChange: (value: string[]) => void
}

/** Countries, each with a way to take it out again, and the list to add from. */
export function CountryList({ label, name, value, countries, onChange }: CountryListProps) {
  const t = useT()
  const nameOf = (code: string) => countries.find((country) => country.code === code)?.name ?? code
  return (
    <div className="grid gap-2">
      {value.length > 0 ? (
        <ul className="flex flex-wrap gap-1.5" aria-label={label}>
          {value.map((code) => (
            <li key={code} className="inline-flex items-center gap-1 rounded-full bg-surface-2 ps-3 text-xs">
              <bdi>{nameOf(code)}</bdi>
              <button
                type="button"
                aria-label={t('site.countries.remove', { name: nameOf(code) })}
                className="grid size-8 place-items-center rounded-full hover:bg-surface-3 pointer-coarse:size-11"
                onClick={() => onChange(value.filter((other) => other !== code))}
              >
                <X className="icon size-3.5!" aria-hidden="true" />
              </button>
            </li>
          ))}
        </ul>
      ) : null}
      <Field label={label} name={name} hideLabel>
        <Select
          small
          value=""
          onChange={(event) => event.currentTarget.value && onChange([...value, event.currentTarget.value])}
        >
          <option value="">{t('site.countries.add')}</option>
          {countries
            .filter(({ code }) => !value.includes(code))
            .map(({ code, name: country }) => (
              <option key={code} value={code}>
                {country}
              </option>
            ))}
        </Select>
      </Field>
    </div>
  )
}
