import { X } from 'lucide-react'
import { Link } from 'react-router'
import { useT } from '../../../i18n/context.tsx'
import { type Asked, addressFor, facets, narrowing, without } from './asked.ts'
import { cleared } from './filters.tsx'
import { usePriceWords, useValueWords } from './words.ts'

/** What narrows the list, each to be taken off. */
export function Chips({ asked, centred = false }: { asked: Asked; centred?: boolean }) {
  const t = useT()
  const words = useValueWords()
  const price = usePriceWords()
  const chips = [
    ...(asked.q ? [{ words: asked.q, to: addressFor(asked, { q: '', sortBy: 'trending' }) }] : []),
    ...facets.flatMap((name) =>
      (asked.chosen[name] ?? []).map((value) => ({ words: words(name, value), to: without(asked, name, value) })),
    ),
    ...(asked.isFree ? [{ words: t('explore.free'), to: addressFor(asked, { isFree: false }) }] : []),
    ...(asked.priceFrom || asked.priceTo
      ? [{ words: price(asked), to: addressFor(asked, { priceFrom: '', priceTo: '' }) }]
      : []),
  ]
  if (narrowing(asked) === 0) return null
  return (
    <ul className={centred ? 'flex flex-wrap justify-center gap-2' : 'flex flex-wrap gap-2'}>
      {chips.map((chip) => (
        <li key={chip.to} className="min-w-0">
          <Link
            to={chip.to}
            preventScrollReset
            aria-label={t('explore.remove', { filter: chip.words })}
            className="chip"
          >
            <bdi className="truncate">{chip.words}</bdi>
            <X className="icon" aria-hidden="true" />
          </Link>
        </li>
      ))}
      {chips.length > 1 && !centred ? (
        <li>
          <Link
            to={addressFor(asked, { ...cleared, q: '', sortBy: 'trending' })}
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
