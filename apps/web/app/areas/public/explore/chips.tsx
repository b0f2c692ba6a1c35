import { X } from 'lucide-react'
import { Link } from 'react-router'
import { useFormats, useT } from '../../../i18n/context.tsx'
import { type Criteria, addressFor, facets, narrowing, without } from './query.ts'
import { cleared } from './filters.tsx'
import { usePriceLabel, useValueLabels } from './value-labels.ts'

/** What narrows the list, each to be taken off. */
export function Chips({
  criteria,
  centred = false,
  left = {},
}: {
  criteria: Criteria
  centred?: boolean
  /** How many creators there are without one of them, by the address of its removal. */
  left?: Record<string, number>
}) {
  const t = useT()
  const { number } = useFormats()
  const label = useValueLabels()
  const price = usePriceLabel()
  const chips = [
    ...(criteria.q ? [{ label: criteria.q, to: addressFor(criteria, { q: '', sortBy: 'popular' }) }] : []),
    ...facets.flatMap((name) =>
      (criteria.chosen[name] ?? []).map((value) => ({ label: label(name, value), to: without(criteria, name, value) })),
    ),
    ...(criteria.isFree ? [{ label: t('explore.free'), to: addressFor(criteria, { isFree: false }) }] : []),
    ...criteria.quick.map((name) => ({
      label: t(`explore.${name}`),
      to: addressFor(criteria, { quick: criteria.quick.filter((other) => other !== name) }),
    })),
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
            aria-label={t('explore.remove', {
              filter: left[chip.to] ? `${chip.label} ${number(left[chip.to]!)}` : chip.label,
            })}
            className="chip"
          >
            <bdi className="truncate">{chip.label}</bdi>
            {left[chip.to] ? ' ' : null}
            {left[chip.to] ? <span className="num font-bold">{number(left[chip.to]!)}</span> : null}
            <X className="icon" aria-hidden="true" />
          </Link>
        </li>
      ))}
      {chips.length > 1 && !centred ? (
        <li>
          <Link
            to={addressFor(criteria, { ...cleared, q: '', sortBy: 'popular' })}
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
