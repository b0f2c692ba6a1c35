import type { Reply } from '../../../api/client.ts'
import { useT } from '../../../i18n/context.tsx'
import { traitLabels } from '../../../parts/creators/trait-labels.ts'
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
                  {traitLabels(t, name, value) ?? label}
                </option>
              ))}
            </Select>
          </Field>
        ))}
      </div>
    </SettingsSection>
  )
}
