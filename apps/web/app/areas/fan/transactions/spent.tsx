import { useFormats, useT } from '../../../i18n/context.tsx'
import { useSite } from '../../../parts/site/site.ts'
import { Badge } from '../../../ui/badge.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import { useTableState } from '../../../ui/table-state.ts'
import type { Charge } from '../wallet/mixed-moves.ts'
import { useChargeText } from '../wallet/moves.tsx'
import { MoneyTable } from './money-table.tsx'

/** What was bought: with tokens of the wallet, or by a card. */
export function Spent({ rows }: { rows: Charge[] }) {
  const t = useT()
  const { tokens, money, number } = useFormats()
  const { tokenValue, currency } = useSite()
  const chargeText = useChargeText()
  const { filter } = useTableState()
  const worth = (row: Charge) =>
    row.byCard
      ? money(row.byCard.amount, row.byCard.currency)
      : money((row.tokens - row.returned) * tokenValue, currency)
  const cardOf = ({ byCard }: Charge) =>
    byCard ? (byCard.card ? `${byCard.card.brand} ${byCard.card.last4}` : t('wallet.byCard')) : null
  if (rows.length === 0)
    return (
      <EmptyState title={filter('type') ? t('wallet.emptyFilter') : t('wallet.empty')}>
        {t('wallet.emptyHint')}
      </EmptyState>
    )
  return (
    <MoneyTable
      caption={t('wallet.view.spent')}
      rows={rows}
      textOf={chargeText}
      detail={cardOf}
      columns={[
        {
          name: 'status',
          title: t('wallet.column.status'),
          wideOnly: true,
          cell: (row) => (
            <Badge tone={row.status === 'succeeded' ? 'quiet' : 'lamp'}>{t(`wallet.status.${row.status}`)}</Badge>
          ),
        },
        {
          name: 'tokens',
          title: t('wallet.column.amount'),
          sortable: true,
          number: true,
          cell: (row) => (
            <>
              <b>
                {row.byCard ? money(-row.byCard.amount, row.byCard.currency) : tokens(row.returned - row.tokens || 0)}
              </b>
              {row.byCard ? null : <span className="block text-xs text-ink-3">{worth(row)}</span>}
              {row.returned > 0 ? (
                <span className="block text-xs text-success-text">
                  {t('wallet.back', { tokens: tokens(row.returned) })}
                </span>
              ) : null}
            </>
          ),
        },
      ]}
      sellerOf={({ performer }) => performer?.name}
      receipt={(row) => [
        ...(row.order
          ? [
              [t('wallet.receipt.order'), row.order.number] as const,
              [t('wallet.receipt.item'), `${number(row.order.quantity)} × ${row.title}`] as const,
            ]
          : []),
        ...(row.byCard ? [] : [[t('wallet.column.tokens'), tokens(row.tokens)] as const]),
        ...(row.returned > 0 ? [[t('wallet.column.returned'), tokens(row.returned)] as const] : []),
        [t('wallet.column.amount'), worth(row)],
        [t('wallet.receipt.method'), cardOf(row) ?? t('wallet.title')],
        [t('wallet.column.status'), t.maybe(`wallet.status.${row.status}`) ?? row.status],
      ]}
    />
  )
}
