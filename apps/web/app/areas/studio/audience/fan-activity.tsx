import { type ChargeType, groupOf } from '@fanlight/contract/charge-types'
import { Coins, Gem, LockOpen, type LucideIcon, Package, Radio } from 'lucide-react'
import type { Reply } from '../../../api/client.ts'
import { useFormats, useT } from '../../../i18n/context.tsx'
import { LocalTime } from '../../../parts/time/local-time.tsx'
import { Pagination } from '../../../ui/pagination.tsx'
import { salesPageSize } from './audience-query.ts'

const icons: Record<(typeof groupOf)[ChargeType], LucideIcon> = {
  subscriptions: Gem,
  unlocks: LockOpen,
  tips: Coins,
  live: Radio,
  shop: Package,
}

/** All that a fan paid for, the newest first. */
export function FanActivity({ sales }: { sales: Reply<'GET /performer/earning/search'> }) {
  const t = useT()
  const { money } = useFormats()
  return (
    <section className="rounded-lg bg-surface px-4 pt-4 pb-1 ring-1 ring-line md:px-5">
      <h2 className="mb-1 text-lg">{t('audience.activity')}</h2>
      {sales.data.length === 0 ? <p className="pt-1 pb-4 text-sm text-ink-3">{t('audience.noActivity')}</p> : null}
      <ul className="divide-y divide-line">
        {sales.data.map((sale) => {
          const Icon = icons[groupOf[sale.type]]
          return (
            <li key={sale._id} className="flex items-center gap-3.5 py-2.5">
              <span className="grid size-9 shrink-0 place-items-center rounded-full bg-surface-2 text-ink-2">
                <Icon className="icon size-[17px]!" aria-hidden="true" />
              </span>
              <span className="min-w-0 flex-1 text-sm wrap-anywhere">
                <bdi className="font-semibold">{sale.title ?? t(`studio.one.${sale.type}`)}</bdi>
                {sale.title ? <span className="block text-xs text-ink-3">{t(`studio.one.${sale.type}`)}</span> : null}
                {sale.note ? (
                  <q dir="auto" className="block text-xs text-ink-2 text-match">
                    {sale.note}
                  </q>
                ) : null}
                <LocalTime at={sale.createdAt} className="block text-xs text-ink-3 sm:hidden" />
              </span>
              <span className="num text-end text-sm whitespace-nowrap">
                <bdi className={sale.status === 'reversed' ? 'font-strong line-through' : 'font-strong'}>
                  {money(sale.gross * sale.tokenValue, sale.currency)}
                </bdi>
                <LocalTime at={sale.createdAt} className="block text-xs text-ink-3 max-sm:hidden" />
              </span>
            </li>
          )
        })}
      </ul>
      <Pagination total={sales.total} pageSize={salesPageSize} />
    </section>
  )
}
