/** A seeded random number generator (mulberry32), so that every image is reproducible. */
export type Rng = {
  next: () => number
  range: (a: number, b: number) => number
  int: (a: number, b: number) => number
  pick: <T>(list: readonly T[]) => T
}

export function rng(seed: number | string): Rng {
  let a = 0
  if (typeof seed === 'number') a = seed >>> 0
  else for (const ch of seed) a = (Math.imul(a, 31) + ch.charCodeAt(0)) >>> 0
  const next = (): number => {
    a = (a + 0x6d2b79f5) >>> 0
    let t = a
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
  const range = (lo: number, hi: number): number => lo + (hi - lo) * next()
  return {
    next,
    range,
    int: (lo, hi) => Math.floor(range(lo, hi + 1)),
    pick: (list) => list[Math.floor(next() * list.length)]!,
  }
}
