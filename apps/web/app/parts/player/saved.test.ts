import { afterEach, expect, test, vi } from 'vitest'
import { qualityFor, savedVolume, saveVolume } from './saved.ts'

afterEach(() => vi.unstubAllGlobals())

test.each([
  [[240, 360, 720], 0, -1],
  [[240, 360, 720], 360, 1],
  [[240, 360, 720], 1080, 2],
  [[720, 360, 480], 480, 2],
  [[360, 720], 240, 0],
  [[], 720, -1],
])('of %j a viewer who chose %i gets level %i', (heights, wanted, level) => {
  expect(qualityFor(heights, wanted)).toBe(level)
})

// spec: player.volume
test('the volume is the setting’s until the viewer chooses one', () => {
  const stored = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => stored.set(name, value),
  })
  expect(savedVolume(0.4)).toBe(0.4)
  saveVolume(0)
  expect(savedVolume(0.4)).toBe(0)
  saveVolume(0.75)
  expect(savedVolume(0.4)).toBe(0.75)
  stored.set('volume', '7')
  expect(savedVolume(0.4)).toBe(0.4)
})
test('a browser that keeps nothing starts at the setting', () => {
  vi.stubGlobal('localStorage', {
    getItem() {
      throw new Error('denied')
    },
    setItem() {
      throw new Error('denied')
    },
  })
  expect(() => saveVolume(0.2)).not.toThrow()
  expect(savedVolume(1)).toBe(1)
})
