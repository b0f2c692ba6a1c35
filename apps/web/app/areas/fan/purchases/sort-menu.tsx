import clsx from 'clsx'
import { Check, ChevronDown, SlidersHorizontal } from 'lucide-react'
import { Link, useSearchParams } from 'react-router'
import { useT } from '../../../i18n/context.tsx'
import { buttonClass, iconButtonClass } from '../../../ui/button.tsx'
import { DetailsMenu, menuRowClass } from '../../../ui/details-menu.tsx'
import { keepsPlace } from '../../../ui/keeps-place.ts'
import { withChange } from '../../../ui/table-state.ts'

/** The orders of the library, as the address names them; the first is the one without. */
export const orders = {
  newest: { sortBy: 'createdAt', sort: 'desc' },
  oldest: { sortBy: 'createdAt', sort: 'asc' },
  title: { sortBy: 'title', sort: 'asc' },
  creator: { sortBy: 'creator', sort: 'asc' },
} as const
type Order = keyof typeof orders
export const orderNames = Object.keys(orders) as Order[]

/** In which order the library is: a button with its name, on phones an icon. */
export function SortMenu({
  order,
  compact = false,
  className,
}: {
  order: Order
  compact?: boolean
  className: string
}) {
  const t = useT()
  const [search] = useSearchParams()
  const now = t(`shop.library.sort.${order}`)
  return (
    <DetailsMenu
      className={clsx('shrink-0', className)}
      {...(compact ? { label: t('shop.library.sorted', { order: now }) } : {})}
      summaryClass={clsx(
        'cursor-pointer list-none [&::-webkit-details-marker]:hidden',
        compact ? iconButtonClass('ghost') : buttonClass('quiet', 'sm'),
      )}
      summary={
        compact ? (
          <SlidersHorizontal aria-hidden="true" />
        ) : (
          <>
            <span className="sr-only">{t('shop.library.sort')}</span> {now}
            <ChevronDown aria-hidden="true" />
          </>
        )
      }
    >
      <ul>
        {orderNames.map((name) => (
          <li key={name}>
            <Link
              to={`?${withChange(search, { sort: name === 'newest' ? null : name })}`}
              {...keepsPlace}
              aria-current={name === order ? 'true' : undefined}
              className={clsx(menuRowClass, 'justify-between')}
            >
              {t(`shop.library.sort.${name}`)}
              {name === order ? <Check aria-hidden="true" /> : null}
            </Link>
          </li>
        ))}
      </ul>
    </DetailsMenu>
  )
}
