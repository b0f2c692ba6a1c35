import { Link } from 'react-router'
import { useT } from '../../../i18n/context.tsx'
import { buttonClass } from '../../../ui/button.tsx'
import { SettingsSection } from '../pieces/settings-frame.tsx'

/** Leads to where is said who may write and what greets a new subscriber. */
export function Contact() {
  const t = useT()
  return (
    <SettingsSection title={t('creator.contact.section')} lead={t('creator.contact.detail')}>
      <Link to="/creator/messages/settings" className={`${buttonClass('outline')} justify-self-start`}>
        {t('creator.contact.open')}
      </Link>
    </SettingsSection>
  )
}
