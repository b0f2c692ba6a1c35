import clsx from 'clsx'
import { type ReactNode, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

interface DetailsMenuProps {
  /** The accessible name of the button, where its summary contains no text. */
  label?: string
  summary: ReactNode
  summaryClass: string
  children: ReactNode
  /** Which way it opens. */
  side?: 'down' | 'up' | undefined
  tip?: boolean
  className?: string | undefined
}

/** A small panel that opens and closes without any script; with one, it also closes on Escape, outside and on going elsewhere. */
export function DetailsMenu({
  label,
  summary,
  summaryClass,
  children,
  side = 'down',
  tip = false,
  className,
}: DetailsMenuProps) {
  const box = useRef<HTMLDetailsElement>(null)
  const { key } = useLocation()
  // Closes when the page changes; one that was opened before hydration stays open.
  const shownAt = useRef(key)
  useEffect(() => {
    if (shownAt.current !== key) box.current?.removeAttribute('open')
    shownAt.current = key
  }, [key])
  useEffect(() => {
    const close = (event: Event) => {
      const open = box.current
      if (!open?.open) return
      if (event instanceof KeyboardEvent ? event.key === 'Escape' : !open.contains(event.target as Node)) {
        open.open = false
        if (event instanceof KeyboardEvent) open.querySelector('summary')?.focus()
      }
    }
    document.addEventListener('pointerdown', close)
    document.addEventListener('keydown', close)
    return () => {
      document.removeEventListener('pointerdown', close)
      document.removeEventListener('keydown', close)
    }
  }, [])
  return (
    <details ref={box} className={clsx('group relative', className)}>
      <summary aria-label={label} className={summaryClass} {...(tip ? { 'data-tip': label } : {})}>
        {summary}
      </summary>
      <div
        className={clsx(
          'absolute end-0 z-50 min-w-52 rounded-md bg-raised p-1.5 shadow-[var(--shadow-2),0_0_0_1px_var(--line)] motion-safe:animate-[rise_var(--base)_var(--ease)]',
          side === 'down' ? 'top-[calc(100%+8px)]' : 'bottom-[calc(100%+8px)]',
        )}
      >
        {children}
      </div>
    </details>
  )
}

export const menuRowClass =
  'flex min-h-10 w-full items-center gap-3 rounded-sm px-3 py-2 text-start text-sm font-medium text-ink hover:bg-surface-2 focus-visible:rounded-sm [&>svg]:size-[18px] [&>svg]:shrink-0 [&>svg]:text-ink-3 pointer-coarse:min-h-11'
