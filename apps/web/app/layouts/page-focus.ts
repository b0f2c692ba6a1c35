import { useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router'
import { focusPage, isFloating, lastUsed } from './focus-keeper.ts'

/** The link that was followed from each entry of the browser's history. */
const followed = new Map<string, string>()

/**
 * Another page is read from its heading, as after a reload; screen readers say it. What has the focus keeps it where it is in the new page
 * too (a tab of a profile, a field that asks for it). The way back returns to the link that was followed.
 */
export function usePageFocus(): void {
  const { pathname, key } = useLocation()
  const type = useNavigationType()
  const shown = useRef(pathname)
  useEffect(() => {
    const remember = ({ target }: MouseEvent) => {
      const href = target instanceof Element && target.closest('main a[href]')?.getAttribute('href')
      if (href) followed.set(key, href)
    }
    addEventListener('click', remember, true)
    return () => removeEventListener('click', remember, true)
  }, [key])
  // With the page, before the keeper sees that what had the focus is gone.
  useLayoutEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    const main = document.querySelector('main')
    const active = document.activeElement
    // While the page was awaited, the focus may have come to rest on what is around it.
    if (!main || (active && active !== main && (main.contains(active) || isFloating(active)))) return
    const kept = active === document.body ? lastUsed() : null
    if (kept && main.contains(kept)) return kept.focus({ preventScroll: true })
    focusPage()
    const href = type === 'POP' && followed.get(key)
    if (href) return focusWhenShown(`a[href="${CSS.escape(href)}"]`)
  }, [pathname, key, type])
}

/** Parts of a page may come later than its heading. Ends when the person has moved on. */
function focusWhenShown(selector: string): () => void {
  const start = document.activeElement
  const look = () => {
    if (document.activeElement !== start && document.activeElement !== document.body) return stop()
    const link = document.querySelector<HTMLElement>(`main ${selector}`)
    if (!link?.checkVisibility()) return
    link.focus({ preventScroll: true })
    stop()
  }
  const observer = new MutationObserver(look)
  const timer = setTimeout(() => stop(), waitMs)
  const stop = () => {
    observer.disconnect()
    clearTimeout(timer)
  }
  observer.observe(document.body, { childList: true, subtree: true })
  look()
  return stop
}
const waitMs = 3000
