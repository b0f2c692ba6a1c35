import clsx from 'clsx'
import { useEffect, useRef, useState } from 'react'
import { useT } from '../../../i18n/context.tsx'
import type { Counts } from './filters.tsx'
import { indexesOf, lastOf, priceAt } from './price-stops.ts'
import type { PricesProps } from './prices.tsx'
import { useRoundMoney } from './value-labels.ts'

/** The range of what a month may cost, over bars of how many creators ask how much. It is sent as two hidden fields. */
export function PriceSlider({ criteria, bands, onChosen }: PricesProps & { bands: Counts['prices'] }) {
  const t = useT()
  const money = useRoundMoney()
  const box = useRef<HTMLDivElement>(null)
  const last = lastOf(bands)
  const [[from, to], setRange] = useState(() => indexesOf(bands, criteria))
  // A price that is between two stops stays until one moves its end.
  const [exact, setExact] = useState(criteria)
  useEffect(() => {
    const slider = box.current
    // Browsers say it where a thumb is let go; React would say it on the way.
    const choose = () => {
      const form = slider?.closest('form')
      if (form) onChosen(form)
    }
    slider?.addEventListener('change', choose)
    return () => slider?.removeEventListener('change', choose)
  }, [onChosen])
  const label = (at: number) => {
    if (at === 0) return t('explore.card.free')
    const price = money(Number(priceAt(bands, Math.min(at, last - 1))))
    return at === last ? t('explore.priceAndMore', { price }) : price
  }
  const most = Math.max(1, ...bands.map(({ count }) => count))
  const thumb = (name: 'priceFrom' | 'priceTo') => {
    const isFrom = name === 'priceFrom'
    const value = isFrom ? from : to
    return (
      <input
        type="range"
        min={0}
        max={last}
        step={1}
        value={value}
        aria-label={t(`explore.${name}`)}
        aria-valuetext={label(value)}
        // Where both are at the end, the first can go back.
        className={clsx(isFrom && from > last / 2 && 'z-1')}
        onChange={(event) => {
          event.stopPropagation()
          const asked = event.currentTarget.valueAsNumber
          const at = isFrom ? Math.min(asked, to, last - 1) : Math.max(asked, from)
          setRange(isFrom ? [at, to] : [from, at])
          setExact({ ...exact, [name]: isFrom && at === 0 ? '' : priceAt(bands, at) })
        }}
      />
    )
  }
  return (
    <>
      <div ref={box} className="price-slider">
        <div className="price-bars" aria-hidden="true">
          {bands.map(({ upTo: end, count }, at) => (
            <i
              key={end}
              className={clsx(at >= from && at < to && 'on')}
              style={{ height: count ? `${4 + (38 * count) / most}px` : '2px' }}
            />
          ))}
        </div>
        <i
          className="price-span"
          style={{ insetInlineStart: `${(100 * from) / last}%`, insetInlineEnd: `${100 - (100 * to) / last}%` }}
        />
        {thumb('priceFrom')}
        {thumb('priceTo')}
        <input type="hidden" name="priceFrom" value={exact.priceFrom} />
        <input type="hidden" name="priceTo" value={exact.priceTo} />
      </div>
      <p className="num flex justify-between gap-2 text-sm text-ink-3">
        <span>{label(0)}</span>
        <b className="font-semibold text-ink">
          {from === to ? label(to) : t('explore.priceSpan', { from: label(from), to: label(to) })}
        </b>
        <span>{label(last)}</span>
      </p>
    </>
  )
}
