import type { KeyboardEvent } from 'react'
import type { PlayerActions } from './controls.tsx'

type Reach = Pick<PlayerActions, 'toggle' | 'mute' | 'setVolume' | 'fullscreen'> & {
  seek(to: number): void
  now(): number
  length: number
  volume: number
}
type Pressed = Pick<KeyboardEvent, 'key' | 'altKey' | 'ctrlKey' | 'metaKey' | 'target'>

/** What a key does while the focus is inside the player; nothing where it belongs to a field or to the browser. */
export function keysOf(event: Pressed, { toggle, mute, setVolume, fullscreen, seek, now, length, volume }: Reach) {
  if (event.altKey || event.ctrlKey || event.metaKey) return undefined
  const element = event.target as HTMLElement
  const onRange = element.matches('input[type=range]')
  const onButton = element.matches('button')
  const digit = /^\d$/.test(event.key) ? Number(event.key) : null
  if (digit !== null) return () => seek((length * digit) / 10)
  const acts: Record<string, () => void> = {
    // A space on a button presses that button.
    ...(onButton ? {} : { ' ': toggle }),
    // Arrows on a slider move the slider.
    ...(onRange
      ? {}
      : {
          ArrowLeft: () => seek(now() - 5),
          ArrowRight: () => seek(now() + 5),
          ArrowUp: () => setVolume(volume + 0.1),
          ArrowDown: () => setVolume(volume - 0.1),
          Home: () => seek(0),
          End: () => seek(length),
        }),
    k: toggle,
    j: () => seek(now() - 10),
    l: () => seek(now() + 10),
    m: mute,
    f: fullscreen,
  }
  return Object.hasOwn(acts, event.key) ? acts[event.key] : undefined
}
