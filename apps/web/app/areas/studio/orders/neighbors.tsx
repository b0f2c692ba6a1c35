import { ChevronLeft, ChevronRight, type LucideIcon } from 'lucide-react'
import { Link, useSearchParams } from 'react-router'
import type { Reply } from '../../../api/client.ts'
import { useFormats, useT } from '../../../i18n/context.tsx'
import { buttonClass, iconButtonClass } from '../../../ui/button.tsx'
import { SaleImage } from './sale-image.tsx'
import { neighborsSearch } from './sales-query.ts'

type Neighbors = Reply<'GET /orders/:id/neighbors'>['data']
type Neighbor = NonNullable<Neighbors['next']>

const useWay = () => {
  const [search] = useSearchParams()
  return ({ _id }: Neighbor) => `/creator/orders/${_id}${neighborsSearch(search)}`
}

/** The ways to the orders before and after this one in the list that its seller came from. */
export function OrderNeighbors({ neighbors: { previous, next, position, total } }: { neighbors: Neighbors }) {
  const t = useT()
  const { number } = useFormats()
  const wayTo = useWay()
  if (!previous && !next) return null
  return (
    <nav aria-label={t('orders.beside.label')} className="flex shrink-0 items-center gap-1 print:hidden">
      <Arrow to={previous && wayTo(previous)} label={t('orders.beside.previous')} icon={ChevronLeft} />
      {position === null ? null : (
        <span className="num px-1 text-sm whitespace-nowrap text-ink-2 max-md:sr-only">
          {t('orders.beside.position', { position: number(position), total: number(total) })}
        </span>
      )}
      {next ? (
        <Link to={wayTo(next)} className={`${buttonClass('ghost', 'md', false)} max-md:hidden`}>
          {t('orders.beside.next')}
          <ChevronRight className="rtl:-scale-x-100" aria-hidden="true" />
        </Link>
      ) : null}
      <span className={next ? 'md:hidden' : ''}>
        <Arrow to={next && wayTo(next)} label={t('orders.beside.next')} icon={ChevronRight} />
      </span>
    </nav>
  )
}

function Arrow({ to, label, icon: Icon }: { to: string | null; label: string; icon: LucideIcon }) {
  return to ? (
    <Link to={to} aria-label={label} className={iconButtonClass('ghost')}>
      <Icon className="rtl:-scale-x-100" aria-hidden="true" />
    </Link>
  ) : (
    <span className="grid size-11 place-items-center text-ink-3 opacity-50" aria-hidden="true">
      <Icon className="icon rtl:-scale-x-100" />
    </span>
  )
}

/** The next parcel to send, where it isn’t sent yet. */
export function NextToShip({ next }: { next: Neighbors['next'] }) {
  const t = useT()
  const { nearDate } = useFormats()
  const wayTo = useWay()
  if (!next?.shipBy || (next.fulfilment !== 'not_fulfilled' && next.fulfilment !== 'processing')) return null
  return (
    <Link
      to={wayTo(next)}
      className="flex items-center gap-3 rounded-lg bg-surface px-4 py-3.5 ring-1 ring-line hover:bg-surface-2 md:px-5"
    >
      <SaleImage sale={next} />
      <span className="min-w-0 flex-1 text-sm">
        <span className="block text-ink-2">{t('orders.beside.toShip', { date: nearDate(next.shipBy) })}</span>
        <bdi className="line-clamp-2 font-strong wrap-anywhere">{next.title}</bdi>
        {next.buyer ? (
          <span className="block text-xs text-ink-3">
            <bdi>{next.buyer.name}</bdi>
          </span>
        ) : null}
      </span>
      <ChevronRight className="icon text-ink-3 rtl:-scale-x-100" aria-hidden="true" />
    </Link>
  )
}
