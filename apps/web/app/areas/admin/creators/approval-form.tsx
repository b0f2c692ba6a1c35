import { useEffect, useRef, useState } from 'react'
import { useT } from '../../../i18n/context.tsx'
import { Button } from '../../../ui/button.tsx'
import { Checkbox, Field, Input } from '../../../ui/field.tsx'

interface ApprovalFormProps {
  busy: string | undefined
  /** A new identity document is among them. */
  hasIdentityDocument: boolean
  onBack: () => void
  onSend: (documentExpiresOn: string | null | undefined) => void
}

/** The last step of an approval: the expiry date, as the reviewer reads it on the identity document. */
export function ApprovalForm({ busy, hasIdentityDocument, onBack, onSend }: ApprovalFormProps) {
  const t = useT()
  const [expiresOn, setExpiresOn] = useState('')
  const [isUnlimited, setUnlimited] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => form.current?.querySelector<HTMLElement>('input, button[type="submit"]')?.focus(), [])
  const isComplete = !hasIdentityDocument || isUnlimited || expiresOn !== ''
  return (
    <form
      ref={form}
      onSubmit={(event) => {
        event.preventDefault()
        if (isComplete) onSend(hasIdentityDocument ? (isUnlimited ? null : expiresOn) : undefined)
      }}
      className="mt-3 grid gap-3"
    >
      {hasIdentityDocument ? (
        <>
          <Field label={t('review.expiresOn')} name="documentExpiresOn" hint={t('review.expiresOnHint')}>
            <Input
              small
              type="date"
              value={isUnlimited ? '' : expiresOn}
              disabled={isUnlimited}
              onChange={(event) => setExpiresOn(event.currentTarget.value)}
            />
          </Field>
          <Checkbox
            label={t('review.noExpiry')}
            checked={isUnlimited}
            onChange={(event) => setUnlimited(event.currentTarget.checked)}
          />
        </>
      ) : null}
      <div className="flex justify-end gap-2">
        <Button variant="ghost" onClick={onBack}>
          {t('ui.back')}
        </Button>
        <Button type="submit" variant="primary" busy={busy} disabled={!isComplete}>
          {t('review.approve')}
        </Button>
      </div>
    </form>
  )
}
