import { ChevronDown } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'

interface FoldProps {
  icon: ReactNode
  title: string
  /** What is chosen now, in short. */
  value: ReactNode
  /** Something in it must be seen to: it opens by itself. */
  wanted?: boolean
  children: ReactNode
}

/** A row that says what is chosen and opens to where it is changed. */
export function Fold({ icon, title, value, wanted = false, children }: FoldProps) {
  const [open, setOpen] = useState(wanted)
  useEffect(() => {
    if (wanted) setOpen(true)
  }, [wanted])
  return (
    <details
      open={open}
      onToggle={(event) => setOpen(event.currentTarget.open)}
      className="group border-t border-line first:border-t-0"
    >
      <summary className="flex min-h-[50px] cursor-pointer list-none items-center gap-3 focus-visible:-outline-offset-2 focus-visible:rounded-sm [&::-webkit-details-marker]:hidden [&>svg]:shrink-0">
        <span className="text-ink-3 [&>svg]:size-5">{icon}</span>
        <span className="min-w-0 flex-1 font-semibold">{title}</span>
        <span className="num max-w-[60%] truncate text-end text-sm text-ink-2">{value}</span>
        <ChevronDown
          className="icon size-4! text-ink-3 transition-transform duration-(--fast) group-open:rotate-180"
          aria-hidden="true"
        />
      </summary>
      <div className="grid gap-4 pt-1 pb-4">{children}</div>
    </details>
  )
}
