import { type ReactNode, useRef, useState } from 'react'
import { useT } from '../i18n/context.tsx'
import { Button, type ButtonVariant } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { toast } from './toast.tsx'

interface ConfirmDialogProps {
  title: ReactNode
  /** What it means and what stays. */
  children: ReactNode
  /** What may be said with it. */
  fields?: ReactNode
  /** The verb. */
  action: ReactNode
  /** The verb while it is done. */
  busy: ReactNode
  /** The way out; "Back" unless it can say more. */
  keep?: ReactNode
  variant?: ButtonVariant
  onConfirm: () => Promise<void>
  onClose: () => void
}

/** Asks for confirmation before an action that is hard to undo. It runs once; on an error, the dialog shows it and stays open. */
export function ConfirmDialog({
  title,
  children,
  fields,
  action,
  busy,
  keep,
  variant = 'danger',
  onConfirm,
  onClose,
}: ConfirmDialogProps) {
  const t = useT()
  const [working, setWorking] = useState(false)
  const isSending = useRef(false)
  const confirm = async () => {
    if (isSending.current) return
    isSending.current = true
    setWorking(true)
    try {
      await onConfirm()
      onClose()
    } catch (error) {
      toast.problem(error)
      isSending.current = false
      setWorking(false)
    }
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={title}
      locked={working}
      footer={
        <div className="flex flex-wrap justify-end gap-2">
          <Button variant={keep ? 'ink' : 'ghost'} onClick={onClose}>
            {keep ?? t('ui.back')}
          </Button>
          <Button
            variant={variant}
            className={variant === 'ghost' ? 'text-danger-text!' : undefined}
            busy={working ? busy : undefined}
            onClick={() => void confirm()}
          >
            {action}
          </Button>
        </div>
      }
    >
      <div className="text-ink-2">{children}</div>
      {fields ? <div className="mt-4">{fields}</div> : null}
    </Dialog>
  )
}
