import { useEffect } from 'react'

/**
 * Keeps a page of the window's height above the keyboard of a phone. Where the keyboard covers the window instead of shrinking it (Safari on
 * iOS), only the visual viewport says how much is left.
 */
export function useKeyboardInset(): void {
  useEffect(() => {
    const viewport = globalThis.visualViewport
    if (!viewport) return
    const root = document.documentElement
    const fit = () => {
      // A page that is zoomed by two fingers is also higher than what is seen of it.
      const covered = viewport.scale > 1.01 ? 0 : Math.max(0, Math.round(innerHeight - viewport.height))
      root.style.setProperty('--keyboard', `${covered}px`)
      if (covered > 0) scrollTo(0, 0)
    }
    viewport.addEventListener('resize', fit)
    viewport.addEventListener('scroll', fit)
    fit()
    return () => {
      viewport.removeEventListener('resize', fit)
      viewport.removeEventListener('scroll', fit)
      root.style.removeProperty('--keyboard')
    }
  }, [])
}
