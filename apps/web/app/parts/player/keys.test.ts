import { describe, expect, it, vi } from 'vitest'
import { keysOf } from './keys.ts'

const reach = () => ({
  toggle: vi.fn(),
  mute: vi.fn(),
  setVolume: vi.fn(),
  fullscreen: vi.fn(),
  pictureInPicture: vi.fn(),
  captions: vi.fn(),
  changeSpeed: vi.fn(),
  seek: vi.fn(),
  now: () => 60,
  length: 200,
  volume: 0.5,
})
type Reach = ReturnType<typeof reach>
const press = (key: string, on: Reach, { isRange = false, isButton = false, ctrlKey = false } = {}) =>
  keysOf(
    {
      key,
      altKey: false,
      ctrlKey,
      metaKey: false,
      target: { matches: (selector: string) => (selector === 'button' ? isButton : isRange) } as unknown as EventTarget,
    },
    on,
  )

describe('keys of the player', () => {
  it.each([
    ['k', 'toggle', []],
    [' ', 'toggle', []],
    ['j', 'seek', [50]],
    ['l', 'seek', [70]],
    ['ArrowLeft', 'seek', [55]],
    ['ArrowUp', 'setVolume', [0.6]],
    ['m', 'mute', []],
    ['f', 'fullscreen', []],
    ['c', 'captions', []],
    ['i', 'pictureInPicture', []],
    ['7', 'seek', [140]],
    ['<', 'changeSpeed', [-1]],
    ['>', 'changeSpeed', [1]],
  ] as const)('%s', (key, action, values) => {
    const on = reach()
    press(key, on)?.()
    expect(on[action].mock.calls).toEqual([values])
  })
  it('leaves keys to buttons, sliders and the browser', () => {
    const on = reach()
    expect(press(' ', on, { isButton: true })).toBeUndefined()
    expect(press('ArrowLeft', on, { isRange: true })).toBeUndefined()
    expect(press('c', on, { ctrlKey: true })).toBeUndefined()
  })
  it('has no key for captions where there are none', () =>
    expect(
      keysOf(
        {
          key: 'c',
          altKey: false,
          ctrlKey: false,
          metaKey: false,
          target: { matches: () => false } as unknown as EventTarget,
        },
        { ...reach(), captions: undefined },
      ),
    ).toBeUndefined())
})
