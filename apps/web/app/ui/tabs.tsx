import clsx from 'clsx'
import type { ReactNode } from 'react'
import { Link, useSearchParams } from 'react-router'

export interface Tab {
  label: ReactNode
  count?: string
  /** The whole address of the tab… */
  to?: string
  /** …or its value in the query string. The first tab is the one without. */
  value?: string
  current?: boolean
}

function useTabs(tabs: readonly Tab[], name: string) {
  const [search] = useSearchParams()
  const now = search.get(name)
  return tabs.map((tab, at) => {
    const next = new URLSearchParams(search)
    next.delete('current')
    if (at === 0 || tab.value === undefined) next.delete(name)
    else next.set(name, tab.value)
    const current = tab.current ?? (at === 0 ? now === null || now === tab.value : now === tab.value)
    return { ...tab, to: tab.to ?? `?${next}`, current }
  })
}

/** Parts of one page, under a line. Links, because the address holds which is open. */
export function Tabs({
  tabs,
  label,
  name = 'tab',
  className,
}: {
  tabs: readonly Tab[]
  label: string
  name?: string
  className?: string
}) {
  return (
    <nav aria-label={label} className={clsx('strip gap-1 border-b border-line', className)}>
      {useTabs(tabs, name).map((tab) => (
        <Link
          key={tab.to}
          to={tab.to}
          preventScrollReset
          aria-current={tab.current ? 'page' : undefined}
          className={clsx(
            'relative px-[13px] pt-[11px] pb-[13px] whitespace-nowrap focus-visible:-outline-offset-2',
            tab.current
              ? 'font-[660] text-ink after:absolute after:inset-x-[13px] after:bottom-0 after:h-[3px] after:rounded-t-[3px] after:bg-primary'
              : 'font-[580] text-ink-2 hover:text-ink',
          )}
        >
          {tab.label}
          {tab.count ? <span className="ms-1.5 text-sm font-normal text-ink-3">{tab.count}</span> : null}
        </Link>
      ))}
    </nav>
  )
}

/** Two to four views of the same thing. */
export function Segmented({
  tabs,
  label,
  name = 'view',
  className,
}: {
  tabs: readonly Tab[]
  label: string
  name?: string
  className?: string
}) {
  return (
    <nav aria-label={label} className={clsx('inline-flex rounded-full bg-surface-2 p-[3px]', className)}>
      {useTabs(tabs, name).map((tab) => (
        <Link
          key={tab.to}
          to={tab.to}
          preventScrollReset
          aria-current={tab.current ? 'page' : undefined}
          className={clsx(
            'inline-flex h-[34px] items-center rounded-full px-4 text-sm font-[600] focus-visible:rounded-full pointer-coarse:h-[38px]',
            tab.current
              ? 'bg-surface text-ink shadow-[var(--shadow-1),0_0_0_1px_var(--line)] dark:bg-surface-3'
              : 'text-ink-2 hover:text-ink',
          )}
        >
          {tab.label}
        </Link>
      ))}
    </nav>
  )
}

/** Filters in a row. */
export function Chips({
  tabs,
  label,
  name = 'filter',
  className,
}: {
  tabs: readonly Tab[]
  label: string
  name?: string
  className?: string
}) {
  return (
    <nav aria-label={label} className={clsx('strip gap-1.5', className)}>
      {useTabs(tabs, name).map((tab) => (
        <Link
          key={tab.to}
          to={tab.to}
          preventScrollReset
          aria-current={tab.current ? 'true' : undefined}
          className={clsx(
            'inline-flex h-8 items-center gap-1.5 rounded-full px-[13px] text-xs font-[560] whitespace-nowrap focus-visible:rounded-full pointer-coarse:h-10',
            tab.current ? 'bg-ink text-canvas' : 'bg-surface-2 text-ink-2 hover:bg-surface-3',
          )}
        >
          {tab.label}
          {tab.count ? <span className="opacity-80">{tab.count}</span> : null}
        </Link>
      ))}
    </nav>
  )
}
