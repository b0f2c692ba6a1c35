/** Along the line of time of a replay: how much was tipped when. What it says is in the chapters. */
export function TipCurve({ tips }: { tips: readonly number[] }) {
  const most = Math.max(...tips)
  if (tips.length < 2 || most <= 0) return null
  const points = tips.map((tokens, n) => `${((n + 0.5) / tips.length) * 100},${19 - (tokens / most) * 17}`)
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 100 20"
      preserveAspectRatio="none"
      className="pointer-events-none mx-2 -mb-1 block h-6 w-[calc(100%-1rem)] text-token"
    >
      <polygon points={`0,20 ${points.join(' ')} 100,20`} fill="currentColor" opacity=".25" />
      <polyline
        points={points.join(' ')}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  )
}
