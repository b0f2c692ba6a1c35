import { heldWordsMax } from '@fanlight/contract/limits'
import { useEffect, useState } from 'react'
import { call } from '../../api/client.ts'
import { useT } from '../../i18n/context.tsx'
import { Button } from '../../ui/button.tsx'
import { Field, Textarea } from '../../ui/field.tsx'
import { FormProblem } from '../../ui/form.tsx'
import { toast } from '../../ui/toast.tsx'
import { useMutation } from '../forms/use-mutation.ts'
import { wordsIn } from '../forms/words.ts'

/** The words with which a message waits. The list is the one that comments wait for. */
export function HeldWords() {
  const t = useT()
  const [words, setWords] = useState<readonly string[] | null>(null)
  const { send, working, problem } = useMutation()
  useEffect(() => {
    call('GET /performers/me').then(
      ({ data }) => setWords(data.heldWords),
      (error: unknown) => toast.problem(error),
    )
  }, [])
  if (!words) return null
  const save = async (text: string) => {
    if (await send('PUT /performers/me', { body: { heldWords: wordsIn(text) }, once: true })) toast.success('ui.saved')
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void save(String(new FormData(event.currentTarget).get('heldWords') ?? ''))
      }}
      className="grid gap-3"
    >
      <FormProblem problem={problem}>
        <Field label={t('live.rules.words')} name="heldWords" hint={t('live.rules.wordsHint', { max: heldWordsMax })}>
          <Textarea rows={4} dir="auto" defaultValue={words.join('\n')} />
        </Field>
        <Button type="submit" size="sm" className="justify-self-start" busy={working ? t('ui.saving') : undefined}>
          {t('live.rules.saveWords')}
        </Button>
      </FormProblem>
    </form>
  )
}
