import clsx from 'clsx'
import type { ReactNode } from 'react'
import { Link, useLocation, useSearchParams } from 'react-router'
import { useStripPosition } from './strip.ts'
import { withChange } from './table-state.ts'
import { keepsPlace } from './keeps-place.ts'

export interface Tab {
  label: ReactNode
  count?: string
  /** The whole address of the tab… */
  to?: string
  /** …or its value in the query string. The first tab is the one without. */
  value?: string
  current?: boolean
}

interface TabsProps {
  tabs: readonly Tab[]
  label: string
  /** The query parameter that stores which tab is open. */
  name?: string
  className?: string
}
interface Variant {
  nav: string
  link: string
  on: string
  off: string
  count: string
}

/** Links, because the address holds which is open. */
function TabLinks({ tabs, label, name, className, variant }: TabsProps & { name: string; variant: Variant }) {
  const [search] = useSearchParams()
  const now = search.get(name)
  const strip = useStripPosition<HTMLElement>(useLocation().key)
  return (
    <nav ref={strip} aria-label={label} className={clsx(variant.nav, className)}>
      {tabs.map((tab, at) => {
        const to = tab.to ?? `?${withChange(search, { [name]: at === 0 ? null : (tab.value ?? null) })}`
        const current = tab.current ?? (now === null ? at === 0 : now === tab.value)
        return (
          <Link
            key={to}
            to={to}
            {...keepsPlace}
            aria-current={current ? 'page' : undefined}
            className={clsx(variant.link, 'whitespace-nowrap', current ? variant.on : variant.off)}
          >
            {tab.label}
            {tab.count ? <span className={variant.count}>{tab.count}</span> : null}
          </Link>
        )
      })}
    </nav>
  )
}

/** Parts of one page, under a line. */
export const Tabs = ({ name = 'tab', ...props }: TabsProps) => <TabLinks {...props} name={name} variant={underlined} />
/** Two to four views of the same thing. */
export const Segmented = ({ name = 'view', ...props }: TabsProps) => (
  <TabLinks {...props} name={name} variant={segments} />
)
/** Filters in a row. */
export const Chips = ({ name = 'filter', ...props }: TabsProps) => <TabLinks {...props} name={name} variant={chips} />

const underlined: Variant = {
  nav: 'strip gap-1 border-b border-line',
  link: 'relative px-[13px] pt-[11px] pb-[13px] focus-visible:-outline-offset-2',
  on: 'font-bold text-ink after:absolute after:inset-x-[13px] after:bottom-0 after:h-[3px] after:rounded-t-[3px] after:bg-primary',
  off: 'font-medium text-ink-2 hover:text-ink',
  count: 'ms-1.5 text-sm font-normal text-ink-3',
}
const segments: Variant = {
  nav: 'inline-flex max-w-full overflow-x-auto rounded-full bg-surface-2 p-[3px] [scrollbar-width:none]',
  link: 'inline-flex h-[34px] shrink-0 items-center justify-center rounded-full px-4 text-sm font-semibold focus-visible:rounded-full focus-visible:-outline-offset-2 pointer-coarse:h-11',
  on: 'bg-surface text-ink shadow-[var(--shadow-1),0_0_0_1px_var(--line)] dark:bg-surface-3',
  off: 'text-ink-2 hover:text-ink',
  count: 'ms-1.5 font-normal text-ink-3',
}
const chips: Variant = {
  nav: 'strip gap-1.5',
  link: 'inline-flex h-8 items-center gap-1.5 rounded-full px-[13px] text-xs font-medium focus-visible:rounded-full pointer-coarse:h-11',
  on: 'bg-ink text-canvas',
  off: 'bg-surface-2 text-ink-2 hover:bg-surface-3',
  count: 'font-normal',
}
