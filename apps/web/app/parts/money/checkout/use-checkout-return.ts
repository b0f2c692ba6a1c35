import { useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { useMe } from '../../site/site.ts'
import { isBackFor, stay, writeBegun } from './begun.ts'

/** What is bought in a sheet that was opened again. */
const openedAgain = new Set<string>()

/** The name in the address of what is bought, for the way back from the gateway's and the bank's pages. */
export const checkoutName = 'checkout'

/**
 * Opens the sheet of this thing again where the page is back from the card form or the bank, by their buttons or by "back". `there` says that
 * it was bought meanwhile, and then nothing is opened. Of several buttons for one thing on a page, the first alone opens its sheet: what was
 * confirmed goes on in it, and in two it would be paid twice.
 */
export function useCheckoutReturn(what: string, open: () => void, there?: { is: boolean; say: () => void }): void {
  const [search, setSearch] = useSearchParams()
  const me = useMe()
  const isBack = search.get(checkoutName) === what
  const notify = useRef({ open, there })
  notify.current = { open, there }
  const owner = me?._id
  useEffect(() => {
    if (!owner || openedAgain.has(what) || !(isBackFor(what) || isBack)) return
    openedAgain.add(what)
    const { open, there } = notify.current
    if (!there?.is) open()
    else {
      writeBegun(what, null)
      stay()
      setSearch(withoutReturn, { replace: true, preventScrollReset: true })
      there.say()
    }
    return () => {
      openedAgain.delete(what)
    }
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
