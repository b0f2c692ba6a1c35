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
}
const widths = { true: 'max-md:hidden', lg: 'max-lg:hidden', xl: 'max-xl:hidden', '2xl': 'max-2xl:hidden' }
const widthOf = ({ wideOnly = false }: Pick<Column<never>, 'wideOnly'>) =>
  wideOnly && widths[wideOnly === true ? 'true' : wideOnly]
interface TableProps<Row> {
  caption: string
  rows: readonly Row[]
  columns: readonly Column<Row>[]
  keyOf: (row: Row) => string
  /** 36 px rows of 13 px and one line for staff; 52 px rows otherwise. */
  dense?: boolean
  empty?: ReactNode
  onRow?: (row: Row) => void
}

/** A list with columns. The order is in the address. */
export function Table<Row>({ caption, rows, columns, keyOf, dense = false, empty, onRow }: TableProps<Row>) {
  if (rows.length === 0 && empty) return <>{empty}</>
  return (
    <div
      className={clsx('scroll-edges overflow-x-auto', dense && 'rounded-sm ring-1 ring-line')}
      // Many columns are scrolled to by keyboard too.
      {...(dense && { role: 'region', 'aria-label': caption, tabIndex: 0 })}
    >
      <table className={clsx('w-full border-collapse', dense ? 'text-xs' : 'text-sm')}>
        <caption className="sr-only">{caption}</caption>
        <thead className={clsx(dense && 'sticky top-0 z-1 bg-surface')}>
          <tr>
            {columns.map((column) => (
              <Heading key={column.name} column={column} dense={dense} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr
              key={keyOf(row)}
              onClick={onRow && (() => onRow(row))}
              className={clsx('border-t border-line', dense && 'hover:bg-surface-2', onRow && 'cursor-pointer')}
            >
              {columns.map((column) => (
                <td
                  key={column.name}
                  className={clsx(
                    dense
                      ? 'h-9 px-3 py-1 whitespace-nowrap max-sm:px-2 first:sticky first:start-0 first:bg-surface'
                      : 'h-13 px-3 py-2 first:ps-0 last:pe-0',
                    column.number ? 'num text-end whitespace-nowrap' : 'text-start',
                    widthOf(column),
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

function Heading<Row>({ column, dense }: { column: Column<Row>; dense: boolean }) {
  const t = useT()
  const { sortBy, sort, hrefWith } = useTableState()
  const active = column.sortable && sortBy === column.name
  const Arrow = sort === 'asc' ? ArrowUp : ArrowDown
  return (
    <th
      scope="col"
      aria-sort={active ? (sort === 'asc' ? 'ascending' : 'descending') : undefined}
      className={clsx(
        'text-xs font-medium whitespace-nowrap text-ink-3',
        dense ? 'h-9 px-3 max-sm:px-2' : 'px-3 pt-1.5 pb-2 first:ps-0 last:pe-0',
        column.number ? 'text-end' : 'text-start',
        widthOf(column),
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
