import { useEffect, useState } from 'react'
import { useLocation, useNavigation } from 'react-router'
import { useT } from '../i18n/context.tsx'
import './shapes.css'
import { isWork, loadWorkShapes, shapeOf } from './page-shapes.tsx'

const delayMs = 150

/**
 * Stands before the page and takes its place once the next one takes longer than `delayMs`: the shape of that next one. A cancelled
 * navigation shows the page again.
 */
export function PendingPage({ className }: { className?: string | undefined }) {
  const t = useT()
  const next = usePending()
  const isPending = next !== null
  useEffect(() => {
    if (isPending) window.scrollTo(0, 0)
  }, [isPending])
  const { pathname } = useLocation()
  const isAtWork = isWork(pathname)
  useEffect(() => {
    if (isAtWork) void loadWorkShapes().catch(() => undefined)
  }, [isAtWork])
  return isPending ? (
    <div role="status" aria-label={t('ui.loading')} data-pending className={className}>
      {shapeOf(next)}
    </div>
  ) : null
}

/** The path of another page (not another view of this one) that has been loading for longer than `delayMs`. */
function usePending(): string | null {
  const { state, location: next } = useNavigation()
  const { pathname } = useLocation()
  const target = state === 'loading' && next.pathname !== pathname ? next.pathname : null
  const [late, setLate] = useState<string | null>(null)
  useEffect(() => {
    if (target === null) return
    const timer = setTimeout(() => setLate(target), delayMs)
    return () => {
      clearTimeout(timer)
      setLate(null)
    }
  }, [target])
  return late === target ? target : null
}
