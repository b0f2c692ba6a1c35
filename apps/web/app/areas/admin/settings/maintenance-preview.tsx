import { useT } from '../../../i18n/context.tsx'
import { NotFoundArt } from '../../../layouts/error-art.tsx'

/** What visitors see while the site is being worked on. */
export function MaintenancePreview({ image }: { image: string | null }) {
  const t = useT()
  return (
    <details className="border-t border-line">
      <summary className="flex min-h-11 items-center px-4 text-sm font-medium text-primary-text">
        {t('site.maintenance.preview')}
      </summary>
      <div className="m-4 mt-0 flex flex-col items-center rounded-md bg-canvas px-6 py-8 text-center ring-1 ring-line">
        <div className="w-40">{image ? <img src={image} alt="" width={440} height={260} /> : <NotFoundArt />}</div>
        <p className="mt-5 font-display text-xl font-bold">{t('ui.failed.maintenance.title')}</p>
        <p className="mt-2 max-w-[26em] text-ink-2">{t('ui.failed.maintenance.text')}</p>
      </div>
    </details>
  )
}
