import { X } from 'lucide-react'
import { Link } from 'react-router'
import { useT } from '../../../i18n/context.tsx'
import { type Criteria, addressFor, cleared, facets, without } from './query.ts'
import { usePriceLabel, useValueLabels } from './value-labels.ts'
import { keepsPlace } from '../../../ui/keeps-place.ts'

export interface Narrowing {
  label: string
  /** The page without it. */
  to: string
}
/** What narrows the list, each with the address of the list without it. */
export function useNarrowing(criteria: Criteria): Narrowing[] {
  const t = useT()
  const label = useValueLabels()
  const price = usePriceLabel()
  return [
    ...(criteria.q ? [{ label: criteria.q, to: addressFor(criteria, { q: '', sortBy: 'popular' }) }] : []),
    ...facets.flatMap((name) =>
      (criteria.chosen[name] ?? []).map((value) => ({ label: label(name, value), to: without(criteria, name, value) })),
    ),
    ...criteria.quick.map((name) => ({
      label: t(`explore.${name}`),
      to: addressFor(criteria, { quick: criteria.quick.filter((other) => other !== name) }),
    })),
    ...(criteria.priceFrom || criteria.priceTo
      ? [{ label: price(criteria), to: addressFor(criteria, { priceFrom: '', priceTo: '' }) }]
      : []),
  ]
}

/** What narrows the list, each to be taken off. */
export function Chips({ criteria }: { criteria: Criteria }) {
  const t = useT()
  const chips = useNarrowing(criteria)
  if (chips.length === 0) return null
  return (
    <ul className="flex flex-wrap gap-2">
      {chips.map((chip) => (
        <li key={chip.to} className="min-w-0">
          <Link to={chip.to} {...keepsPlace} aria-label={t('explore.remove', { filter: chip.label })} className="chip">
            <bdi className="truncate">{chip.label}</bdi>
            <X className="icon" aria-hidden="true" />
          </Link>
        </li>
      ))}
      {chips.length > 1 ? (
        <li>
          <Link
            to={addressFor(criteria, { ...cleared, q: '', sortBy: 'popular' })}
            {...keepsPlace}
            className="link inline-flex h-8 items-center px-2 text-xs pointer-coarse:h-11"
          >
            {t('explore.reset')}
          </Link>
        </li>
      ) : null}
    </ul>
  )
}
