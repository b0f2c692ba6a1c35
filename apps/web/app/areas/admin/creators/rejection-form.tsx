import { useEffect, useRef, useState } from 'react'
import { useT } from '../../../i18n/context.tsx'
import { Button } from '../../../ui/button.tsx'
import { Field, Select, Textarea } from '../../../ui/field.tsx'

const ready = ['underage', 'notTheirs', 'altered', 'unsupported', 'duplicate'] as const

interface RejectionFormProps {
  busy: string | undefined
  onBack: () => void
  onSend: (reason: string) => void
}

/** The reason for the rejection. The creator receives it unchanged: a prepared text or a custom one. */
export function RejectionForm({ busy, onBack, onSend }: RejectionFormProps) {
  const t = useT()
  const [reason, setReason] = useState('')
  const first = useRef<HTMLSelectElement>(null)
  useEffect(() => first.current?.focus(), [])
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        onSend(reason.trim())
      }}
      className="mt-3 grid gap-3"
    >
      <Field label={t('review.readyText')}>
        <Select
          ref={first}
          small
          defaultValue=""
          onChange={(event) => event.currentTarget.value && setReason(event.currentTarget.value)}
        >
          <option value="">{t('review.ownText')}</option>
          {ready.map((name) => (
            <option key={name} value={t(`review.rejection.${name}`)}>
              {t(`review.rejection.${name}`)}
            </option>
          ))}
        </Select>
      </Field>
      <Field label={t('review.rejectWhy')} name="reason" hint={t('review.rejectHint')} required>
        <Textarea
          minLength={3}
          maxLength={1000}
          rows={3}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      </Field>
      <div className="flex justify-end gap-2">
        <Button variant="ghost" onClick={onBack}>
          {t('ui.back')}
        </Button>
        <Button type="submit" variant="danger" busy={busy} disabled={reason.trim().length < 3}>
          {t('review.reject')}
        </Button>
      </div>
    </form>
  )
}
