import { X } from 'lucide-react'
import { useMemo, useState } from 'react'
import { usePageInfo, useT } from '../../../i18n/context.tsx'
import type { Region } from '../../../parts/geo/regions.server.ts'
import { Field, Input } from '../../../ui/field.tsx'

interface CountriesFieldProps {
  countries: readonly Region[]
  chosen: readonly string[]
  onChange: (chosen: string[]) => void
}
const plain = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()

/** Several countries: those that are chosen, and a list to search in. */
export function CountriesField({ countries, chosen, onChange }: CountriesFieldProps) {
  const t = useT()
  const { config } = usePageInfo()
  const [query, setQuery] = useState('')
  const english = useMemo(() => new Intl.DisplayNames(['en'], { type: 'region' }), [])
  const shown = countries.filter(({ code, name }) =>
    [name, english.of(code) ?? '', code].some((label) => plain(label).includes(plain(query.trim()))),
  )
  const flag = (code: string) => `${config.apiUrl}/flags/${code.toLowerCase()}.svg`
  const without = (code: string) => chosen.filter((entry) => entry !== code)
  return (
    <div className="grid gap-3">
      {chosen.length ? (
        <ul aria-label={t('studio.products.chosenCountries')} className="flex flex-wrap gap-1.5">
          {countries
            .filter(({ code }) => chosen.includes(code))
            .map(({ code, name }) => (
              <li key={code}>
                <button
                  type="button"
                  className="inline-flex min-h-9 items-center gap-2 rounded-full bg-surface-2 ps-2.5 pe-3 text-sm pointer-coarse:min-h-11"
                  aria-label={t('studio.products.removeCountry', { name })}
                  onClick={() => onChange(without(code))}
                >
                  <img src={flag(code)} alt="" width={20} height={15} className="rounded-xs" />
                  {name}
                  <X className="icon size-4!" aria-hidden="true" />
                </button>
              </li>
            ))}
        </ul>
      ) : null}
      <Field label={t('studio.products.searchCountries')} name="shippingCountries">
        <Input
          type="search"
          value={query}
          autoComplete="off"
          onChange={(event) => setQuery(event.currentTarget.value)}
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        />
      </Field>
      <ul
        aria-label={t('studio.products.countries')}
        className="grid max-h-80 overflow-y-auto rounded-md px-3 ring-1 ring-line sm:grid-cols-2 sm:gap-x-4"
      >
        {shown.map(({ code, name }) => (
          <li key={code}>
            <label className="flex min-h-11 min-w-0 items-center gap-3 text-sm">
              <input
                type="checkbox"
                checked={chosen.includes(code)}
                onChange={(event) => onChange(event.currentTarget.checked ? [...chosen, code] : without(code))}
                className="tick"
              />
              <img src={flag(code)} alt="" width={20} height={15} loading="lazy" className="rounded-xs" />
              <span className="min-w-0 wrap-anywhere">{name}</span>
            </label>
          </li>
        ))}
        {shown.length ? null : <li className="py-4 text-sm text-ink-2">{t('studio.products.noCountry')}</li>}
      </ul>
    </div>
  )
}
