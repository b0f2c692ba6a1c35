import { afterEach, expect, test, vi } from 'vitest'
import { qualityFor, savedPosition, savedVolume, savePosition, saveVolume } from './saved.ts'

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

test('a video goes on where its viewer stopped, and begins anew near its end and its beginning', () => {
  const stored = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => stored.set(name, value),
  })
  expect(savedPosition('ann', 'v')).toBe(0)
  savePosition('ann', 'v', 42.8, 100)
  expect([savedPosition('ann', 'v'), savedPosition('ben', 'v'), savedPosition('ann', 'w')]).toEqual([42, 0, 0])
  savePosition('ann', 'v', 97, 100)
  expect(savedPosition('ann', 'v')).toBe(0)
  savePosition('ann', 'v', 2, 100)
  expect(savedPosition('ann', 'v')).toBe(0)
  for (let n = 0; n <= 100; n++) savePosition('ann', `v${n}`, 50, 100, n)
  expect([savedPosition('ann', 'v0'), savedPosition('ann', 'v1'), savedPosition('ann', 'v100')]).toEqual([0, 50, 50])
  stored.set('positions', '[')
  expect(savedPosition('ann', 'v1')).toBe(0)
})
