import clsx from 'clsx'
import { useEffect, useRef, useState } from 'react'
import { useT } from '../../../i18n/context.tsx'
import { Button } from '../../../ui/button.tsx'
import { Field, Input } from '../../../ui/field.tsx'

const questionFields = [
  'id_front',
  'id_back',
  'selfie_with_id',
  'legalName',
  'dateOfBirth',
  'country',
  'documentExpiresOn',
  'address',
  'tax',
] as const
type QuestionField = (typeof questionFields)[number]
const documents = new Set<QuestionField>(['id_front', 'id_back', 'selfie_with_id', 'address', 'tax'])
const documentReasons = ['blurred', 'cut', 'covered', 'expired', 'otherPerson', 'missing'] as const
const fieldReasons = ['differs', 'incomplete'] as const

interface QuestionFormProps {
  busy: string | undefined
  onBack: () => void
  onSend: (fieldReasons: Partial<Record<QuestionField, string>>) => void
}

/** What should be sent again, and why: pick the things, then a ready sentence or one's own for each. */
export function QuestionForm({ busy, onBack, onSend }: QuestionFormProps) {
  const t = useT()
  const [questions, setQuestions] = useState<Partial<Record<QuestionField, string>>>({})
  const first = useRef<HTMLButtonElement>(null)
  useEffect(() => first.current?.focus(), [])
  const chosen = questionFields.filter((name) => questions[name] !== undefined)
  const complete = chosen.length > 0 && chosen.every((name) => (questions[name] ?? '').trim().length >= 3)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (complete) onSend(Object.fromEntries(chosen.map((name) => [name, (questions[name] ?? '').trim()])))
      }}
      className="mt-3 grid gap-3"
    >
      <p className="text-sm text-ink-2">{t('review.moreHint')}</p>
      <div role="group" aria-label={t('review.moreWhat')} className="flex flex-wrap gap-1.5">
        {questionFields.map((name, at) => (
          <button
            key={name}
            ref={at === 0 ? first : undefined}
            type="button"
            aria-pressed={questions[name] !== undefined}
            onClick={() =>
              setQuestions(({ [name]: before, ...others }) =>
                before === undefined ? { ...others, [name]: '' } : others,
              )
            }
            className={clsx(
              'inline-flex h-8 items-center rounded-full px-3 text-xs font-medium focus-visible:rounded-full pointer-coarse:h-10',
              questions[name] === undefined ? 'bg-surface-2 text-ink-2 hover:bg-surface-3' : 'bg-ink text-canvas',
            )}
          >
            {t(`review.field.${name}`)}
          </button>
        ))}
      </div>
      {chosen.length ? (
        <div className="grid max-h-[32dvh] gap-2.5 overflow-y-auto p-0.5 sm:grid-cols-2">
          {chosen.map((name) => (
            <Field key={name} label={t(`review.field.${name}`)} name={`fieldReasons.${name}`}>
              <Input
                small
                autoFocus
                minLength={3}
                maxLength={500}
                list={documents.has(name) ? 'document-reasons' : 'field-reasons'}
                value={questions[name] ?? ''}
                onChange={(event) => setQuestions({ ...questions, [name]: event.currentTarget.value })}
                placeholder={t('review.fieldWhy')}
              />
            </Field>
          ))}
        </div>
      ) : null}
      <datalist id="document-reasons">
        {documentReasons.map((name) => (
          <option key={name}>{t(`review.documentReason.${name}`)}</option>
        ))}
      </datalist>
      <datalist id="field-reasons">
        {fieldReasons.map((name) => (
          <option key={name}>{t(`review.fieldReason.${name}`)}</option>
        ))}
      </datalist>
      <div className="flex justify-end gap-2">
        <Button variant="ghost" onClick={onBack}>
          {t('ui.back')}
        </Button>
        <Button type="submit" variant="primary" disabled={!complete} busy={busy}>
          {chosen.length ? t('review.request', { count: chosen.length }) : t('review.requestMore')}
        </Button>
      </div>
    </form>
  )
}
