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

  /** The index of the entry whose middle is nearest, in a column as in a row. */
  const positionAt = (x: number, y: number): number => {
    const distances = [...(list.current?.children ?? [])].map((entry) => {
      const { left, top, width, height } = entry.getBoundingClientRect()
      return Math.hypot(left + width / 2 - x, top + height / 2 - y)
    })
    return distances.indexOf(Math.min(...distances))
  }
  const move = (item: UploadItem, to: number) => {
    if (to < 0 || to >= items.length || items[to]?.localId === item.localId) return
    moveTo(item.localId, to)
    setSaid(say(item, to))
  }
  const steps = (): Record<string, number> => {
    const ahead = document.documentElement.dir === 'rtl' ? -1 : 1
    return { ArrowUp: -1, ArrowLeft: -ahead, ArrowDown: 1, ArrowRight: ahead }
  }
  const grip = (item: UploadItem, at: number) => ({
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0) return
      event.currentTarget.setPointerCapture(event.pointerId)
      setDragged(item.localId)
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (dragged === item.localId) move(item, positionAt(event.clientX, event.clientY))
    },
    onPointerUp: () => setDragged(null),
    onPointerCancel: () => setDragged(null),
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      const to =
        event.key === 'Home'
          ? 0
          : event.key === 'End'
            ? items.length - 1
            : event.key in steps()
              ? at + (steps()[event.key] ?? 0)
              : null
      if (to === null) return
      event.preventDefault()
      move(item, to)
    },
  })
  return { list, dragged, said, grip }
}
