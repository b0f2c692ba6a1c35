import type { KeyboardEvent } from 'react'
import type { PlayerActions } from './controls.tsx'

type Player = PlayerActions & {
  /** Along the list of speeds. */
  changeSpeed(by: 1 | -1): void
  seek(to: number): void
  now(): number
  length: number
  volume: number
}
type Pressed = Pick<KeyboardEvent, 'key' | 'altKey' | 'ctrlKey' | 'metaKey' | 'target'>

/** What a key does while the focus is inside the player; nothing where it belongs to a field or to the browser. */
export function keysOf(event: Pressed, player: Player) {
  const { toggle, mute, setVolume, fullscreen, seek, now, length, volume } = player
  if (event.altKey || event.ctrlKey || event.metaKey) return undefined
  const element = event.target as HTMLElement
  const onRange = element.matches('input[type=range]')
  const onButton = element.matches('button')
  const digit = /^\d$/.test(event.key) ? Number(event.key) : null
  if (digit !== null) return () => seek((length * digit) / 10)
  const actions: Record<string, () => void> = {
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
    i: player.pictureInPicture,
    ...(player.captions && { c: player.captions }),
    '<': () => player.changeSpeed(-1),
    '>': () => player.changeSpeed(1),
  }
  return Object.hasOwn(actions, event.key) ? actions[event.key] : undefined
}
