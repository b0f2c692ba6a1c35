import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'
import type { UploadItem } from './uploads.ts'

/** Puts a list in order: by dragging a grip, with a finger too, or with the arrow keys while the grip has the focus. */
export function useReordering(
  items: readonly UploadItem[],
  moveTo: (localId: string, to: number) => void,
  say: (item: UploadItem, at: number) => string,
) {
  const list = useRef<HTMLOListElement>(null)
  const [dragged, setDragged] = useState<string | null>(null)
  const [said, setSaid] = useState('')

  /** The index of the row at this vertical position. */
  const positionAt = (y: number): number => {
    const rows = [...(list.current?.children ?? [])].map((row) => row.getBoundingClientRect())
    const under = rows.findIndex(({ bottom }) => y < bottom)
    return under < 0 ? rows.length - 1 : under
  }
  const move = (item: UploadItem, to: number) => {
    if (to < 0 || to >= items.length || items[to]?.localId === item.localId) return
    moveTo(item.localId, to)
    setSaid(say(item, to))
  }
  const steps: Record<string, number> = { ArrowUp: -1, ArrowLeft: -1, ArrowDown: 1, ArrowRight: 1 }
  const grip = (item: UploadItem, at: number) => ({
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0) return
      event.currentTarget.setPointerCapture(event.pointerId)
      setDragged(item.localId)
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (dragged === item.localId) move(item, positionAt(event.clientY))
    },
    onPointerUp: () => setDragged(null),
    onPointerCancel: () => setDragged(null),
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      const to =
        event.key === 'Home'
          ? 0
          : event.key === 'End'
            ? items.length - 1
            : event.key in steps
              ? at + (steps[event.key] ?? 0)
              : null
      if (to === null) return
      event.preventDefault()
      move(item, to)
    },
  })
  return { list, dragged, said, grip }
}
