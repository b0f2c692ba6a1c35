import { type ReactNode, useState } from 'react'
import { useT } from '../../i18n/context.tsx'
import { Button, type ButtonVariant } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Field, Textarea } from '../../ui/field.tsx'

interface OrderActionProps {
  label: ReactNode
  title: ReactNode
  /** What it means, and whether it can be undone. */
  hint: ReactNode
  icon?: ReactNode
  variant?: ButtonVariant
  /** Of the field in which a text has to be written; without it, none is. */
  field?: ReactNode
  onConfirm: (text: string) => Promise<void>
}

/** A step of one side of an order, confirmed in a dialog, with or without words of its own. */
export function OrderAction({ label, title, hint, icon, variant, field, onConfirm }: OrderActionProps) {
  const t = useT()
  const [open, setOpen] = useState(false)
  const [text, setText] = useState('')
  return (
    <>
      <Button {...(variant && { variant })} onClick={() => setOpen(true)} className="noscript:hidden">
        {icon}
        {label}
      </Button>
      {open ? (
        <ConfirmDialog
          title={title}
          action={label}
          variant="primary"
          busy={t('ui.saving')}
          fields={
            field ? (
              <Field label={field} name="text" required>
                <Textarea
                  rows={4}
                  maxLength={500}
                  dir="auto"
                  value={text}
                  onChange={(event) => setText(event.currentTarget.value)}
                />
              </Field>
            ) : null
          }
          onConfirm={() => onConfirm(text)}
          onClose={() => setOpen(false)}
        >
          {hint}
        </ConfirmDialog>
      ) : null}
    </>
  )
}
