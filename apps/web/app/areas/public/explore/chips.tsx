import { X } from 'lucide-react'
import { Link } from 'react-router'
import { useT } from '../../../i18n/context.tsx'
import { type Criteria, addressFor, facets, narrowing, without } from './query.ts'
import { cleared } from './filters.tsx'
import { usePriceLabel, useValueLabels } from './value-labels.ts'

/** What narrows the list, each to be taken off. */
export function Chips({ criteria, centred = false }: { criteria: Criteria; centred?: boolean }) {
  const t = useT()
  const label = useValueLabels()
  const price = usePriceLabel()
  const chips = [
    ...(criteria.q ? [{ label: criteria.q, to: addressFor(criteria, { q: '', sortBy: 'trending' }) }] : []),
    ...facets.flatMap((name) =>
      (criteria.chosen[name] ?? []).map((value) => ({ label: label(name, value), to: without(criteria, name, value) })),
    ),
    ...(criteria.isFree ? [{ label: t('explore.free'), to: addressFor(criteria, { isFree: false }) }] : []),
    ...(criteria.priceFrom || criteria.priceTo
      ? [{ label: price(criteria), to: addressFor(criteria, { priceFrom: '', priceTo: '' }) }]
      : []),
  ]
  if (narrowing(criteria) === 0) return null
  return (
    <ul className={centred ? 'flex flex-wrap justify-center gap-2' : 'flex flex-wrap gap-2'}>
      {chips.map((chip) => (
        <li key={chip.to} className="min-w-0">
          <Link
            to={chip.to}
            preventScrollReset
            aria-label={t('explore.remove', { filter: chip.label })}
            className="chip"
          >
            <bdi className="truncate">{chip.label}</bdi>
            <X className="icon" aria-hidden="true" />
          </Link>
        </li>
      ))}
      {chips.length > 1 && !centred ? (
        <li>
          <Link
            to={addressFor(criteria, { ...cleared, q: '', sortBy: 'trending' })}
            preventScrollReset
            className="link inline-flex h-8 items-center px-2 text-xs pointer-coarse:h-11"
          >
            {t('explore.reset')}
          </Link>
        </li>
      ) : null}
    </ul>
  )
}
