import { altMax } from '@fanlight/contract/limits'
import { useState } from 'react'
import { useT } from '../../i18n/context.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field, Textarea } from '../../ui/field.tsx'
import { useMutation } from '../forms/use-mutation.ts'

interface DescribeDialogProps {
  fileId: string
  name: string
  alt: string
  onDescribed: (alt: string) => void
  onClose: () => void
}
/** What a photo or a video of a message shows, for people who can’t see it. Saved with the file at once. */
export function DescribeDialog({ fileId, name, alt, onDescribed, onClose }: DescribeDialogProps) {
  const t = useT()
  const [text, setText] = useState(alt)
  const { send, working } = useMutation({ toasts: true })
  const save = async () => {
    const saved = await send('PUT /files/:id', { params: { id: fileId }, body: { alt: text.trim() } })
    if (!saved) return
    onDescribed(saved.data.alt)
    onClose()
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={t('messages.describeTitle')}
      description={name}
      footer={
        <div className="flex flex-wrap justify-end gap-2">
          <Button variant="ghost" onClick={onClose}>
            {t('ui.back')}
          </Button>
          <Button
            variant="primary"
            busy={working ? t('messages.describeSaving') : undefined}
            onClick={() => void save()}
          >
            {t('messages.describeSave')}
          </Button>
        </div>
      }
    >
      <Field label={t('messages.describeField')} name="alt" hint={t('messages.describeHint')}>
        <Textarea
          value={text}
          rows={3}
          maxLength={altMax}
          dir="auto"
          onChange={(event) => setText(event.currentTarget.value)}
        />
      </Field>
    </Dialog>
  )
}
