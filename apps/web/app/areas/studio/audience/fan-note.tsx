import { fanNoteLengthMax } from '@fanlight/contract/limits'
import clsx from 'clsx'
import { useState } from 'react'
import type { Reply } from '../../../api/client.ts'
import { useFormats, useT } from '../../../i18n/context.tsx'
import { useMutation } from '../../../parts/forms/use-mutation.ts'
import { Button } from '../../../ui/button.tsx'
import { Field, Textarea } from '../../../ui/field.tsx'
import { FormProblem } from '../../../ui/form.tsx'

type Note = Reply<'GET /performer/fans/:id/note'>['data']

/** What the creator noted about this fan, for themselves alone. */
export function FanNote({ fanId, note }: { fanId: string; note: Note }) {
  const t = useT()
  const { date } = useFormats()
  const [saved, setSaved] = useState(note)
  const [text, setText] = useState(note.text)
  const { send, working, problem } = useMutation()
  const save = async () => {
    const reply = await send('PUT /performer/fans/:id/note', { params: { id: fanId }, body: { text: text.trim() } })
    if (reply) setSaved(reply.data)
  }
  const isChanged = text.trim() !== saved.text
  return (
    <section className="rounded-lg bg-surface px-4 py-4 ring-1 ring-line md:px-5">
      <div className="mb-2.5 flex flex-wrap items-baseline justify-between gap-2">
        <h2 className="text-lg">{t('audience.note')}</h2>
        <p className="text-xs text-ink-3">{t('audience.noteHint')}</p>
      </div>
      <FormProblem problem={problem}>
        <Field label={t('audience.note')} name="text" hideLabel>
          <Textarea
            rows={3}
            dir="auto"
            maxLength={fanNoteLengthMax}
            defaultValue={note.text}
            onInput={(event) => setText(event.currentTarget.value)}
          />
        </Field>
        <div
          className={clsx(
            'flex items-center justify-between gap-2',
            (isChanged || saved.updatedAt !== null) && 'mt-2 min-h-8',
          )}
        >
          <p role="status" className="text-xs text-ink-3">
            {!isChanged && saved.updatedAt ? t('audience.noteSaved', { date: date(saved.updatedAt) }) : null}
          </p>
          {isChanged ? (
            <Button size="sm" busy={working ? t('ui.saving') : undefined} onClick={() => void save()}>
              {t('audience.noteSave')}
            </Button>
          ) : null}
        </div>
      </FormProblem>
    </section>
  )
}
