import { type ReactNode, useMemo } from 'react'
import { usePageInfo, useT } from '../../i18n/context.tsx'
import { Picker } from '../../ui/picker.tsx'
import type { Region } from './regions.server.ts'

interface CountryPickerProps {
  countries: readonly Region[]
  title: ReactNode
  defaultValue?: string | undefined
  /** The label of the empty option; if set, the selection can be cleared. */
  empty?: string
}

// spec: flags.path

/** A country by its flag and name, found by its name here, in English, or by its code. */
export function CountryPicker({ countries, title, defaultValue = '', empty }: CountryPickerProps) {
  const t = useT()
  const { config } = usePageInfo()
  const options = useMemo(() => {
    const english = new Intl.DisplayNames(['en'], { type: 'region' })
    return countries.map(({ code, name }) => ({
      value: code,
      label: name,
      also: english.of(code) ?? '',
      image: `${config.apiUrl}/flags/${code.toLowerCase()}.svg`,
    }))
  }, [countries, config.apiUrl])
  return (
    <Picker
      autoComplete="country"
      defaultValue={defaultValue}
      options={options}
      title={title}
      empty={empty ?? t('ui.choose')}
      clearable={empty !== undefined}
    />
  )
}
