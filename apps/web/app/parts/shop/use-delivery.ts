import { useEffect, useRef, useState } from 'react'
import { call, type Reply } from '../../api/client.ts'
import { asProblem, type ProblemData } from '../../api/problem.ts'
import type { Change } from '../forms/use-mutation.ts'

export type Address = Reply<'GET /addresses/search'>['data'][number]
export const noAddress = {
  name: '',
  country: '',
  line1: '',
  line2: '',
  postalCode: '',
  city: '',
  state: '',
  phone: '',
}
export type NewAddress = typeof noAddress

/** As many as anybody may keep (domain §1): the list has one page. */
const most = 10

export interface Delivery {
  /** Null until they have come. */
  addresses: readonly Address[] | null
  chosen: Address | null
  choose: (id: string) => void
  /** What is typed of a new one; null where one of the saved is chosen. */
  typed: NewAddress | null
  type: (change: Partial<NewAddress>) => void
  /** Leaves the saved ones for a new one; as long as there is room for it. */
  begin: (() => void) | null
  keep: (() => void) | null
  isServed: (address: Address) => boolean
  failure: ProblemData | null
  reload: () => void
  isReady: boolean
  form: React.RefObject<HTMLFormElement | null>
  /** Says at the fields what isn't filled in. */
  check: () => boolean
  /** Saves a new address, and says which it is to be. */
  save: (change: Change) => Promise<string | undefined>
}

/** Where a parcel goes: one of the saved addresses, or a new one that is saved with the purchase. `countries` is empty where all are served. */
export function useDelivery(countries: readonly string[] | null, first: string | undefined): Delivery {
  const [addresses, setAddresses] = useState<readonly Address[] | null>(null)
  const [chosenId, setChosenId] = useState(first)
  const [typed, setTyped] = useState<NewAddress | null>(null)
  const [failure, setFailure] = useState<ProblemData | null>(null)
  const [tries, setTries] = useState(0)
  const form = useRef<HTMLFormElement>(null)
  const isServed = ({ country }: Address) => !countries?.length || countries.includes(country)
  const isWanted = countries !== null
  const only = countries?.length === 1 ? countries[0]! : ''
  const begin = () => setTyped({ ...noAddress, country: only })
  const here = useRef({ isServed, begin })
  here.current = { isServed, begin }
  useEffect(() => {
    if (!isWanted) return undefined
    let isGone = false
    setFailure(null)
    call('GET /addresses/search', { query: { pageSize: most } }).then(
      ({ data }) => {
        if (isGone) return
        setAddresses(data)
        if (!data.some(here.current.isServed)) here.current.begin()
      },
      (error: unknown) => isGone || setFailure(asProblem(error)),
    )
    return () => void (isGone = true)
  }, [isWanted, tries])

  const usable = addresses?.filter(isServed) ?? []
  const chosen =
    usable.find(({ _id }) => _id === chosenId) ?? usable.find(({ isDefault }) => isDefault) ?? usable[0] ?? null
  return {
    addresses,
    chosen: typed ? null : chosen,
    choose: setChosenId,
    typed,
    type: (change) => setTyped((now) => now && { ...now, ...change }),
    begin: (addresses?.length ?? 0) < most ? begin : null,
    keep: usable.length > 0 ? () => setTyped(null) : null,
    isServed,
    failure,
    reload: () => setTries((count) => count + 1),
    // Where it goes may have been closed since: what is shown then is the choice, without anything chosen.
    isReady: !isWanted || typed !== null || chosen !== null,
    form,
    check: () => form.current?.reportValidity() ?? true,
    save: async (change) => {
      if (!typed) return chosen?._id
      const { data } = await change('POST /addresses/create', { body: typed, once: true })
      // It is kept whatever becomes of the payment.
      setAddresses((now) => [...(now ?? []), data])
      setChosenId(data._id)
      setTyped(null)
      return data._id
    },
  }
}
