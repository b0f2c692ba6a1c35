import { useT } from '../../../i18n/context.tsx'

/** A greeting by the first name where there is room for one; nobody was here before their first post. */
export function DashboardTitle({ name, isNew }: { name: string; isNew: boolean }) {
  const t = useT()
  return (
    <>
      <span className="md:hidden">{t('studio.dashboard.title')}</span>
      <span className="max-md:hidden">
        {t(isNew ? 'studio.dashboard.welcome' : 'studio.dashboard.hello', { name: name.split(' ')[0] ?? name })}
      </span>
    </>
  )
}
