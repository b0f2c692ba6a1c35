import { useState } from 'react'
import { useT } from '../../../i18n/context.tsx'
import { useMutation } from '../../../parts/forms/use-mutation.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { Field, Select } from '../../../ui/field.tsx'
import { toast } from '../../../ui/toast.tsx'

interface GiftDialogProps {
  person: { _id: string; name: string }
  onClose: () => void
  onGiven: () => void
}
const lengths = [1, 3, 6, 12] as const

/** Gives a fan months of the subscription. */
export function GiftDialog({ person, onClose, onGiven }: GiftDialogProps) {
  const t = useT()
  const { sendOrThrow } = useMutation()
  const [months, setMonths] = useState(1)
  return (
    <ConfirmDialog
      variant="primary"
      title={t('audience.giftTitle', { name: person.name })}
      action={t('audience.giftGive')}
      busy={t('ui.saving')}
      onClose={onClose}
      onConfirm={async () => {
        await sendOrThrow('POST /performer/gifts', { body: { userId: person._id, months } })
        toast.say(t('audience.giftGiven', { name: person.name }))
        onGiven()
      }}
      fields={
        <Field label={t('audience.giftLength')} name="months">
          <Select value={months} onChange={(event) => setMonths(Number(event.currentTarget.value))}>
            {lengths.map((length) => (
              <option key={length} value={length}>
                {t('audience.months', { count: length })}
              </option>
            ))}
          </Select>
        </Field>
      }
    >
      {t('audience.giftText')}
    </ConfirmDialog>
  )
}
