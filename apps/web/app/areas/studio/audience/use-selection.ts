import { audiencePageMax } from '@fanlight/contract/audience-groups'
import { useState } from 'react'
import type { Person } from './audience-query.ts'

/** Who is selected in one group, over its pages: as many as one request takes. Another group begins without. */
export function useSelection(group: string) {
  const [selection, setSelection] = useState<{ group: string; people: ReadonlyMap<string, Person> }>({
    group,
    people: new Map(),
  })
  const selected: ReadonlyMap<string, Person> = selection.group === group ? selection.people : new Map()
  return {
    selected,
    /** False where not all of them fit. */
    select(people: readonly Person[], isSelected: boolean): boolean {
      const next = new Map(selected)
      for (const person of people) {
        if (!isSelected) next.delete(person._id)
        else if (next.size < audiencePageMax) next.set(person._id, person)
      }
      setSelection({ group, people: next })
      return !isSelected || people.every(({ _id }) => next.has(_id))
    },
    clear: () => setSelection({ group, people: new Map() }),
  }
}
