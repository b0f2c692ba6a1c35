import { useT } from '../../../i18n/context.tsx'
import { Segmented } from '../../../ui/tabs.tsx'

/** What sends the video: this browser, or a program such as OBS. */
export function Sources() {
  const t = useT()
  return (
    <Segmented
      name="from"
      label={t('liveStudio.obs.sources')}
      className="mb-5 w-fit max-w-full"
      tabs={[{ label: t('liveStudio.obs.browser') }, { label: t('liveStudio.obs.program'), value: 'program' }]}
    />
  )
}
