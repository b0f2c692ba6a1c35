import { useFormats, useT } from '../../../i18n/context.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import { useNarrowing } from './chips.tsx'
import type { Criteria } from './query.ts'
import { keepsPlace } from '../../../ui/keeps-place.ts'

/** Nobody fits all filters: each one that helps can be taken off, with how many creators there are then. */
export function NothingFound({
  criteria,
  left,
}: {
  criteria: Criteria
  /** How many creators there are without one of the filters, by the address of its removal. */
  left: Record<string, number>
}) {
  const t = useT()
  const { list, number } = useFormats()
  const narrowing = useNarrowing(criteria)
  const helpful = narrowing.filter(({ to }) => left[to])
  return (
    <EmptyState
      title={t('explore.empty')}
      action={
        helpful.length ? (
          helpful.map(({ label, to }) => (
            <ButtonLink key={to} variant="quiet" size="sm" to={to} {...keepsPlace} className="max-w-full">
              <span className="truncate py-1">
                {t.rich('explore.removeFor', { filter: () => <bdi>{label}</bdi> }, { left: number(left[to]!) })}
              </span>
            </ButtonLink>
          ))
        ) : (
          <ButtonLink variant="quiet" to="/explore">
            {t('explore.reset')}
          </ButtonLink>
        )
      }
    >
      <p>{list(narrowing.map(({ label }) => label))}</p>
    </EmptyState>
  )
}
