import { useT } from '../../../i18n/context.tsx'
import { SettingsSection } from '../pieces/settings-frame.tsx'
import type { Me } from './basics.tsx'
import { hideable } from './changes.ts'

/** Which of these fields the profile shows. An empty field is never shown; age stays hidden until the creator changes that. */
export function ShownFields({ me }: { me: Me }) {
  const t = useT()
  return (
    <SettingsSection title={t('creator.shown.title')} lead={t('creator.shown.lead')}>
      <input type="hidden" name="shownSubmitted" value="true" />
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-x-4 min-[400px]:grid-cols-2 sm:grid-cols-3">
        {hideable.map((name) => (
          <li key={name}>
            <label className="flex min-h-11 min-w-0 items-center gap-2.5 text-sm">
              <input
                type="checkbox"
                name="shown"
                value={name}
                defaultChecked={!me.hiddenFields.includes(name)}
                className="tick"
              />
              <span className="min-w-0 wrap-anywhere">
                {t.maybe(`traits.${name}`) ?? t.maybe(`creator.shown.${name}`)}
                {name === 'age' && me.age !== null ? ` (${me.age})` : ''}
              </span>
            </label>
          </li>
        ))}
      </ul>
    </SettingsSection>
  )
}
