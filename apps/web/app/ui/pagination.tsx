import clsx from 'clsx'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { Link } from 'react-router'
import { useFormats, useT } from '../i18n/context.tsx'
import { useTableState } from './table-state.ts'

/** Pages of a list, as links: the address is the state. */
export function Pagination({ total, pageSize: size }: { total: number; pageSize?: number }) {
  const t = useT()
  const { number } = useFormats()
  const { current, pageSize, hrefWith } = useTableState(size ? { pageSize: size } : {})
  const last = Math.max(1, Math.ceil(total / pageSize))
  if (last === 1) return null
  const shown = [...new Set([1, current - 1, current, current + 1, last])]
    .filter((page) => page >= 1 && page <= last)
    .sort((a, b) => a - b)
  const box =
    'num grid h-10 min-w-10 pointer-coarse:h-11 pointer-coarse:min-w-11 place-items-center rounded-full px-2 text-sm font-semibold focus-visible:rounded-full'
  return (
    <nav aria-label={t('ui.pagination.label')} className="flex items-center justify-center gap-1 py-4">
      <Step to={current > 1 ? hrefWith({ current: current - 1 }) : null} label={t('ui.pagination.previous')} rel="prev">
        <ChevronLeft className="icon rtl:-scale-x-100" aria-hidden="true" />
      </Step>
      {shown.map((page, at) => (
        <span key={page} className="flex items-center">
          {at > 0 && page - (shown[at - 1] ?? 0) > 1 ? (
            <span className="px-1.5 text-ink-3" aria-hidden="true">
              …
            </span>
          ) : null}
          {page === current ? (
            <span aria-current="page" className={clsx(box, 'bg-ink text-canvas')}>
              {number(page)}
            </span>
          ) : (
            <Link
              to={hrefWith({ current: page })}
              aria-label={t('ui.pagination.page', { page })}
              className={clsx(box, 'text-ink-2 hover:bg-surface-2')}
            >
              {number(page)}
            </Link>
          )}
        </span>
      ))}
      <Step to={current < last ? hrefWith({ current: current + 1 }) : null} label={t('ui.pagination.next')} rel="next">
        <ChevronRight className="icon rtl:-scale-x-100" aria-hidden="true" />
      </Step>
    </nav>
  )
}

function Step({
  to,
  label,
  rel,
  children,
}: {
  to: string | null
  label: string
  rel: string
  children: React.ReactNode
}) {
  const box = 'grid size-10 place-items-center rounded-full pointer-coarse:size-11 focus-visible:rounded-full'
  return to ? (
    <Link to={to} rel={rel} aria-label={label} className={clsx(box, 'text-ink-2 hover:bg-surface-2')}>
      {children}
    </Link>
  ) : (
    <span className={clsx(box, 'text-line-strong')}>{children}</span>
  )
}
