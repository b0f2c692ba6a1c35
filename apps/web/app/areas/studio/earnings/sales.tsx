import { groupOf } from '@fanlight/contract/charge-types'
import clsx from 'clsx'
import { Coins, Gem, LockOpen, type LucideIcon, Package, Radio } from 'lucide-react'
import { useState } from 'react'
import type { Reply } from '../../../api/client.ts'
import { useFormats, useT } from '../../../i18n/context.tsx'
import { LocalTime } from '../../../parts/time/local-time.tsx'
import { Badge, type Tone } from '../../../ui/badge.tsx'
import { dot } from '../../../ui/dot.ts'
import { type Column, Table } from '../../../ui/table.tsx'
import { useExact } from '../pieces/exact-amounts.ts'
import { SaleSheet } from './sale-sheet.tsx'

export type Earning = Reply<'GET /performer/earning/search'>['data'][number]
const tones: Record<string, Tone> = {
  available: 'leaf',
  paid: 'leaf',
  pending: 'lamp',
  escrow: 'sky',
  in_payout: 'sky',
  reversed: 'ember',
}
const icons: Record<(typeof groupOf)[Earning['type']], LucideIcon> = {
  subscriptions: Gem,
  unlocks: LockOpen,
  tips: Coins,
  live: Radio,
  shop: Package,
}

/** Single sales: what the fan paid, what the site took, what the creator earns, and when it is theirs. Money first, tokens below. */
export function Sales({ rows, currency }: { rows: readonly Earning[]; currency: string }) {
  const t = useT()
  const { date, percent } = useFormats()
  const exact = useExact(currency)
  const [shown, setShown] = useState<Earning | null>(null)
  const [isOpen, setOpen] = useState(false)
  const worth = ({ tokenValue }: Earning, tokens: number) => exact.money(tokens * tokenValue)
  const state = (row: Earning) => (
    <span className="inline-flex flex-col items-start gap-0.5">
      <Badge tone={tones[row.status] ?? 'quiet'}>{t.maybe(`studio.earningState.${row.status}`)}</Badge>
      {row.held > 0 ? (
        <span className="text-xs text-ink-3">{t('studio.column.held', { tokens: exact.tokens(row.held) })}</span>
      ) : row.status === 'pending' ? (
        <span className="num text-xs text-ink-3 md:whitespace-nowrap">
          {t('studio.earnings.availableOn', { date: date(row.availableAt) })}
        </span>
      ) : null}
    </span>
  )
  const columns: Column<Earning>[] = [
    {
      name: 'what',
      title: t('studio.earnings.sale'),
      cell: (row) => {
        const Icon = icons[groupOf[row.type]]
        return (
          <span className="flex items-start gap-3 py-1">
            <span className="grid size-9 shrink-0 place-items-center rounded-sm bg-surface-2 text-ink-2">
              <Icon className="icon size-4!" aria-hidden="true" />
            </span>
            <span className="block min-w-0 wrap-anywhere">
              <button
                type="button"
                className="block text-start hover:underline pointer-coarse:min-h-11"
                onClick={() => {
                  setShown(row)
                  setOpen(true)
                }}
              >
                <bdi className="line-clamp-2 font-semibold">{row.title ?? t(`studio.one.${row.type}`)}</bdi>
              </button>
              <span className="block text-xs text-ink-3">
                {row.title ? t(`studio.one.${row.type}`) : null}
                <span className="lg:hidden">
                  {row.title && row.user ? dot : ''}
                  {row.user ? <bdi>{row.user.name}</bdi> : null}
                </span>
              </span>
              {row.note ? (
                <q dir="auto" className="mt-1 block max-w-md text-xs text-ink-2 text-match">
                  {row.note}
                </q>
              ) : null}
              <span className="mt-1 block md:hidden">{state(row)}</span>
            </span>
          </span>
        )
      },
    },
    {
      name: 'fan',
      title: t('studio.earnings.fan'),
      wideOnly: 'lg',
      cell: (row) => (row.user ? <bdi className="wrap-anywhere">{row.user.name}</bdi> : '–'),
    },
    {
      name: 'createdAt',
      title: t('studio.column.when'),
      sortable: true,
      wideOnly: 'xl',
      cell: (row) => <LocalTime at={row.createdAt} className="num whitespace-nowrap text-ink-2" />,
    },
    {
      name: 'gross',
      title: t('studio.earnings.paid'),
      number: true,
      wideOnly: true,
      cell: (row) => (
        <span>
          {worth(row, row.gross)}
          <span className="block text-xs text-ink-3">{t.tokens(row.gross)}</span>
          {row.returned > 0 ? (
            <span className="block text-xs text-ink-3">
              {t('studio.column.returned', { tokens: t.tokens(row.returned) })}
            </span>
          ) : null}
        </span>
      ),
    },
    {
      name: 'fee',
      title: t('studio.column.fee'),
      number: true,
      wideOnly: 'lg',
      cell: (row) => (
        <span className="text-ink-2">
          <bdi dir="ltr">{worth(row, -row.fee)}</bdi>
          <span className="block text-xs text-ink-3">{percent(row.feePct / 100)}</span>
        </span>
      ),
    },
    {
      name: 'net',
      title: t('studio.earnings.earned'),
      sortable: true,
      number: true,
      cell: (row) => (
        <span>
          <b className={clsx(row.status === 'reversed' && 'text-ink-3')}>{exact.money(row.netValue)}</b>
          <span className="block text-xs text-ink-3">{t.tokens(row.net)}</span>
        </span>
      ),
    },
    {
      name: 'availableAt',
      title: t('studio.column.status'),
      sortable: true,
      wideOnly: true,
      cell: state,
    },
  ]
  return (
    <>
      <Table caption={t('studio.earnings.each')} rows={rows} columns={columns} keyOf={({ _id }) => _id} />
      {shown ? <SaleSheet sale={shown} isOpen={isOpen} onClose={() => setOpen(false)} state={state(shown)} /> : null}
    </>
  )
}
