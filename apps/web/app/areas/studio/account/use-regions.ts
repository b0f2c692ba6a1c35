import { useEffect, useState } from 'react'
import { call, type Reply } from '../../../api/client.ts'

type State = Reply<'GET /states/:country'>['data'][number]

/** The states of a country, and the cities of the one that is chosen. A village of a few houses may still be typed. */
export function useRegions(country: string, state: string): { states: readonly State[]; cities: readonly string[] } {
  const [states, setStates] = useState<readonly State[]>([])
  const [cities, setCities] = useState<readonly string[]>([])
  const code = states.find(({ name }) => name === state)?.code
  useEffect(() => {
    let isLate = false
    setStates([])
    // Without the list one types: nothing is lost.
    if (country)
      call('GET /states/:country', { params: { country } }).then(
        ({ data }) => isLate || setStates(data),
        () => undefined,
      )
    return () => {
      isLate = true
    }
  }, [country])
  useEffect(() => {
    let isLate = false
    setCities([])
    if (country && code)
      call('GET /cities/:country/:state', { params: { country, state: code } }).then(
        ({ data }) => isLate || setCities([...new Set(data.map(({ name }) => name))]),
        () => undefined,
      )
    return () => {
      isLate = true
    }
  }, [country, code])
  return { states, cities }
}
