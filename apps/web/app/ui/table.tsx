import clsx from 'clsx'
import { ArrowDown, ArrowUp } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useT } from '../i18n/context.tsx'
import { useTableState } from './table-state.ts'
import { keepsPlace } from './keeps-place.ts'

export interface Column<Row> {
  name: string
  title: ReactNode
  cell: (row: Row) => ReactNode
  /** Numbers are aligned to the end, with tabular figures. */
  number?: boolean
  sortable?: boolean
  /** Left out on phones; `lg`: on tablets too; `xl`: on small laptops too; `2xl`: on all but the widest screens. */
  wideOnly?: boolean | 'lg' | 'xl' | '2xl'
  /** In a card, the whole width. */
  long?: boolean
}
const widths = { true: 'max-md:hidden', lg: 'max-lg:hidden', xl: 'max-xl:hidden', '2xl': 'max-2xl:hidden' }
const cardWidths = { true: '', lg: 'md:max-lg:hidden', xl: 'md:max-xl:hidden', '2xl': 'md:max-2xl:hidden' }
const widthOf = ({ wideOnly = false }: Pick<Column<never>, 'wideOnly'>, cards: boolean) =>
  wideOnly && (cards ? cardWidths : widths)[wideOnly === true ? 'true' : wideOnly]
interface TableProps<Row> {
  caption: string
  rows: readonly Row[]
  columns: readonly Column<Row>[]
  keyOf: (row: Row) => string
  /** 36 px rows of 13 px and one line for staff; 52 px rows otherwise. */
  dense?: boolean
  /** On phones each row is a card with all of its columns, so that none is out of sight. For tables whose order is fixed. */
  cards?: boolean
  empty?: ReactNode
  onRow?: (row: Row) => void
}

// Browsers forget what the elements of a table are once they are laid out otherwise; the roles say it again.
const roles = {
  table: { role: 'table' },
  group: { role: 'rowgroup' },
  row: { role: 'row' },
  heading: { role: 'columnheader' },
  cell: { role: 'cell' },
} as const
const cellOfLine = 'h-9 px-3 py-1 whitespace-nowrap max-sm:px-2 first:sticky first:start-0 first:bg-surface'
const cellOfCard =
  'min-w-0 max-md:empty:hidden max-md:wrap-anywhere md:h-9 md:px-3 md:py-1 md:whitespace-nowrap md:first:sticky md:first:start-0 md:first:bg-surface'
const named =
  'max-md:before:block max-md:before:text-2xs max-md:before:text-ink-3 max-md:before:content-[attr(data-title)]'

/** A list with columns. The order is in the address. */
export function Table<Row>(props: TableProps<Row>) {
  const { caption, rows, columns, keyOf, dense = false, cards = false, empty, onRow } = props
  const role = (name: keyof typeof roles) => cards && roles[name]
  if (rows.length === 0 && empty) return <>{empty}</>
  return (
    <div
      className={clsx('scroll-edges overflow-x-auto', dense && 'rounded-sm ring-1 ring-line')}
      // Many columns are scrolled to by keyboard too.
      {...(dense && { role: 'region', 'aria-label': caption, tabIndex: 0 })}
    >
      <table
        {...role('table')}
        className={clsx('w-full border-collapse', dense ? 'text-xs' : 'text-sm', cards && 'max-md:block')}
      >
        <caption className="sr-only">{caption}</caption>
        <thead {...role('group')} className={clsx(cards && 'max-md:sr-only', dense && 'sticky top-0 z-1 bg-surface')}>
          <tr {...role('row')}>
            {columns.map((column) => (
              <Heading key={column.name} column={column} dense={dense} cards={cards} />
            ))}
          </tr>
        </thead>
        <tbody {...role('group')} className={clsx(cards && 'max-md:block')}>
          {rows.map((row) => (
            <tr
              key={keyOf(row)}
              {...role('row')}
              onClick={onRow && (() => onRow(row))}
              className={clsx(
                'border-t border-line',
                dense && 'hover:bg-surface-2',
                onRow && 'cursor-pointer',
                cards && 'max-md:grid max-md:grid-cols-2 max-md:gap-x-3 max-md:gap-y-2 max-md:px-3 max-md:py-3',
              )}
            >
              {columns.map((column, at) => (
                <td
                  key={column.name}
                  {...role('cell')}
                  {...(cards && at > 0 && typeof column.title === 'string' && { 'data-title': column.title })}
                  className={clsx(
                    cards ? cellOfCard : dense ? cellOfLine : 'h-13 px-3 py-2 first:ps-0 last:pe-0',
                    cards && (at === 0 || column.long) && 'max-md:col-span-2',
                    cards && at > 0 && named,
                    column.number ? clsx('num text-end whitespace-nowrap', cards && 'max-md:text-start') : 'text-start',
                    widthOf(column, cards),
                  )}
                >
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface HeadingProps<Row> {
  column: Column<Row>
  dense: boolean
  cards: boolean
}
function Heading<Row>({ column, dense, cards }: HeadingProps<Row>) {
  const t = useT()
  const { sortBy, sort, hrefWith } = useTableState()
  const active = column.sortable && sortBy === column.name
  const Arrow = sort === 'asc' ? ArrowUp : ArrowDown
  return (
    <th
      scope="col"
      {...(cards && roles.heading)}
      aria-sort={active ? (sort === 'asc' ? 'ascending' : 'descending') : undefined}
      className={clsx(
        'text-xs font-medium whitespace-nowrap text-ink-3',
        dense ? 'h-9 px-3 max-sm:px-2' : 'px-3 pt-1.5 pb-2 first:ps-0 last:pe-0',
        column.number ? 'text-end' : 'text-start',
        widthOf(column, cards),
      )}
    >
      {column.sortable ? (
        <Link
          to={hrefWith({ sortBy: column.name, sort: active && sort === 'desc' ? 'asc' : 'desc' })}
          {...keepsPlace}
          aria-label={t('ui.table.sort', { column: String(column.title) })}
          className="inline-flex items-center gap-1 hover:text-ink pointer-coarse:min-h-11"
        >
          {column.title}
          {active ? <Arrow className="icon size-3.5!" aria-hidden="true" /> : null}
        </Link>
      ) : (
        column.title
      )}
    </th>
  )
}
