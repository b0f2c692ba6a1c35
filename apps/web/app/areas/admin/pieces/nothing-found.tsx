import type { ReactNode } from 'react'
import { useT } from '../../../i18n/context.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/states.tsx'

/** No results for the current filters: says so, and links to the unfiltered list. */
export function NothingFound({ title, all, children }: { title: ReactNode; all: string; children?: ReactNode }) {
  const t = useT()
  return (
    <EmptyState
      title={title}
      action={
        <ButtonLink to={all} variant="quiet">
          {t('staff.showAll')}
        </ButtonLink>
      }
    >
      {children}
    </EmptyState>
  )
}
