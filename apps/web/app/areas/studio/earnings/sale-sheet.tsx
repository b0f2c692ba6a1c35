import clsx from 'clsx'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useFormats, useT } from '../../../i18n/context.tsx'
import { LocalTime } from '../../../parts/time/local-time.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { Sheet } from '../../../ui/dialog.tsx'
import { useExact } from '../pieces/exact-amounts.ts'
import type { Earning } from './sales.tsx'

interface SaleSheetProps {
  sale: Earning
  isOpen: boolean
  onClose: () => void
  /** Where its money is, and when it becomes available. */
  state: ReactNode
}

/** All that is known of one sale: also on a phone, where the list has room for the sum alone. */
export function SaleSheet({ sale, isOpen, onClose, state }: SaleSheetProps) {
  const t = useT()
  const { percent } = useFormats()
  const exact = useExact(sale.currency)
  const worth = (tokens: number) => exact.money(tokens * sale.tokenValue)
  const { user } = sale
  return (
    <Sheet
      open={isOpen}
      onOpenChange={(open) => open || onClose()}
      title={<bdi>{sale.title ?? t(`studio.one.${sale.type}`)}</bdi>}
      description={sale.title ? t(`studio.one.${sale.type}`) : undefined}
    >
      {sale.note ? (
        <q dir="auto" className="mb-4 block rounded-md bg-surface-2 px-4 py-3 text-sm text-match wrap-anywhere">
          {sale.note}
        </q>
      ) : null}
      <dl className="num grid gap-3">
        <Row name={t('studio.earnings.paid')} detail={t.tokens(sale.gross)}>
          {worth(sale.gross)}
        </Row>
        {sale.returned > 0 ? (
          <Row name={t('studio.column.returned', { tokens: t.tokens(sale.returned) })}>{worth(-sale.returned)}</Row>
        ) : null}
        <Row name={t('studio.column.fee')} detail={percent(sale.feePct / 100)}>
          {worth(-sale.fee)}
        </Row>
        <Row isApart name={<b className="text-ink">{t('studio.earnings.earned')}</b>} detail={t.tokens(sale.net)}>
          <b>{exact.money(sale.netValue)}</b>
        </Row>
        <Row isApart name={t('studio.earnings.fan')}>
          {user?.username ? (
            <Link to={`/creator/audience/${user.username}`} className="link">
              <bdi>{user.name}</bdi>
            </Link>
          ) : (
            <bdi>{user?.name ?? '–'}</bdi>
          )}
        </Row>
        {sale.order ? (
          <Row name={t('studio.orders.number')}>
            <bdi>{sale.order.number}</bdi>
          </Row>
        ) : null}
        <Row name={t('studio.column.when')}>
          <LocalTime at={sale.createdAt} />
        </Row>
        <Row name={t('studio.column.status')}>
          <span className="block [&>span]:items-end">{state}</span>
        </Row>
      </dl>
      {sale.order ? (
        <ButtonLink to={`/creator/orders/${sale.order._id}`} className="mt-5 w-full">
          {t('studio.earnings.openOrder')}
        </ButtonLink>
      ) : null}
    </Sheet>
  )
}

interface RowProps {
  name: ReactNode
  detail?: string
  /** Whether a line is above it. */
  isApart?: boolean
  children: ReactNode
}
function Row({ name, detail, isApart = false, children }: RowProps) {
  return (
    <div className={clsx('flex items-start justify-between gap-4', isApart && 'border-t border-line pt-3')}>
      <dt className="text-ink-2">{name}</dt>
      <dd className="text-end wrap-anywhere">
        <span className="block">{children}</span>
        {detail ? <span className="block text-xs text-ink-3">{detail}</span> : null}
      </dd>
    </div>
  )
}
