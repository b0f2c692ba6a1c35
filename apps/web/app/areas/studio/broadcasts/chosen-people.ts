import { useState } from 'react'
import { useLocation } from 'react-router'

interface Chosen {
  _id: string
  name: string
}
const isChosen = (value: unknown): value is Chosen =>
  typeof value === 'object' && value !== null && '_id' in value && 'name' in value

/** The people who were selected in the audience before coming here. They are part of the history entry, and stay until it is left. */
export function useChosenPeople(): readonly Chosen[] {
  const { state } = useLocation() as { state: { people?: unknown } | null }
  const [people] = useState(() => (Array.isArray(state?.people) ? state.people.filter(isChosen) : []))
  return people
}
