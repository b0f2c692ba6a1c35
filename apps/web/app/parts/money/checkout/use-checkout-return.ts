import { useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { useMe } from '../../site/site.ts'
import { isBackFor, stay, writeBegun } from './begun.ts'

/** The name in the address of what is bought, for the way back from the gateway's and the bank's pages. */
export const checkoutName = 'checkout'

/**
 * Opens the sheet of this thing again where the page is back from the card form or the bank, by their buttons or by "back". `there` says that
 * it was bought meanwhile, and then nothing is opened.
 */
export function useCheckoutReturn(what: string, open: () => void, there?: { is: boolean; say: () => void }): void {
  const [search, setSearch] = useSearchParams()
  const me = useMe()
  const isBack = search.get(checkoutName) === what
  const notify = useRef({ open, there })
  notify.current = { open, there }
  const owner = me?._id
  useEffect(() => {
    if (!owner || !(isBackFor(what) || isBack)) return
    const { open, there } = notify.current
    if (!there?.is) return open()
    writeBegun(what, null)
    stay()
    setSearch(withoutReturn, { replace: true, preventScrollReset: true })
    there.say()
  }, [isBack, what, owner, setSearch])
}

/** Without what the pages of the card and the bank added. */
export function withoutReturn(search: URLSearchParams): URLSearchParams {
  for (const name of [checkoutName, 'payment', 'paymentId', 'cardToken']) search.delete(name)
  return search
}

/** A page of ours with the name of what is bought in its query. */
export function pathBackTo(path: string, what: string): string {
  const [page = '/', query] = path.split('?')
  const search = withoutReturn(new URLSearchParams(query))
  search.set(checkoutName, what)
  return `${page}?${search}`
}
