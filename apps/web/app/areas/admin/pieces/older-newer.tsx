import { ChevronRight, ChevronsLeft } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { useT } from '../../../i18n/context.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { withChange } from '../../../ui/table-state.ts'

/** The ways on in a list that goes on by cursor. */
export function OlderNewer({ nextCursor }: { nextCursor: string | null }) {
  const t = useT()
  const [search] = useSearchParams()
  const isDeep = search.has('cursor')
  if (!isDeep && nextCursor === null) return null
  return (
    <nav aria-label={t('ui.pagination.label')} className="flex justify-center gap-2 py-4">
      {isDeep ? (
        <ButtonLink to={`?${withChange(search, { cursor: null })}`} size="sm" variant="ghost">
          <ChevronsLeft className="rtl:-scale-x-100" aria-hidden="true" />
          {t('people.newest')}
        </ButtonLink>
      ) : null}
      {nextCursor === null ? null : (
        <ButtonLink to={`?${withChange(search, { cursor: nextCursor })}`} size="sm" rel="next">
          {t('people.older')}
          <ChevronRight className="rtl:-scale-x-100" aria-hidden="true" />
        </ButtonLink>
      )}
    </nav>
  )
}
