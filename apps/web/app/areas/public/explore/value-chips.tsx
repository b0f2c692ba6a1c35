import { useState } from 'react'
import { useFormats, useT } from '../../../i18n/context.tsx'
import type { Facet } from './query.ts'
import { useValueLabels } from './value-labels.ts'

/** The number of values that are shown directly; the others open below them. */
const openMax = 8

/** The values of a filter, several at once, each with how many creators it would show. */
export function ValueChips({
  name,
  values,
  chosen,
  order,
}: {
  name: Facet
  values: Record<string, number>
  chosen: readonly string[]
  /** Of values in their own order. */
  order?: readonly string[]
}) {
  const t = useT()
  const { number } = useFormats()
  const label = useValueLabels()
  const known = Object.keys(values)
  // Bands in their own order, the rest by how many there are.
  const isBand = name === 'age' || name === 'height' || name === 'weight'
  const all = [...known, ...chosen.filter((value) => !known.includes(value))].toSorted((a, b) =>
    order
      ? order.indexOf(a) - order.indexOf(b)
      : isBand
        ? startOf(a) - startOf(b)
        : (values[b] ?? 0) - (values[a] ?? 0),
  )
  const directly = all.length > openMax + 2 ? openMax : all.length
  const rest = all.slice(directly)
  // It never closes around what one has just chosen.
  const [isOpen] = useState(rest.some((value) => chosen.includes(value)))
  const chip = (value: string) => (
    <label key={value} className="choice filter-choice">
      <input type="checkbox" name={name} value={value} defaultChecked={chosen.includes(value)} className="sr-only" />
      <span className="truncate">
        <bdi>{label(name, value)}</bdi>
      </span>{' '}
      <span className="num font-medium">{number(values[value] ?? 0)}</span>
    </label>
  )
  return (
    <div className="filter-choices">
      {all.slice(0, directly).map(chip)}
      {rest.length ? (
        <details open={isOpen}>
          <summary className="filter-choice">
            {t('explore.more')} <span className="num font-medium">{number(rest.length)}</span>
          </summary>
          <div className="filter-choices pt-2">{rest.map(chip)}</div>
        </details>
      ) : null}
    </div>
  )
}
const startOf = (band: string): number =>
  Number(/\d+/.exec(band)?.[0] ?? 0) - (band.startsWith('under') ? 1_000 : 0) + (band.startsWith('over') ? 1_000 : 0)
