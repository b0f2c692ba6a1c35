import { type RefObject, useEffect, useRef } from 'react'

/** Scrolls a strip of links, and nothing else, so that the present one stands in its middle; again whenever `place` is another. */
export function useStripAtPlace<Box extends HTMLElement>(place: string): RefObject<Box | null> {
  const strip = useRef<Box>(null)
  useEffect(() => {
    const box = strip.current
    const here = box?.querySelector('[aria-current="page"]')
    if (!box || !here || box.scrollWidth <= box.clientWidth) return
    const { left, width } = here.getBoundingClientRect()
    const frame = box.getBoundingClientRect()
    // Relative to where it stands: right-to-left counts the other way by itself.
    box.scrollLeft += left + width / 2 - (frame.left + frame.width / 2)
  }, [place])
  return strip
}
