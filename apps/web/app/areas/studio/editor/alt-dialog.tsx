import { altMax } from '@fanlight/contract/limits'
import { useT } from '../../../i18n/context.tsx'
import { useMutation } from '../../../parts/forms/use-mutation.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field, Textarea } from '../../../ui/field.tsx'
import type { StripUploads } from './media-strip.tsx'
import { toDescribe, type UploadItem } from './uploads.ts'

interface AltDialogProps {
  item: UploadItem
  name: string
  /** Its index in the strip of `count` files. */
  at: number
  count: number
  uploads: Pick<StripUploads, 'describe' | 'described' | 'moveTo'>
  /** Whether it can be moved, also by those who can't drag. */
  isOrdered: boolean
  /** Absent at the last file. */
  onNext: (() => void) | null
  onClose: () => void
}

/** What one file shows, for people who can't see or hear it, and its place. Saved when the window is left, and with the item. */
export function AltDialog({ item, name, at, count, uploads, isOrdered, onNext, onClose }: AltDialogProps) {
  const t = useT()
  const { send } = useMutation({ toasts: true })
  const save = async () => {
    const [wanted] = toDescribe([item])
    if (wanted && (await send('PUT /files/:id', wanted))) uploads.described(item.localId, wanted.body.alt)
  }
  const leave = (then: () => void) => {
    void save()
    then()
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => open || leave(onClose)}
      title={t('studio.composer.altTitle', { at: at + 1 })}
      description={name}
      footer={
        <div className="flex flex-wrap items-center justify-end gap-2">
          <Button variant={onNext ? 'ghost' : 'primary'} onClick={() => leave(onClose)}>
            {t('studio.composer.done')}
          </Button>
          {onNext ? (
            <Button variant="quiet" onClick={() => leave(onNext)}>
              {t('studio.composer.next')}
            </Button>
          ) : null}
        </div>
      }
    >
      <Field
        label={t('studio.editor.alt')}
        name="alt"
        hint={t(item.kind === 'audio' ? 'studio.editor.altHintAudio' : 'studio.editor.altHint')}
      >
        <Textarea
          value={item.alt}
          rows={3}
          dir="auto"
          maxLength={altMax}
          onChange={(event) => uploads.describe(item.localId, event.currentTarget.value)}
        />
      </Field>
      {isOrdered ? (
        <div className="mt-4 flex flex-wrap gap-2">
          <Button size="sm" disabled={at === 0} onClick={() => uploads.moveTo(item.localId, at - 1)}>
            {t('studio.editor.earlier')}
          </Button>
          <Button size="sm" disabled={at === count - 1} onClick={() => uploads.moveTo(item.localId, at + 1)}>
            {t('studio.editor.later')}
          </Button>
        </div>
      ) : null}
    </Dialog>
  )
}
