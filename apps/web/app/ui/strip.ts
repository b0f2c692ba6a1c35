import { type RefObject, useEffect, useRef } from 'react'

/** Scrolls only a strip of links, so that the current link is in its middle; again whenever the argument changes. */
export function useStripPosition<Box extends HTMLElement>(index: string): RefObject<Box | null> {
  const strip = useRef<Box>(null)
  useEffect(() => {
    const box = strip.current
    const here = box?.querySelector('[aria-current="page"]')
    if (!box || !here || box.scrollWidth <= box.clientWidth) return
    const { left, width } = here.getBoundingClientRect()
    const frame = box.getBoundingClientRect()
    // Relative to the current position: this also works right-to-left, where positions count the other way.
    box.scrollLeft += left + width / 2 - (frame.left + frame.width / 2)
  }, [index])
  return strip
}
