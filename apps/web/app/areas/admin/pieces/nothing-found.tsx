import type { ReactNode } from 'react'
import { useT } from '../../../i18n/context.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/states.tsx'

/** What is asked for is not there: says so, and leads back to everything. */
export function NothingFound({ title, all, children }: { title: ReactNode; all: string; children?: ReactNode }) {
  const t = useT()
  return (
    <EmptyState
      title={title}
      action={
        <ButtonLink to={all} look="quiet">
          {t('staff.showAll')}
        </ButtonLink>
      }
    >
      {children}
    </EmptyState>
  )
}
