import { messageCharsMax } from '@fanlight/contract/limits'
import { formOf, gapsOf, inForm, marksOf, misfit, numbersOf } from '@fanlight/contract/message-fit'
import { useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { useFormats, useT } from '../../../i18n/context.tsx'
import { useMutation } from '../../../parts/forms/use-mutation.ts'
import { Button } from '../../../ui/button.tsx'
import { Sheet } from '../../../ui/dialog.tsx'
import { Field, Input, Textarea } from '../../../ui/field.tsx'
import { FormProblem } from '../../../ui/form.tsx'
import { toast } from '../../../ui/toast.tsx'
import { Gapped } from './placeholder-text.tsx'
import type { StaffMessage } from './translations.tsx'

interface MessageSheetProps {
  message: StaffMessage
  locale: string
  language: string
  dir: 'ltr' | 'rtl'
  onClose: () => void
}

/** One message: the shipped text, the text of this site, and whether that text is valid, checked while typing. */
export function MessageSheet({ message, locale, language, dir, onClose }: MessageSheetProps) {
  const t = useT()
  const { ago } = useFormats()
  const { revalidate } = useRevalidator()
  const { key: name, english, shipped } = message
  const likeness = shipped ?? english
  const [translation, setTranslation] = useState(message.value ?? shipped ?? '')
  const { send, working, problem } = useMutation()
  const [pressed, setPressed] = useState<'save' | 'reset'>('save')
  const area = useRef<HTMLTextAreaElement>(null)
  const form = useRef<HTMLFormElement>(null)
  const isGone = english === '' && shipped === null
  const wrong = translation.trim() === '' || isGone ? undefined : misfit(locale, name, translation.trim(), likeness)
  const needed = [...new Set([...gapsOf(likeness), ...marksOf(likeness)])]

  const save = async (value: string | null) => {
    if (working || (value !== null && wrong)) return
    const reason = String(new FormData(form.current ?? undefined).get('reason') ?? '').trim()
    setPressed(value === null ? 'reset' : 'save')
    const body = { locale, key: name, value, reason }
    if (!(await send('PUT /admin/translations', { body, once: true }))) return
    toast.success(value === null ? 'staff.translations.wasReset' : 'staff.translations.saved')
    await revalidate()
    onClose()
  }
  const insert = (piece: string) => {
    const field = area.current
    if (!field) return
    const { selectionStart: from, selectionEnd: to } = field
    setTranslation(`${translation.slice(0, from)}${piece}${translation.slice(to)}`)
    field.focus()
    requestAnimationFrame(() => field.setSelectionRange(from + piece.length, from + piece.length))
  }
  return (
    <Sheet
      open
      onOpenChange={(isOpen) => isOpen || onClose()}
      title={t('staff.translations.sheet', { language })}
      description={<bdi className="font-mono text-xs break-all">{name}</bdi>}
      locked={working}
      initialFocus={area}
      footer={
        <div className="flex flex-wrap justify-end gap-2">
          {message.value === null ? null : (
            <Button
              variant="ghost"
              className="me-auto"
              busy={working && pressed === 'reset' ? t('ui.saving') : undefined}
              onClick={() => form.current?.reportValidity() && void save(null)}
            >
              {t('staff.translations.reset')}
            </Button>
          )}
          <Button variant="ghost" onClick={onClose}>
            {t('ui.back')}
          </Button>
          <Button
            type="submit"
            form="message"
            variant="primary"
            disabled={wrong !== undefined || isGone}
            busy={working && pressed === 'save' ? t('ui.saving') : undefined}
          >
            {t('staff.translations.save')}
          </Button>
        </div>
      }
    >
      <form
        id="message"
        ref={form}
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          void save(translation.trim())
        }}
      >
        <FormProblem problem={problem}>
          {isGone ? <p className="text-sm text-ink-2">{t('staff.translations.gone')}</p> : null}
          {locale === 'en-US' || isGone ? null : (
            <TranslationForm label={t('staff.translations.english')} lang="en" text={english} />
          )}
          {isGone ? null : (
            <TranslationForm
              label={t('staff.translations.shipped')}
              lang={locale}
              dir={dir}
              text={shipped}
              none={t('staff.translations.notShipped')}
            />
          )}
          <Form locale={locale} name={name} />
          <Field
            label={t('staff.translations.ours')}
            name="value"
            error={wrong ? t(`fields.${wrong}`) : undefined}
            hint={
              message.changedAt
                ? t('staff.translations.changedBy', {
                    ago: ago(message.changedAt),
                    name: message.changedBy ?? t('site.settings.commandLine'),
                  })
                : undefined
            }
            required
          >
            <Textarea
              ref={area}
              lang={locale}
              dir={dir}
              maxLength={messageCharsMax}
              disabled={isGone}
              value={translation}
              onChange={(event) => setTranslation(event.currentTarget.value)}
            />
          </Field>
          {needed.length > 0 && !isGone ? (
            <div>
              <p className="text-xs text-ink-3">{t('staff.translations.keep')}</p>
              <ul className="mt-1.5 flex flex-wrap gap-1.5">
                {needed.map((piece) => (
                  <li key={piece}>
                    <Button size="sm" className="font-mono text-xs!" onClick={() => insert(piece)}>
                      <bdi>{piece}</bdi>
                    </Button>
                  </li>
                ))}
              </ul>
            </div>
          ) : null}
          <Field label={t('staff.translations.why')} name="reason" hint={t('staff.translations.whyHint')} required>
            <Input small minLength={3} maxLength={300} />
          </Field>
        </FormProblem>
      </form>
    </Sheet>
  )
}

interface TranslationFormProps {
  label: string
  lang: string
  dir?: 'ltr' | 'rtl'
  text: string | null
  none?: string
}
const TranslationForm = ({ label, lang, dir = 'ltr', text, none = '–' }: TranslationFormProps) => (
  <div>
    <p className="text-sm font-semibold">{label}</p>
    {text === null ? (
      <p className="mt-1 text-sm text-ink-3">{none}</p>
    ) : (
      <p
        lang={lang}
        dir={dir}
        className="mt-1 rounded-sm bg-surface-2 px-3 py-2 text-sm break-words whitespace-pre-wrap"
      >
        <Gapped text={text} />
      </p>
    )}
  </div>
)

const examplesMax = 6

/** Which numbers a plural form is for, in this language. */
function Form({ locale, name }: { locale: string; name: string }) {
  const t = useT()
  const { number } = useFormats()
  const form = formOf(name)
  if (!form) return null
  const numbers = numbersOf(locale, name)
  const shown = numbers.slice(0, examplesMax).map(number).join(t('staff.translations.between'))
  return (
    <p className="text-xs text-ink-2">
      {numbers.length === 0
        ? t('staff.translations.formRest', { form, key: inForm(name, 'other') })
        : numbers.length > examplesMax
          ? t('staff.translations.formMany', { form, numbers: shown })
          : t('staff.translations.formFew', { form, numbers: shown })}
    </p>
  )
}
