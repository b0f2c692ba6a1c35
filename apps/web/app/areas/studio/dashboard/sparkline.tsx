import { sparklineOf } from './sparkline-path.ts'

interface SparklineProps {
  /** One number a day, the oldest first. */
  values: readonly number[]
  /** The token of its colour. */
  color: string
  /** What each day brought is drawn above nothing; how many there were, above the fewest of them. */
  above: 'nothing' | 'fewest'
}

/** The course of the number beside it, which says the same in words. Nothing where no day differs from another.
 * Time goes from left to right in all languages, as in the chart of earnings. */
export function Sparkline({ values, color, above }: SparklineProps) {
  const path = sparklineOf(values, above === 'nothing' ? 0 : Math.min(...values))
  return path ? (
    <svg
      viewBox="0 0 100 100"
      preserveAspectRatio="none"
      aria-hidden="true"
      className="mb-1 h-6 w-full overflow-visible"
      style={{ color: `var(${color})` }}
    >
      <path d={`${path}V100H0Z`} fill="currentColor" fillOpacity={0.14} />
      <path
        d={path}
        fill="none"
        stroke="currentColor"
        strokeWidth={1.75}
        strokeLinejoin="round"
        strokeLinecap="round"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  ) : null
}
