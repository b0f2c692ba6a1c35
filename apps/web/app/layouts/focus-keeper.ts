// The focus stays where a person is. What has it is often taken away: the button that unlocks, once it is unlocked; the row that was
// deleted; the button that opened a window. Browsers then leave the focus on the body, and the next Tab begins at the top of the page.

/** A thing that was pressed or had the focus, and what was around it then. */
interface Place {
  element: HTMLElement
  /** From its parent outwards. */
  around: readonly Element[]
  /** The row, card or entry of a list that it was in, and its neighbours of the same kind. */
  row: Element | null
  neighbours: readonly Element[]
}

const floating = '[role=dialog],[role=alertdialog],[role=menu],[role=listbox],[data-base-ui-portal]'
const pressable = 'a[href],button,summary,input,select,textarea,[tabindex]'
const entry = 'li,tr,article,[role=row],[role=option],[role=listitem]'
const section = `${entry},section,form,fieldset,aside,[role=dialog],[role=region],[role=group],[role=log],[tabindex]`
/** Windows give the focus back themselves, after their last frame. */
const settleMs = 80

let last: Place | null = null
/** The last one that was not in a window or menu: what is left when those are gone. */
let beneath: Place | null = null

/** Called once, before the page can be used. */
export function keepFocus(): void {
  addEventListener('focusin', ({ target }) => remember(target), true)
  // Safari gives a button that is pressed no focus.
  addEventListener('click', ({ target }) => remember(target instanceof Element && target.closest(pressable)), true)
  addEventListener('pointerdown', ({ target }) => {
    // Pressed on nothing: the focus is meant to go.
    if (target instanceof Element && !target.closest(pressable)) last = null
  })
  let timer: ReturnType<typeof setTimeout> | undefined
  const check = () => {
    if (timer || !last || hasFocus() || canFocus(last.element)) return
    timer = setTimeout(() => {
      timer = undefined
      if (last && !hasFocus()) restore(last)
    }, settleMs)
  }
  new MutationObserver(check).observe(document, { childList: true, subtree: true })
}

/** Whether the focus is on something; the body is nothing. */
const hasFocus = () => document.activeElement !== null && document.activeElement !== document.body

const canFocus = (element: Element): boolean =>
  element.isConnected && !element.matches(':disabled') && element.checkVisibility()

function remember(target: unknown): void {
  if (!(target instanceof HTMLElement) || target === document.body) return
  const around: Element[] = []
  for (let at = target.parentElement; at && at !== document.body; at = at.parentElement) around.push(at)
  const row = target.closest(entry)
  const beside = [row?.nextElementSibling, row?.previousElementSibling]
  const neighbours = beside.filter((next) => next != null).filter((next) => next.localName === row?.localName)
  last = { element: target, around, row, neighbours }
  if (!target.closest(floating)) beneath = last
}

/** Gives the focus to what was last used; where that is gone, to its neighbour in a list, or to the part of the page that it was in. */
function restore(place: Place): void {
  const { element, around, row, neighbours } = place
  if (canFocus(element)) return element.focus({ preventScroll: true })
  const parent = around.find((next) => canFocus(next))
  const isPage = !parent || parent.matches('main,[data-base-ui-portal]') || !parent.closest(`main,${floating}`)
  if (isPage && beneath && beneath !== place) return restore(beneath)
  const neighbour = row?.isConnected ? undefined : neighbours.find((next) => canFocus(next))
  const inside = neighbour && [...neighbour.querySelectorAll<HTMLElement>(pressable)].find(canFocus)
  if (inside) return inside.focus({ preventScroll: true })
  const part = isPage ? null : parent.closest<HTMLElement>(`main,${section}`)
  if (!part || part.matches('main')) return focusPage()
  focusOn(part)
}

/** The heading of the page, which screen readers then say. */
export function focusPage(): void {
  const main = document.querySelector<HTMLElement>('main')
  focusOn(main && ([...main.querySelectorAll<HTMLElement>('h1')].find(canFocus) ?? main))
}

function focusOn(element: HTMLElement | null): void {
  if (!element) return
  if (element.tabIndex < 0 && !element.hasAttribute('tabindex')) {
    element.tabIndex = -1
    element.addEventListener('blur', () => element.removeAttribute('tabindex'), { once: true })
  }
  element.focus({ preventScroll: true })
}

/** What was last used, if it is still in the page. */
export const lastUsed = (): HTMLElement | null => (last && canFocus(last.element) ? last.element : null)
/** Whether an element is in a window that lies over the page. */
export const isFloating = (element: Element): boolean => element.closest(floating) !== null
