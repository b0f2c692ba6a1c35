// spec: player.volume

// A setting that the user chooses in one player also applies to the next. A browser without storage does not save it.

const read = (name: string): number => {
  try {
    return Number(localStorage.getItem(name) ?? Number.NaN)
  } catch {
    return Number.NaN
  }
}
const write = (name: string, value: number): void => {
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
