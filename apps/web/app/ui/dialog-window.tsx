import { Dialog as Base } from '@base-ui/react/dialog'
import clsx from 'clsx'
import { X } from 'lucide-react'
import type { CSSProperties } from 'react'
import { useT } from '../i18n/context.tsx'
import { iconButtonClass } from './button.tsx'
import type { DialogProps } from './dialog.tsx'

const scrim =
  'fixed inset-0 z-60 bg-scrim print:hidden transition-opacity duration-(--slow) ease-fan data-ending-style:opacity-0 data-starting-style:opacity-0'
const phone =
  'max-md:inset-x-0 max-md:bottom-0 max-md:max-h-[92dvh] max-md:rounded-t-xl max-md:data-ending-style:translate-y-full max-md:data-starting-style:translate-y-full'
const shapes = {
  dialog:
    'md:top-1/2 md:left-1/2 md:-translate-1/2 md:rounded-xl md:max-h-[min(86vh,52rem)] md:w-[min(var(--w),calc(100vw-48px))] md:data-ending-style:opacity-0 md:data-starting-style:opacity-0 md:data-starting-style:mt-2',
  sheet:
    'md:top-6 md:end-6 md:w-[min(var(--w),calc(100vw-48px))] md:max-h-[calc(100dvh-48px)] md:rounded-xl md:data-ending-style:opacity-0 md:data-starting-style:opacity-0 md:data-starting-style:mt-2',
}

/** The window itself: it traps the focus and gives it back. */
export function DialogWindow({
  open,
  onOpenChange,
  title,
  description,
  children,
  footer,
  shape = 'dialog',
  width = 440,
  initialFocus,
  locked = false,
}: DialogProps) {
  const t = useT()
  return (
    <Base.Root open={open} onOpenChange={(next) => (next || !locked) && onOpenChange(next)}>
      <Base.Portal>
        <Base.Backdrop className={scrim} />
        <Base.Popup
          initialFocus={initialFocus}
          style={{ '--w': `${width}px` } as CSSProperties}
          className={clsx(
            'window fixed z-61 flex flex-col overflow-hidden short:overflow-y-auto wrap-break-word bg-raised text-ink shadow-3 outline-none transition-[opacity,translate,margin] duration-(--slow) ease-fan',
            phone,
            shapes[shape],
          )}
        >
          <span
            aria-hidden="true"
            className="mx-auto mt-2.5 h-[5px] w-10 shrink-0 rounded-full bg-line-strong md:hidden print:hidden"
          />
          <header className="flex items-start gap-2 px-5 pt-2 pb-1 md:ps-[26px] md:pe-4 md:pt-5">
            <div className="min-w-0 flex-1 pt-1.5">
              <Base.Title className="text-xl">{title}</Base.Title>
              {description ? (
                <Base.Description className="mt-1 text-sm text-ink-2">{description}</Base.Description>
              ) : null}
            </div>
            <Base.Close
              aria-label={t('ui.close')}
              disabled={locked}
              className={`${iconButtonClass('ghost')} print:hidden`}
            >
              <X aria-hidden="true" />
            </Base.Close>
          </header>
          <div className="min-h-0 flex-auto overflow-y-auto overscroll-contain short:flex-none short:overflow-y-visible px-5 py-2 md:px-[26px]">
            {children}
          </div>
          {footer ? (
            <footer className="print:hidden px-5 pt-3 pb-[calc(18px+env(safe-area-inset-bottom))] md:px-[26px] md:pb-[22px]">
              {footer}
            </footer>
          ) : (
            <div className="h-[calc(18px+env(safe-area-inset-bottom))] shrink-0" />
          )}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}
