import type { AudienceGroup } from '@fanlight/contract/audience-groups'
import clsx from 'clsx'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { Link } from 'react-router'
import { useT } from '../../../i18n/context.tsx'
import { useTableState } from '../../../ui/table-state.ts'
import { type Person, sortedBy } from './audience-query.ts'
import { PersonRow, type RowProps, Tick } from './person-row.tsx'
import { keepsPlace } from '../../../ui/keeps-place.ts'

interface PeopleTableProps extends Omit<RowProps, 'person' | 'isSelected'> {
  people: readonly Person[]
  isSelected: (person: Person) => boolean
}

/** The people of a group with what connects them to the creator. On phones, plan and renewal are a line under the name. */
export function PeopleTable({ people, isSelected, ...row }: PeopleTableProps) {
  const t = useT()
  const { group, onSelect } = row
  const isAll = people.every(isSelected)
  return (
    <div className="overflow-hidden rounded-lg bg-surface ring-1 ring-line max-md:-mx-4 max-md:rounded-none">
      <table className="w-full border-collapse text-sm">
        <caption className="sr-only">{t('audience.title')}</caption>
        <thead>
          <tr className="text-xs text-ink-3">
            <th scope="col" className="w-12 ps-3 max-md:pe-1 md:ps-4">
              <Tick label={t('audience.selectAll')} isOn={isAll} onChange={() => onSelect(people, !isAll)} />
            </th>
            <Heading title={t('audience.person')} />
            <Heading title={t('audience.plan')} className="max-md:hidden" />
            <Heading title={t('audience.since')} className="max-lg:hidden" group={group} column="since" />
            <Heading title={t('audience.renews')} className="max-md:hidden" group={group} column="renews" />
            <Heading title={t('audience.spent')} isNumber group={group} column="spent" />
            <Heading title={t('audience.lastActive')} isNumber className="max-xl:hidden" />
            <th scope="col" className="w-14">
              <span className="sr-only">{t('studio.column.more')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {people.map((person) => (
            <PersonRow key={person._id} person={person} isSelected={isSelected(person)} {...row} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface HeadingProps {
  title: string
  className?: string
  isNumber?: boolean
  group?: AudienceGroup
  column?: 'since' | 'renews' | 'spent'
}
/** The column that a group is sorted by turns its order round. */
function Heading({ title, className, isNumber = false, group, column }: HeadingProps) {
  const t = useT()
  const { filter, hrefWith } = useTableState()
  const order = group && sortedBy[group]
  const isSorted = order !== undefined && order.column === column
  const sort = filter('sort') || order?.sort
  const Arrow = sort === 'asc' ? ArrowUp : ArrowDown
  return (
    <th
      scope="col"
      aria-sort={isSorted ? (sort === 'asc' ? 'ascending' : 'descending') : undefined}
      className={clsx('p-2.5 font-medium whitespace-nowrap', isNumber ? 'text-end' : 'text-start', className)}
    >
      {isSorted ? (
        <Link
          to={hrefWith({ sort: sort === 'asc' ? 'desc' : 'asc' })}
          {...keepsPlace}
          aria-label={t('ui.table.sort', { column: title })}
          className="inline-flex items-center gap-1 hover:text-ink pointer-coarse:min-h-11"
        >
          {title}
          <Arrow className="icon size-3.5!" aria-hidden="true" />
        </Link>
      ) : (
        title
      )}
    </th>
  )
}
