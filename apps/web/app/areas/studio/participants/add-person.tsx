import { shippedLocales } from '@fanlight/contract/locales'
import { type FormEvent, useState } from 'react'
import { usePageInfo, useT } from '../../../i18n/context.tsx'
import { useMutation } from '../../../parts/forms/use-mutation.ts'
import { useSettings } from '../../../parts/site/site.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field, Input, Select } from '../../../ui/field.tsx'
import { FormProblem } from '../../../ui/form.tsx'
import { RadioCards } from '../../../ui/radio-cards.tsx'
import { languageName } from './language-name.ts'

const kinds = ['guest', 'creator'] as const
interface AddPersonProps {
  onClose: () => void
  onAdded: (email: string | null) => Promise<void>
}

/** Adds a guest by name, or a creator of the site by username. */
export function AddPerson({ onClose, onAdded }: AddPersonProps) {
  const t = useT()
  const { locale } = usePageInfo()
  const locales = useSettings()?.supportedLocales ?? shippedLocales
  const [kind, setKind] = useState<(typeof kinds)[number]>('guest')
  const { send, working, problem } = useMutation({
    fields: { PERFORMER_NOT_FOUND: 'username', NOT_TO_ONESELF: 'username', ALREADY_PARTICIPANT: 'username' },
  })
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const values = new FormData(event.currentTarget)
    const text = (name: string) => String(values.get(name) ?? '').trim()
    const body =
      kind === 'creator'
        ? { username: text('username').replace(/^@/, '') }
        : { name: text('name'), email: text('email'), locale: text('locale') }
    const reply = await send('POST /performer/participants', { body })
    if (!reply) return
    onClose()
    await onAdded(reply.data.email)
  }
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={t('consent.people.add')}>
      <form onSubmit={(event) => void submit(event)} className="grid gap-4">
        <FormProblem problem={problem}>
          <RadioCards
            columns
            name="kind"
            legend={t('consent.people.who')}
            value={kind}
            onChange={(next) => setKind(next as typeof kind)}
            choices={kinds.map((value) => ({
              value,
              title: t(`consent.people.kind.${value}`),
              detail: t(`consent.people.kindHint.${value}`),
            }))}
          />
          {kind === 'creator' ? (
            <Field label={t('consent.people.username')} name="username" required>
              <Input name="username" autoComplete="off" autoCapitalize="none" spellCheck={false} maxLength={31} />
            </Field>
          ) : (
            <>
              <Field label={t('consent.people.name')} name="name" hint={t('consent.people.nameHint')} required>
                <Input name="name" autoComplete="off" minLength={2} maxLength={120} />
              </Field>
              <Field label={t('consent.people.email')} name="email" hint={t('consent.people.emailHint')} required>
                <Input name="email" type="email" autoComplete="off" maxLength={254} />
              </Field>
              <Field label={t('consent.people.language')} name="locale">
                <Select name="locale" defaultValue={locale}>
                  {locales.map((code) => (
                    <option key={code} value={code}>
                      {languageName(code)}
                    </option>
                  ))}
                </Select>
              </Field>
            </>
          )}
          <div className="flex justify-end">
            <Button type="submit" variant="primary" busy={working ? t('ui.saving') : undefined}>
              {t('consent.people.invite')}
            </Button>
          </div>
        </FormProblem>
      </form>
    </Dialog>
  )
}
