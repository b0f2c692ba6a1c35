import clsx from 'clsx'
import type { CSSProperties } from 'react'

interface FanlightProps {
  /** How many panes the window has. */
  panes?: number
  /** 0 to 1; a pane lights as it fills. */
  share: number
  /** Said by screen readers; without it the window is decoration. */
  label?: string
  color?: 'token' | 'success' | 'primary'
  /** All panes light once, left to right, hub last. */
  opening?: boolean
  className?: string
}
const inner = 12
const outer = 30
const [cx, cy] = [31, 31]
const fills = { token: 'fill-token', success: 'fill-success', primary: 'fill-primary' }

/** The half-round window as a gauge: goals, payouts, progress, and dim when there is nothing yet. */
export function Fanlight({ panes = 5, share, label, color = 'token', opening = false, className }: FanlightProps) {
  const filled = Math.max(0, Math.min(1, share)) * panes
  return (
    <svg
      viewBox="0 0 62 32"
      className={clsx('fan', className)}
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
    >
      {Array.from({ length: panes }, (_, at) => {
        const light = Math.max(0, Math.min(1, filled - at))
        return (
          // Panes have no ID: their index is the key.
          <g
            key={at}
            style={{ '--k': at } as CSSProperties}
            className={opening ? 'animate-[light-pane_var(--open)_var(--ease)_calc(var(--k)*60ms)_both]' : undefined}
          >
            <path d={pane(at, panes, 1)} className={light === 1 ? fills[color] : 'fill-surface-3'} />
            {light > 0 && light < 1 ? <path d={pane(at, panes, light)} className={fills[color]} /> : null}
          </g>
        )
      })}
      <path d="M22.5 31a8.5 8.5 0 0 1 17 0z" className={fills[color]} />
    </svg>
  )
}

/** One pane, from its left edge through `part` of its width, with a straight lead line on either side. */
function pane(at: number, panes: number, part: number): string {
  const gap = 0.75
  const step = Math.PI / panes
  const from = Math.PI - at * step
  const to = from - step * part
  const point = (radius: number, angle: number, side: 1 | -1) => {
    const turn = Math.asin(gap / radius) * side
    const [x, y] = [cx + radius * Math.cos(angle + turn), cy - radius * Math.sin(angle + turn)]
    return `${x.toFixed(2)} ${y.toFixed(2)}`
  }
  const end = part < 1 ? 0 : 1
  const close = (radius: number) =>
    end ? point(radius, to, 1) : `${(cx + radius * Math.cos(to)).toFixed(2)} ${(cy - radius * Math.sin(to)).toFixed(2)}`
  return `M${point(inner, from, -1)}L${point(outer, from, -1)}A${outer} ${outer} 0 0 1 ${close(outer)}L${close(inner)}A${inner} ${inner} 0 0 0 ${point(inner, from, -1)}Z`
}

/** The lead lines of a closed window, rendered over whatever is locked. */
export function Muntins({ className }: { className?: string }) {
  return (
    <svg
      viewBox="0 0 160 100"
      preserveAspectRatio="xMidYMax slice"
      fill="none"
      stroke="#fff"
      strokeWidth="1.1"
      className={clsx('pointer-events-none absolute inset-0 size-full opacity-42', className)}
      aria-hidden="true"
    >
      <path
        vectorEffect="non-scaling-stroke"
        d="M24 100a56 56 0 0 1 112 0M52 100a28 28 0 0 1 56 0M57.3 83.5-10 34.6M71.3 73.4 45.7-5.7M88.7 73.4 114.3-5.7M102.7 83.5 170 34.6"
      />
    </svg>
  )
}
