import { Dialog as Base } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import type { KeyboardEvent, ReactNode } from 'react'
import { useT } from '../i18n/context.tsx'
import { iconButtonClass } from './button.tsx'

interface FullWindowProps {
  open: boolean
  onClose: () => void
  /** Its name, for those who do not see it. */
  title: string
  onKeyDown?: (event: KeyboardEvent<HTMLElement>) => void
  children: ReactNode
}

/** A dark window over everything, for one thing to look at. It traps the focus and gives it back. */
export function FullWindow({ open, onClose, title, onKeyDown, children }: FullWindowProps) {
  const t = useT()
  return (
    <Base.Root open={open} onOpenChange={(next) => next || onClose()}>
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-70 bg-[rgb(12_9_7)] transition-opacity duration-(--base) data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <Base.Popup className="fixed inset-0 z-71 text-white outline-none" onKeyDown={onKeyDown}>
          <Base.Title className="sr-only">{title}</Base.Title>
          {children}
          <Base.Close
            aria-label={t('ui.close')}
            className={`${iconButtonClass('media')} absolute end-4 top-[calc(10px+env(safe-area-inset-top))] z-1`}
          >
            <X aria-hidden="true" />
          </Base.Close>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}
