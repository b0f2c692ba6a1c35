import { useState } from 'react'
import { useLocation } from 'react-router'
import type { Segment } from '../audience/audience-query.ts'

interface Chosen {
  _id: string
  name: string
}
/** Everybody whom filters leave, with how many they were. */
interface ChosenSegment {
  segment: Segment
  total: number
  shown: string
}
interface Started {
  people: readonly Chosen[]
  segment: ChosenSegment | null
  text: string
}
const isChosen = (value: unknown): value is Chosen =>
  typeof value === 'object' && value !== null && '_id' in value && 'name' in value
const isSegment = (value: unknown): value is ChosenSegment =>
  typeof value === 'object' && value !== null && 'segment' in value && 'total' in value && 'shown' in value

/** Who was selected in the audience before coming here, and what was written to them there. Part of the history entry, and kept until it is left. */
export function useStartedMessage(): Started {
  const { state } = useLocation() as { state: { people?: unknown; segment?: unknown; text?: unknown } | null }
  const [started] = useState(() => ({
    people: Array.isArray(state?.people) ? state.people.filter(isChosen) : [],
    segment: isSegment(state?.segment) ? state.segment : null,
    text: typeof state?.text === 'string' ? state.text : '',
  }))
  return started
}
