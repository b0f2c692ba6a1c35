import { fanNoteLengthMax } from '@fanlight/contract/limits'
import { useEffect, useState } from 'react'
import { call } from '../../../api/client.ts'
import { asProblem, type ProblemData } from '../../../api/problem.ts'
import { useT } from '../../../i18n/context.tsx'
import { useMutation } from '../../../parts/forms/use-mutation.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field, Textarea } from '../../../ui/field.tsx'
import { FormProblem } from '../../../ui/form.tsx'
import { ErrorState, Loading, Skeleton } from '../../../ui/states.tsx'
import { toast } from '../../../ui/toast.tsx'

/** What a creator notes about a fan, for themselves alone. */
export function FanNote({ person, onClose }: { person: { _id: string; name: string }; onClose: () => void }) {
  const t = useT()
  const [text, setText] = useState<string | null>(null)
  const [problem, setProblem] = useState<ProblemData | null>(null)
  const { send, working, problem: refusal } = useMutation()
  useEffect(() => {
    let isOver = false
    call('GET /performer/fans/:id/note', { params: { id: person._id } }).then(
      ({ data }) => isOver || setText(data.text),
      (error: unknown) => isOver || setProblem(asProblem(error)),
    )
    return () => {
      isOver = true
    }
  }, [person._id])
  const save = async () => {
    const reply = await send('PUT /performer/fans/:id/note', {
      params: { id: person._id },
      body: { text: (text ?? '').trim() },
    })
    if (!reply) return
    toast.say(t('ui.saved'))
    onClose()
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={t('messages.noteTitle', { name: person.name })}
      description={t('messages.noteHint')}
      locked={working}
      width={480}
      footer={
        <div className="flex justify-end gap-2">
          <Button variant="ghost" onClick={onClose}>
            {t('ui.back')}
          </Button>
          <Button
            variant="primary"
            disabled={text === null}
            busy={working ? t('ui.saving') : undefined}
            onClick={() => void save()}
          >
            {t('messages.noteSave')}
          </Button>
        </div>
      }
    >
      {problem ? (
        <ErrorState problem={problem} />
      ) : text === null ? (
        <Loading>
          <Skeleton className="h-28 rounded-md" />
        </Loading>
      ) : (
        <FormProblem problem={refusal}>
          <Field label={t('messages.note')} name="text" hideLabel>
            <Textarea
              rows={5}
              dir="auto"
              maxLength={fanNoteLengthMax}
              defaultValue={text}
              onInput={(event) => setText(event.currentTarget.value)}
            />
          </Field>
        </FormProblem>
      )}
    </Dialog>
  )
}
