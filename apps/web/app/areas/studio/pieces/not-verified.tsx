import clsx from 'clsx'
import type { ReactNode } from 'react'
import { useT } from '../../../i18n/context.tsx'
import { ButtonLink } from '../../../ui/button.tsx'

/** What isn't possible before the verification, and the way there. */
export function NotVerified({ className, children }: { className: string; children: ReactNode }) {
  const t = useT()
  return (
    <div
      className={clsx(
        'flex flex-wrap items-center justify-between gap-3 bg-token-soft px-5 py-4 text-token-soft-ink',
        className,
      )}
    >
      <p>{children}</p>
      <ButtonLink variant="ink" size="sm" to="/creator/verification">
        {t('studio.verification.title')}
      </ButtonLink>
    </div>
  )
}
