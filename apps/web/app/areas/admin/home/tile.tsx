import clsx from 'clsx'
import { ArrowRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useFormats } from '../../../i18n/context.tsx'

interface TileProps {
  label: ReactNode
  count: number
  detail?: ReactNode
  /** The queue itself, where it has a page. */
  to?: string
  /** A value other than zero is a problem that needs attention. */
  wrong?: boolean
}

/** One number, what it counts, and the way to it. */
export function Tile({ label, count, detail, to, wrong = false }: TileProps) {
  const { number } = useFormats()
  const isWrong = wrong && count > 0
  const content = (
    <>
      <span className="flex items-center justify-between gap-2 text-xs text-ink-2">
        {label}
        {to ? (
          <ArrowRight className="icon size-4! text-ink-3 group-hover:text-ink rtl:-scale-x-100" aria-hidden="true" />
        ) : null}
      </span>
      <span
        className={clsx(
          'num mt-1 block font-display text-2xl font-heavy',
          isWrong ? 'text-danger-text' : count === 0 && 'text-ink-3',
        )}
      >
        {number(count)}
      </span>
      {detail ? (
        <span className="block text-xs text-ink-3" suppressHydrationWarning>
          {detail}
        </span>
      ) : null}
    </>
  )
  const box = clsx('block h-full rounded-sm p-4 ring-1', isWrong ? 'ring-danger-text' : 'ring-line')
  return (
    <li>
      {to ? (
        <Link to={to} className={clsx(box, 'group hover:bg-surface-2')}>
          {content}
        </Link>
      ) : (
        <div className={box}>{content}</div>
      )}
    </li>
  )
}
