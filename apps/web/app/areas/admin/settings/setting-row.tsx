import { useId } from 'react'
import { useFormats, usePageInfo, useT } from '../../../i18n/context.tsx'
import { shippedLocales } from '@fanlight/contract/locales'
import type { Region } from '../../../parts/geo/regions.server.ts'
import { Badge } from '../../../ui/badge.tsx'
import { dot } from '../../../ui/dot.ts'
import { Checkbox, Field, Input, Select, Switch, Textarea } from '../../../ui/field.tsx'
import { CountryList } from './country-list.tsx'
import type { Kind, SettingName } from './groups.ts'
import { ImageField } from '../pieces/image-field.tsx'

interface SettingRowProps {
  name: SettingName
  kind: Kind
  value: unknown
  isChanged: boolean
  isDefault: boolean
  change: { at: string; by: string | null } | undefined
  image: string | undefined
  isFixed: boolean
  locales: readonly string[]
  countries: readonly Region[]
  onChange: (value: unknown) => void
}

/** One setting: what it is called, what it does, who changed it last, and the way to change it. */
export function SettingRow({ name, kind, isChanged, isDefault, change, ...control }: SettingRowProps) {
  const t = useT()
  const { ago } = useFormats()
  const id = useId()
  const label = t.maybe(`site.setting.${name}`) ?? name
  const hint = t.maybe(`site.settingHint.${name}`)
  return (
    <div
      className="grid items-start gap-x-8 gap-y-2 border-t border-line p-4 first:border-0 lg:grid-cols-[minmax(0,1fr)_minmax(0,22rem)]"
      data-setting={name}
    >
      <div className="min-w-0">
        <p id={id} className="flex flex-wrap items-center gap-2 text-sm font-semibold">
          {label}
          {isChanged ? <Badge tone="sky">{t('site.settings.changed')}</Badge> : null}
        </p>
        {hint ? <p className="mt-0.5 text-xs text-ink-2 text-pretty">{hint}</p> : null}
        <p className="mt-1 text-2xs text-ink-3" suppressHydrationWarning>
          <bdi className="font-mono">{name}</bdi>
          {isDefault || !change
            ? `${dot}${t('site.settings.asShipped')}`
            : `${dot}${t('site.settings.changedBy', { ago: ago(change.at), name: change.by ?? t('site.settings.commandLine') })}`}
        </p>
      </div>
      <Control name={name} kind={kind} label={label} {...control} />
    </div>
  )
}

type ControlProps = Omit<SettingRowProps, 'isChanged' | 'isDefault' | 'change'> & { label: string }

function Control({ name, kind, label, value, image, isFixed, locales, countries, onChange }: ControlProps) {
  const t = useT()
  const { locale: reader } = usePageInfo()
  const languages = new Intl.DisplayNames([reader], { type: 'language' })
  const text = String(value ?? '')
  if (kind === 'switch')
    return (
      <Switch
        label={<span className="sr-only">{label}</span>}
        name={name}
        checked={value === true}
        onChange={(event) => onChange(event.currentTarget.checked)}
        className="lg:justify-end"
      />
    )
  if (kind === 'logo' || kind === 'icon' || kind === 'image')
    return (
      <ImageField
        label={label}
        name={name}
        value={text}
        shown={image ?? null}
        use={kind}
        onChange={(id) => onChange(`image:${id}`)}
      />
    )
  if (kind === 'locales')
    return (
      <fieldset className="grid gap-2">
        <legend className="sr-only">{label}</legend>
        {[...new Set([...shippedLocales, ...(value as string[])])].map((entry) => (
          <Checkbox
            key={entry}
            name={name}
            label={languages.of(entry) ?? entry}
            checked={(value as string[]).includes(entry)}
            onChange={(event) =>
              onChange(
                event.currentTarget.checked
                  ? [...(value as string[]), entry]
                  : (value as string[]).filter((other) => other !== entry),
              )
            }
          />
        ))}
      </fieldset>
    )
  if (kind === 'countries')
    return <CountryList label={label} name={name} value={value as string[]} countries={countries} onChange={onChange} />
  if (kind === 'textByLocale') {
    const present = value as Record<string, string>
    return (
      <div className="grid gap-3">
        {locales.map((locale) => (
          <Field key={locale} label={languages.of(locale) ?? locale} name={`${name}.${locale}`}>
            <Textarea
              lang={locale}
              dir="auto"
              rows={3}
              maxLength={2000}
              value={present[locale] ?? ''}
              onChange={(event) => onChange({ ...present, [locale]: event.currentTarget.value })}
            />
          </Field>
        ))}
      </div>
    )
  }
  const options = Array.isArray(kind) ? (kind as readonly string[]) : kind === 'locale' ? locales : null
  return (
    <Field label={label} name={name} hideLabel>
      {options ? (
        <Select small value={text} onChange={(event) => onChange(event.currentTarget.value)}>
          {options.map((option) => (
            <option key={option} value={option}>
              {kind === 'locale' ? (languages.of(option) ?? option) : (t.maybe(`site.choice.${option}`) ?? option)}
            </option>
          ))}
        </Select>
      ) : kind === 'keywords' ? (
        <Textarea
          defaultValue={(value as string[]).join('\n')}
          onChange={(event) =>
            onChange(
              event.currentTarget.value
                .split('\n')
                .map((part) => part.trim())
                .filter(Boolean),
            )
          }
        />
      ) : kind === 'lines' ? (
        <Textarea value={text} maxLength={10_000} onChange={(event) => onChange(event.currentTarget.value)} />
      ) : kind === 'number' ? (
        <Input
          small
          type="number"
          step="any"
          min={0}
          className="num"
          value={Number.isNaN(value) ? '' : text}
          onChange={(event) => onChange(event.currentTarget.valueAsNumber)}
        />
      ) : (
        <Input
          small
          dir="auto"
          type={kind === 'date' ? 'date' : 'text'}
          value={text}
          disabled={isFixed}
          maxLength={300}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )}
    </Field>
  )
}
