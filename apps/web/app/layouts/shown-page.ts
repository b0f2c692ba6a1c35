import { useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { keepShownPage } from '../api/keep-shown-page.ts'
import { usePageFocus } from './page-focus.ts'

/** What every page has once it is shown: its heading is focused, and it stays when the network is away. */
export default function ShownPage(): null {
  usePageFocus()
  const { pathname } = useLocation()
  // Not the address bar's, which on the way back is another's before that is loaded.
  const shown = useRef(pathname)
  useLayoutEffect(() => {
    shown.current = pathname
  }, [pathname])
  useEffect(() => keepShownPage(() => shown.current), [])
  return null
}
