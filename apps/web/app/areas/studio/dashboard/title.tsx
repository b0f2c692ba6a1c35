import { useT } from '../../../i18n/context.tsx'

/** A greeting by the first name where there is room for one. */
export function DashboardTitle({ name }: { name: string }) {
  const t = useT()
  return (
    <>
      <span className="md:hidden">{t('studio.dashboard.title')}</span>
      <span className="max-md:hidden">{t('studio.dashboard.hello', { name: name.split(' ')[0] ?? name })}</span>
    </>
  )
}
