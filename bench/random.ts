// What people request, by chance and never the same twice; the same from run to run.

/** Numbers below one, by mulberry32. */
export function chances(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
export const below = (chance: () => number, many: number): number => Math.floor(chance() * many)
export const oneOf = <T>(chance: () => number, of: readonly T[]): T => of[below(chance, of.length)]!
/** So many of them, each once. */
export function someOf<T>(chance: () => number, of: readonly T[], many: number): T[] {
  const left = [...of]
  return Array.from({ length: Math.min(many, of.length) }, () => left.splice(below(chance, left.length), 1)[0]!)
}
