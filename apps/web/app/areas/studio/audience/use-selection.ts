import { audiencePageMax } from '@fanlight/contract/audience-groups'
import { useState } from 'react'
import { chosenPeople, type Chosen, type Counted, type Person, type Segment } from './audience-query.ts'

interface Selection {
  group: string
  people: ReadonlyMap<string, Person>
  /** Everybody whom the filters leave, in place of those people. */
  everybody: { segment: Segment; counted: Counted } | null
}
const isSame = (one: Segment, other: Segment) => JSON.stringify(one) === JSON.stringify(other)

/**
 * Who is selected in one group, over its pages: people one by one, as many as one request takes, or everybody whom the filters leave.
 * Another group begins without, and other filters end a selection of everybody.
 */
export function useSelection(group: string, segment: Segment) {
  const [selection, setSelection] = useState<Selection>({ group, people: new Map(), everybody: null })
  const isCurrent = selection.group === group
  const everybody =
    isCurrent && selection.everybody && isSame(selection.everybody.segment, segment) ? selection.everybody : null
  const people: ReadonlyMap<string, Person> = isCurrent && !selection.everybody ? selection.people : new Map()
  const chosen: Chosen = everybody ? { people: null, ...everybody } : chosenPeople([...people.values()])
  return {
    chosen,
    isSelected: ({ _id }: Person): boolean => everybody !== null || people.has(_id),
    /** False where not all of them fit. Of everybody, those of the page `shown` remain when one is taken out. */
    select(changed: readonly Person[], isSelected: boolean, shown: readonly Person[]): boolean {
      const next = new Map(everybody ? shown.map((person) => [person._id, person]) : people)
      for (const person of changed) {
        if (!isSelected) next.delete(person._id)
        else if (next.size < audiencePageMax) next.set(person._id, person)
      }
      setSelection({ group, people: next, everybody: null })
      return !isSelected || changed.every(({ _id }) => next.has(_id))
    },
    selectEverybody: (counted: Counted) => setSelection({ group, people: new Map(), everybody: { segment, counted } }),
    clear: () => setSelection({ group, people: new Map(), everybody: null }),
  }
}
