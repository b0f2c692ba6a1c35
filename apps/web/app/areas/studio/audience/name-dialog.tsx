import { useState } from 'react'
import { useT } from '../../../i18n/context.tsx'
import { useMutation } from '../../../parts/forms/use-mutation.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field, Input } from '../../../ui/field.tsx'
import { FormProblem } from '../../../ui/form.tsx'

interface NameDialogProps {
  /** Null for a new list. */
  list: { _id: string; name: string } | null
  onClose: () => void
  onSaved: (list: { _id: string }) => Promise<void>
}

/** Names a list; fans don't see the name. */
export function NameDialog({ list, onClose, onSaved }: NameDialogProps) {
  const t = useT()
  const [name, setName] = useState(list?.name ?? '')
  const { send, working, problem } = useMutation()
  const save = async () => {
    const body = { name: name.trim() }
    const reply = list
      ? await send('PUT /performer/fan-lists/:id', { params: { id: list._id }, body })
      : await send('POST /performer/fan-lists', { body, once: true })
    if (!reply) return
    onClose()
    await onSaved(reply.data)
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={list ? t('studio.lists.rename', { name: list.name }) : t('studio.lists.new')}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
        className="grid gap-4"
      >
        <FormProblem problem={problem}>
          <Field label={t('studio.lists.name')} name="name" hint={t('studio.lists.nameHint')} required>
            <Input
              autoComplete="off"
              maxLength={60}
              value={name}
              onChange={(event) => setName(event.currentTarget.value)}
            />
          </Field>
          <div className="flex justify-end">
            <Button
              type="submit"
              variant="primary"
              busy={working ? t('ui.saving') : undefined}
              disabled={name.trim() === ''}
            >
              {t('studio.lists.save')}
            </Button>
          </div>
        </FormProblem>
      </form>
    </Dialog>
  )
}
