import type { Reply } from '../../../api/client.ts'
import { type T, useT } from '../../../i18n/context.tsx'
import { Field, Select } from '../../../ui/field.tsx'
import { SettingsSection } from '../pieces/settings-frame.tsx'
import type { Me } from './basics.tsx'

type Options = Reply<'GET /user-additional'>['data']
const lists = [
  'gender',
  'sexualOrientation',
  'height',
  'weight',
  'bodyType',
  'ethnicity',
  'hairColor',
  'eyeColor',
  'buttSize',
] as const
type List = (typeof lists)[number]

/** The option lists of a profile, each of them free to leave open. */
export function Traits({ me, options }: { me: Me; options: Options }) {
  const t = useT()
  return (
    <SettingsSection title={t('traits.title')} lead={t('traits.lead')}>
      <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {lists.map((name) => (
          <Field key={name} label={t(`traits.${name}`)} name={name}>
            <Select defaultValue={me[name] ?? ''}>
              <option value="">{t('studio.account.notSaid')}</option>
              {options[name].map(({ value, label }) => (
                <option key={value} value={value}>
                  {wordsOf(t, name, value) ?? label}
                </option>
              ))}
            </Select>
          </Field>
        ))}
      </div>
    </SettingsSection>
  )
}

/** An option in the reader's language: bands by their numbers, the others by their word. */
function wordsOf(t: T, list: List, value: string): string | undefined {
  if (list !== 'height' && list !== 'weight') return t.maybe(`traits.${list}.${value.replaceAll(/[ -]/g, '_')}`)
  const unit = list === 'height' ? 'cm' : 'kg'
  const [from, to] = value.split('_')
  if (from === 'under') return t('traits.under', { value: `${to} ${unit}` })
  if (from === 'over') return t('traits.over', { value: `${to} ${unit}` })
  return `${from}–${to} ${unit}`
}
