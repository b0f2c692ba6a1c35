import { useState } from 'react'
import { useLocation } from 'react-router'

interface Chosen {
  _id: string
  name: string
}
interface Started {
  people: readonly Chosen[]
  text: string
}
const isChosen = (value: unknown): value is Chosen =>
  typeof value === 'object' && value !== null && '_id' in value && 'name' in value

/** Who was selected in the audience before coming here, and what was written to them there. Part of the history entry, and kept until it is left. */
export function useStartedMessage(): Started {
  const { state } = useLocation() as { state: { people?: unknown; text?: unknown } | null }
  const [started] = useState(() => ({
    people: Array.isArray(state?.people) ? state.people.filter(isChosen) : [],
    text: typeof state?.text === 'string' ? state.text : '',
  }))
  return started
}
