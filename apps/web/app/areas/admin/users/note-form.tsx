import { useRef } from 'react'
import { useRevalidator } from 'react-router'
import { useT } from '../../../i18n/context.tsx'
import { useMutation } from '../../../parts/forms/use-mutation.ts'
import { Button } from '../../../ui/button.tsx'
import { Field, Textarea } from '../../../ui/field.tsx'
import { FormProblem } from '../../../ui/form.tsx'

/** What staff want the next of them to know. */
export function NoteForm({ id }: { id: string }) {
  const t = useT()
  const { revalidate } = useRevalidator()
  const { send, working, problem } = useMutation()
  const form = useRef<HTMLFormElement>(null)
  const keep = async (text: string) => {
    if (text === '') return
    const body = { text }
    if (!(await send('POST /admin/accounts/:id/notes', { params: { id }, body, once: true }))) return
    form.current?.reset()
    await revalidate()
  }
  return (
    <FormProblem problem={problem}>
      <form
        ref={form}
        className="mt-3 grid gap-2 border-t border-line pt-3"
        onSubmit={(event) => {
          event.preventDefault()
          void keep(String(new FormData(event.currentTarget).get('text') ?? '').trim())
        }}
      >
        <Field label={t('people.note.label')} name="text" hint={t('people.note.hint')}>
          <Textarea rows={2} maxLength={1000} dir="auto" />
        </Field>
        <Button type="submit" size="sm" className="justify-self-end" busy={working ? t('people.working') : undefined}>
          {t('people.note.add')}
        </Button>
      </form>
    </FormProblem>
  )
}
