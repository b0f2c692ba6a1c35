// spec: player.volume

// A setting that the user chooses in one player also applies to the next. A browser without storage does not save it.

const read = (name: string): number => {
  try {
    return Number(localStorage.getItem(name) ?? Number.NaN)
  } catch {
    return Number.NaN
  }
}
const write = (name: string, value: number | string): void => {
  try {
    localStorage.setItem(name, String(value))
  } catch {
    // Storage is switched off.
  }
}

export const savedVolume = (fallback: number): number => {
  const stored = read('volume')
  return stored >= 0 && stored <= 1 ? stored : fallback
}
export const saveVolume = (volume: number): void => write('volume', volume)

/** Lines of the chosen quality; zero lets the player choose. */
export const savedQuality = (): number => Math.max(0, read('quality') || 0)
export const saveQuality = (height: number): void => write('quality', height)

/** The chosen quality where the video has it, else the nearest below it, else its lowest. */
export function qualityFor(heights: readonly number[], wanted: number): number {
  if (wanted === 0 || heights.length === 0) return -1
  const below = heights.flatMap((height, at) => (height <= wanted ? [{ height, at }] : []))
  const best = below.toSorted((a, b) => b.height - a.height)[0]
  return best?.at ?? heights.indexOf(Math.min(...heights))
}

/** The language of captions; empty where they are off. */
export const savedCaptions = (): string => {
  try {
    return localStorage.getItem('captions') ?? ''
  } catch {
    return ''
  }
}
export const saveCaptions = (locale: string): void => write('captions', locale)

/** Whether the next video plays by itself. */
export const savedAutoplay = (): boolean => read('autoplay') !== 0
export const saveAutoplay = (isOn: boolean): void => write('autoplay', isOn ? 1 : 0)

// Where a viewer stopped in each video: the newest are stored on this device, at most this many.

const positionsMax = 100
const positionsName = 'positions'
/** By viewer and video: the second, and when it was stored. */
type Positions = Record<string, [seconds: number, at: number]>

const positions = (): Positions => {
  try {
    return (JSON.parse(localStorage.getItem(positionsName) ?? '{}') as Positions | null) ?? {}
  } catch {
    return {}
  }
}
/** Of what is nearly at its beginning or its end, no position is stored: it starts again. */
const edgeSeconds = 5

export const savedPosition = (viewer: string, video: string): number => {
  const [seconds] = positions()[`${viewer} ${video}`] ?? []
  return typeof seconds === 'number' && seconds > 0 ? seconds : 0
}
export function savePosition(viewer: string, video: string, seconds: number, length: number, now = Date.now()): void {
  const { [`${viewer} ${video}`]: _, ...others } = positions()
  const isInside = seconds >= edgeSeconds && seconds < length - edgeSeconds
  const all: Positions = isInside ? { ...others, [`${viewer} ${video}`]: [Math.floor(seconds), now] } : others
  const newest = Object.entries(all)
    .toSorted(([, [, a]], [, [, b]]) => b - a)
    .slice(0, positionsMax)
  write(positionsName, JSON.stringify(Object.fromEntries(newest)))
}
