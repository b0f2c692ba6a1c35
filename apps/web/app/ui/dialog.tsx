import { lazy, type ReactNode, type RefObject, Suspense, useState } from 'react'
import { useHydrated } from './hydrated.ts'

// Most pages that can open a window never do: its code is fetched when the first one opens.
export const loadWindow = () => import('./dialog-window.tsx')
const DialogWindow = lazy(() => loadWindow().then(({ DialogWindow }) => ({ default: DialogWindow })))

export interface DialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: ReactNode
  description?: ReactNode
  children: ReactNode
  /** Stays at the bottom while the rest scrolls. */
  footer?: ReactNode
  /** `sheet` is at the end of the page on wide screens; both slide in from the bottom on phones. */
  shape?: 'dialog' | 'sheet'
  width?: number
  /** What gets the focus first: the first field or the safe action, never the paying one. */
  initialFocus?: RefObject<HTMLElement | null>
  /** Not closed by a press outside while money or files are under way. */
  locked?: boolean
}

/** A window over the page: in the middle, at the end (`sheet`), or from the bottom on phones. */
export function Dialog(props: DialogProps) {
  const [wanted, setWanted] = useState(props.open)
  const hydrated = useHydrated()
  if (props.open && !wanted) setWanted(true)
  // A dialog is rendered outside the page tree, which the server can't do: if it is open initially, it opens after hydration.
  if (!wanted || !hydrated) return null
  return (
    <Suspense>
      <DialogWindow {...props} />
    </Suspense>
  )
}

/** The same window at the end of the page: details beside a list, paying. */
export const Sheet = (props: Omit<DialogProps, 'shape'>) => <Dialog {...props} shape="sheet" />
