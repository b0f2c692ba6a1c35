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

/** Why not, in words the creator gets as they are: a ready sentence, or one's own. */
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
      <Field label={t('review.readyWords')}>
        <Select
          ref={first}
          small
          defaultValue=""
          onChange={(event) => event.currentTarget.value && setReason(event.currentTarget.value)}
        >
          <option value="">{t('review.ownWords')}</option>
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
        <Button look="ghost" onClick={onBack}>
          {t('ui.back')}
        </Button>
        <Button type="submit" look="danger" busy={busy} disabled={reason.trim().length < 3}>
          {t('review.reject')}
        </Button>
      </div>
    </form>
  )
}
