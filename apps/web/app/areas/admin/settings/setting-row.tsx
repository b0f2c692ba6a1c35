import { useId } from 'react'
import { useFormats, usePageFacts, useT } from '../../../i18n/context.tsx'
import { shippedLocales } from '@fanlight/contract/locales'
import type { Region } from '../../../parts/regions.server.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Checkbox, Field, Input, Select, Switch, Textarea } from '../../../ui/field.tsx'
import { CountryList } from './country-list.tsx'
import type { Kind, SettingName } from './groups.ts'
import { PictureField } from '../pieces/picture-field.tsx'

interface SettingRowProps {
  name: SettingName
  kind: Kind
  value: unknown
  isChanged: boolean
  isDefault: boolean
  change: { at: string; by: string | null } | undefined
  picture: string | undefined
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
        <p id={id} className="flex flex-wrap items-center gap-2 text-sm font-[600]">
          {label}
          {isChanged ? <Badge tone="sky">{t('site.settings.changed')}</Badge> : null}
        </p>
        {hint ? <p className="mt-0.5 text-xs text-ink-2 text-pretty">{hint}</p> : null}
        <p className="mt-1 text-2xs text-ink-3" suppressHydrationWarning>
          <bdi className="font-mono">{name}</bdi>
          {isDefault || !change
            ? ` · ${t('site.settings.asShipped')}`
            : ` · ${t('site.settings.changedBy', { ago: ago(change.at), name: change.by ?? t('site.settings.nobody') })}`}
        </p>
      </div>
      <Control name={name} kind={kind} label={label} {...control} />
    </div>
  )
}

type ControlProps = Omit<SettingRowProps, 'isChanged' | 'isDefault' | 'change'> & { label: string }

function Control({ name, kind, label, value, picture, isFixed, locales, countries, onChange }: ControlProps) {
  const t = useT()
  const { locale: reader } = usePageFacts()
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
  if (kind === 'logo' || kind === 'icon' || kind === 'picture')
    return (
      <PictureField
        label={label}
        name={name}
        value={text}
        shown={picture ?? null}
        use={kind}
        onChange={(id) => onChange(`picture:${id}`)}
      />
    )
  if (kind === 'locales')
    return (
      <fieldset className="grid gap-2">
        <legend className="sr-only">{label}</legend>
        {[...new Set([...shippedLocales, ...(value as string[])])].map((one) => (
          <Checkbox
            key={one}
            name={name}
            label={languages.of(one) ?? one}
            checked={(value as string[]).includes(one)}
            onChange={(event) =>
              onChange(
                event.currentTarget.checked
                  ? [...(value as string[]), one]
                  : (value as string[]).filter((other) => other !== one),
              )
            }
          />
        ))}
      </fieldset>
    )
  if (kind === 'countries')
    return <CountryList label={label} name={name} value={value as string[]} countries={countries} onChange={onChange} />
  if (kind === 'wordsByLocale') {
    const present = value as Record<string, string>
    return (
      <div className="grid gap-3">
        {locales.map((one) => (
          <Field key={one} label={languages.of(one) ?? one} name={`${name}.${one}`}>
            <Textarea
              lang={one}
              dir="auto"
              rows={3}
              maxLength={2000}
              value={present[one] ?? ''}
              onChange={(event) => onChange({ ...present, [one]: event.currentTarget.value })}
            />
          </Field>
        ))}
      </div>
    )
  }
  const words = Array.isArray(kind) ? (kind as readonly string[]) : kind === 'locale' ? locales : null
  return (
    <Field label={label} name={name} hideLabel>
      {words ? (
        <Select small value={text} onChange={(event) => onChange(event.currentTarget.value)}>
          {words.map((one) => (
            <option key={one} value={one}>
              {kind === 'locale' ? (languages.of(one) ?? one) : (t.maybe(`site.choice.${one}`) ?? one)}
            </option>
          ))}
        </Select>
      ) : kind === 'words' ? (
        <Textarea
          defaultValue={(value as string[]).join('\n')}
          onChange={(event) =>
            onChange(
              event.currentTarget.value
                .split('\n')
                .map((one) => one.trim())
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
