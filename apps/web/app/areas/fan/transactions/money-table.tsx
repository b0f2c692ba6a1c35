import { type ReactNode, useState } from 'react'
import { useFormats, useT } from '../../../i18n/context.tsx'
import { type Column, Table } from '../../../ui/table.tsx'
import { Receipt, type ReceiptLine } from './receipt.tsx'

interface MoneyTableProps<Row> {
  caption: string
  rows: readonly Row[]
  /** What a move is called, in the list and on its receipt. */
  textOf: (row: Row) => string
  /** In small below it. */
  detail?: (row: Row) => ReactNode
  /** After what and when: the state and the amount. */
  columns: readonly Column<Row>[]
  /** The lines of a receipt after its date. */
  receipt: (row: Row) => readonly ReceiptLine[]
  sellerOf?: (row: Row) => string | undefined
}

/** Moves of money, newest first; a press on one opens its receipt. */
export function MoneyTable<Row extends { _id: string; createdAt: string }>({
  caption,
  rows,
  textOf,
  detail,
  columns,
  receipt,
  sellerOf,
}: MoneyTableProps<Row>) {
  const t = useT()
  const { dateTime } = useFormats()
  const [open, setOpen] = useState<Row | null>(null)
  const what: Column<Row> = {
    name: 'what',
    title: t('wallet.column.what'),
    cell: (row) => (
      <button
        type="button"
        onClick={() => setOpen(row)}
        className="min-h-11 w-full py-1 text-start font-semibold wrap-anywhere hover:underline"
      >
        {textOf(row)}
        <span className="block text-xs font-normal text-ink-3">{detail?.(row)}</span>
        <span className="num block text-xs font-normal text-ink-3 md:hidden">{dateTime(row.createdAt)}</span>
      </button>
    ),
  }
  const when: Column<Row> = {
    name: 'createdAt',
    title: t('wallet.column.when'),
    sortable: true,
    wideOnly: true,
    cell: (row) => <span className="num whitespace-nowrap text-ink-2">{dateTime(row.createdAt)}</span>,
  }
  return (
    <div className="mt-4 rounded-lg bg-surface px-4 py-2 ring-1 ring-line md:px-5">
      <Table caption={caption} rows={rows} columns={[what, when, ...columns]} keyOf={({ _id }) => _id} />
      {open ? (
        <Receipt
          title={textOf(open)}
          id={open._id}
          seller={sellerOf?.(open)}
          onClose={() => setOpen(null)}
          lines={[[t('wallet.column.when'), dateTime(open.createdAt)], ...receipt(open)]}
        />
      ) : null}
    </div>
  )
}
