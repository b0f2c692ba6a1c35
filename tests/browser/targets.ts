import type { Page } from 'playwright-core'

/**
 * What can be pressed on a page and is too small to be hit (WCAG 2.5.8): under 24 × 24 pixels, and so near to something else that a circle
 * of 24 pixels around it touches that, or the circle of another small one. Links within a sentence may be as small as its text.
 */
export const smallTargets = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const least = 24
    const all = [
      ...document.querySelectorAll<HTMLElement>('a[href], button, summary, select, input, textarea, [role=button]'),
    ].filter(
      (element) =>
        element.checkVisibility({ opacityProperty: false, visibilityProperty: true }) &&
        !element.matches(':disabled, [type=hidden], .sr-only') &&
        !element.closest('[inert], [aria-hidden=true]'),
    )
    // A label is pressed instead of the tick in it.
    const boxOf = (element: HTMLElement) => {
      const own = element.getBoundingClientRect()
      const label = element.matches('input') ? (element as HTMLInputElement).labels?.[0]?.getBoundingClientRect() : null
      return label && label.width * label.height > own.width * own.height ? label : own
    }
    const isInSentence = (element: HTMLElement) =>
      getComputedStyle(element).display === 'inline' &&
      [...(element.parentElement?.childNodes ?? [])].some(
        (node) => node !== element && node.nodeType === Node.TEXT_NODE && (node.textContent ?? '').trim().length > 1,
      )
    const targets = all.map((element) => ({ element, box: boxOf(element) })).filter(({ box }) => box.width > 1)
    const small = targets.filter(
      ({ element, box }) => (box.width < least - 0.5 || box.height < least - 0.5) && !isInSentence(element),
    )
    const centre = (box: DOMRect) => ({ x: box.left + box.width / 2, y: box.top + box.height / 2 })
    return small
      .filter(({ element, box }) => {
        const { x, y } = centre(box)
        return targets.some((other) => {
          if (other.element === element || other.element.contains(element) || element.contains(other.element))
            return false
          const away = Math.hypot(
            Math.max(other.box.left - x, 0, x - other.box.right),
            Math.max(other.box.top - y, 0, y - other.box.bottom),
          )
          const their = centre(other.box)
          const isSmall = small.includes(other)
          return away < least / 2 || (isSmall && Math.hypot(their.x - x, their.y - y) < least)
        })
      })
      .map(({ element, box }) => {
        const name = element.getAttribute('aria-label') ?? element.textContent?.trim() ?? ''
        return `${element.localName} "${name.slice(0, 40)}" ${Math.round(box.width)}×${Math.round(box.height)}`
      })
  })
