import { Tooltip as Base } from '@base-ui/react/tooltip'
import type { ReactElement, ReactNode } from 'react'

/** More than a name: a sentence that explains. (The name of an icon button has its own, lighter bubble.) */
export function Tooltip({
  content,
  children,
  side = 'top',
}: {
  content: ReactNode
  children: ReactElement
  side?: 'top' | 'bottom' | 'inline-start' | 'inline-end'
}) {
  return (
    <Base.Root>
      <Base.Trigger render={children} delay={350} />
      <Base.Portal>
        <Base.Positioner side={side} sideOffset={8} className="z-80">
          <Base.Popup className="max-w-64 rounded-sm bg-ink px-3 py-1.5 text-xs text-canvas transition-opacity duration-(--fast) data-ending-style:opacity-0 data-starting-style:opacity-0">
            {content}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
