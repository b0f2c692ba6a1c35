import clsx from 'clsx'
import { ChevronLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useT } from '../i18n/context.tsx'
import { iconButtonClass } from '../ui/button.tsx'

interface PageHeadProps {
  title: ReactNode
  detail?: ReactNode
  /** Where a phone's back arrow leads; absent on the pages of the tab bar. */
  back?: string
  actions?: ReactNode
  className?: string
}

/** A page's title and actions; on phones it is the sticky bar. */
export function PageHead({ title, detail, back, actions, className }: PageHeadProps) {
  const t = useT()
  return (
    <div
      className={clsx(
        'top-bar flex items-center gap-2.5 max-md:glass max-md:sticky short:static! max-md:top-0 max-md:z-30 max-md:-mx-4 max-md:mb-2 max-md:min-h-14 max-md:px-4 max-md:py-1.5 md:mb-5',
        className,
      )}
    >
      {back ? (
        <Link to={back} aria-label={t('ui.back')} className={clsx(iconButtonClass('ghost'), '-ms-2 md:hidden')}>
          <ChevronLeft className="rtl:-scale-x-100" aria-hidden="true" />
        </Link>
      ) : null}
      <div className="min-w-0 flex-1">
        <h1 className="line-clamp-2 wrap-anywhere text-balance max-md:text-xl max-md:leading-6">{title}</h1>
        {detail ? <p className="mt-0.5 text-sm text-ink-3 max-md:hidden">{detail}</p> : null}
      </div>
      {actions}
    </div>
  )
}
