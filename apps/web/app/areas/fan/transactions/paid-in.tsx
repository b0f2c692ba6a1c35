import { useFormats, useT } from '../../../i18n/context.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import type { Paid } from '../wallet/mixed-moves.ts'
import { usePaidText } from '../wallet/moves.tsx'
import { MoneyTable } from './money-table.tsx'
import { Retry } from './retry.tsx'

const cardOf = ({ card }: Paid) => (card ? `${card.brand} ${card.last4}` : '')

/** Payments by card. A failed payment can be retried in its row. */
export function PaidIn({ rows }: { rows: Paid[] }) {
  const t = useT()
  const { money } = useFormats()
  const paidText = usePaidText()
  if (rows.length === 0)
    return (
      <EmptyState
        title={t('wallet.empty')}
        action={
          <ButtonLink variant="primary" to="/user/wallet">
            {t('wallet.add')}
          </ButtonLink>
        }
      >
        {t('wallet.emptyHint')}
      </EmptyState>
    )
  return (
    <MoneyTable
      caption={t('wallet.view.paid')}
      rows={rows}
      textOf={paidText}
      detail={cardOf}
      columns={[
        {
          name: 'status',
          title: t('wallet.column.status'),
          cell: (row) => (
            <span className="flex flex-wrap items-center gap-2">
              <Badge tone={row.status === 'succeeded' ? 'leaf' : row.status === 'failed' ? 'ember' : 'lamp'}>
                {t(`wallet.status.${row.status}`)}
              </Badge>
              {row.status === 'failed' || row.status === 'requires_action' ? <Retry payment={row} /> : null}
            </span>
          ),
        },
        {
          name: 'amount',
          title: t('wallet.column.amount'),
          sortable: true,
          number: true,
          cell: (row) => <b>{money(row.amount, row.currency)}</b>,
        },
      ]}
      receipt={(row) => [
        ...(row.couponCode === null
          ? []
          : [
              [t('wallet.receipt.price'), money(row.amount + row.discount, row.currency)] as const,
              [t('wallet.coupon.linePlain', { code: row.couponCode }), money(-row.discount, row.currency)] as const,
            ]),
        [t('wallet.column.amount'), money(row.amount, row.currency)],
        ...(row.amountRefunded > 0
          ? [[t('wallet.status.refunded'), money(-row.amountRefunded, row.currency)] as const]
          : []),
        ...(row.card ? [[t('wallet.receipt.method'), cardOf(row)] as const] : []),
        [t('wallet.column.status'), t.maybe(`wallet.status.${row.status}`) ?? row.status],
      ]}
    />
  )
}
