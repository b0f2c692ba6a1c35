/** How near a text is to its limit: 0 far from it, then at 80 %, with ten characters left, full, over. */
export function limitStep(length: number, max: number): number {
  const left = max - length
  if (left < 0) return 4
  if (left === 0) return 3
  if (left <= Math.min(10, max / 10)) return 2
  return length >= max * 0.8 ? 1 : 0
}
