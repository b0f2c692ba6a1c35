import { type ReactNode, useSyncExternalStore } from 'react'

// A dialog that no component of the page opens: it is shown above the page by code that is loaded when it is needed.

let shown: ReactNode = null
const watchers = new Set<() => void>()
const watch = (watcher: () => void) => (watchers.add(watcher), () => watchers.delete(watcher))

export function showOverlay(next: ReactNode): void {
  shown = next
  for (const watcher of watchers) watcher()
}

/** One on every page. */
export const Overlay = (): ReactNode =>
  useSyncExternalStore(
    watch,
    () => shown,
    () => null,
  )
