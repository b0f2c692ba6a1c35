import { useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { useMe } from '../../site/site.ts'
import { isBackFor } from './begun.ts'

/** The name in the address of what is bought, for the way back from the gateway's and the bank's pages. */
export const checkoutName = 'checkout'

/** Opens the sheet of this thing again where the page is back from the card form or the bank, by their buttons or by "back". */
export function useCheckoutReturn(what: string, open: () => void): void {
  const [search] = useSearchParams()
  const me = useMe()
  const isBack = search.get(checkoutName) === what
  const notify = useRef(open)
  notify.current = open
  const owner = me?._id
  useEffect(() => {
    if (owner && (isBackFor(what) || isBack)) notify.current()
  }, [isBack, what, owner])
}

/** A page of ours with the name of what is bought in its query. */
export function pathBackTo(path: string, what: string): string {
  const [page = '/', query] = path.split('?')
  const search = new URLSearchParams(query)
  for (const name of [checkoutName, 'payment', 'paymentId', 'cardToken']) search.delete(name)
  search.set(checkoutName, what)
  return `${page}?${search}`
}
