import clsx from 'clsx'
import { type ComponentProps, type RefObject, useEffect, useRef } from 'react'
import { useT } from '../i18n/context.tsx'

/**
 * What was said, oldest first in the page and newest at the end. It is one stop of the Tab key: from it the arrows, Home and End lead through
 * its lines (`data-line`), and left and right through what can be pressed in a line. A player (`data-own-keys`) has its own keys; Escape leads
 * back to its line. The log is not live: what is new in it is said by `NewLines` beside it.
 */
export function Log({
  ref,
  label,
  className,
  ...rest
}: ComponentProps<'div'> & { label: string; ref?: RefObject<HTMLDivElement | null> }) {
  const own = useRef<HTMLDivElement>(null)
  const box = ref ?? own
  useEffect(() => (box.current ? keysOf(box.current) : undefined), [box])
  return (
    <div
      {...rest}
      ref={box}
      role="log"
      aria-live="off"
      aria-label={label}
      tabIndex={0}
      className={clsx('overflow-y-auto overscroll-contain focus-visible:-outline-offset-2', className)}
    />
  )
}

const fieldSelector = '[data-message-field]'
/** Past lists and logs to the field of writing: for people who use the keyboard. */
export function SkipToField() {
  const t = useT()
  return (
    <button
      type="button"
      onClick={() => document.querySelector<HTMLElement>(fieldSelector)?.focus()}
      className="fixed start-3 -top-16 z-90 rounded-full bg-ink px-5 py-3 font-strong text-canvas focus-visible:top-3 focus-visible:rounded-full"
    >
      {t('ui.skipToField')}
    </button>
  )
}

const pressable = 'a[href],button,summary,input,select,textarea,audio,video,[tabindex]'
const ownKeys = '[data-own-keys]'
const lineSelector = '[data-line]'

/** Moves through a log by keys, without React: its lines are many, and what is in them is rendered by others. */
function keysOf(box: HTMLElement): () => void {
  const lines = () => [...box.querySelectorAll<HTMLElement>(lineSelector)].filter((line) => line.checkVisibility())
  const lineOf = (element: Element | null) => element?.closest<HTMLElement>(lineSelector) ?? null
  /** The line whose player may be reached by Tab. */
  let current: HTMLElement | null = null
  const wanted = (element: HTMLElement) => {
    if (element === current) return 0
    const player = element.closest(ownKeys)
    return player && current?.contains(player) ? null : -1
  }
  const set = () => {
    for (const element of box.querySelectorAll<HTMLElement>(`${pressable},${lineSelector}`)) {
      const index = wanted(element)
      if (index === null) {
        if (element.dataset['keptTab'] !== undefined) {
          element.tabIndex = Number(element.dataset['keptTab'])
          delete element.dataset['keptTab']
        }
      } else if (element.tabIndex !== index || !element.hasAttribute('tabindex')) {
        if (element.closest(ownKeys)) element.dataset['keptTab'] ??= String(element.tabIndex)
        element.tabIndex = index
      }
    }
    // While a line has the focus, the way back leads out of the log.
    box.tabIndex = current ? -1 : 0
  }
  const controlsOf = (line: HTMLElement) =>
    [...line.querySelectorAll<HTMLElement>(pressable)].filter(
      (control) =>
        !control.matches(':disabled') && control.checkVisibility() && !control.parentElement?.closest(ownKeys),
    )
  const target = (event: KeyboardEvent): HTMLElement | null | undefined => {
    const at = document.activeElement
    const line = lineOf(at)
    if (at?.closest(ownKeys)) return event.key === 'Escape' ? line : undefined
    const all = lines()
    const where = line ? all.indexOf(line) : all.length
    const forward = getComputedStyle(box).direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight'
    switch (event.key) {
      case 'ArrowUp':
        return all[Math.max(0, where - 1)]
      case 'ArrowDown':
        return all[Math.min(all.length - 1, where + 1)]
      case 'Home':
        return all[0]
      case 'End':
        return all.at(-1)
      case 'Escape':
        return line && at !== line ? line : undefined
      case 'ArrowLeft':
      case 'ArrowRight': {
        if (!line) return undefined
        const stops = [line, ...controlsOf(line)]
        const next = stops.indexOf(at as HTMLElement) + (event.key === forward ? 1 : -1)
        return stops[next]
      }
      default:
        return undefined
    }
  }
  const press = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || event.isComposing) return
    const next = target(event)
    if (!next) return
    // A button that opens a menu would open it with the same arrow.
    event.preventDefault()
    event.stopPropagation()
    next.focus({ focusVisible: true } as FocusOptions)
  }
  const enter = ({ target: element }: FocusEvent) => {
    const line = lineOf(element as Element)
    if (line === current) return
    current = line
    set()
  }
  const leave = ({ relatedTarget }: FocusEvent) => {
    // To a menu or a window of the line, which gives it back.
    if (relatedTarget instanceof Node && box.contains(relatedTarget)) return
    current = null
    set()
  }
  set()
  const observer = new MutationObserver(() => {
    if (current && !current.isConnected) current = null
    set()
  })
  observer.observe(box, { childList: true, subtree: true })
  box.addEventListener('keydown', press, true)
  box.addEventListener('focusin', enter)
  box.addEventListener('focusout', leave)
  return () => {
    observer.disconnect()
    box.removeEventListener('keydown', press, true)
    box.removeEventListener('focusin', enter)
    box.removeEventListener('focusout', leave)
  }
}
