import clsx from 'clsx'
import { useEffect, useRef, useState } from 'react'
import { useT } from '../../../i18n/context.tsx'
import { Button } from '../../../ui/button.tsx'
import { Field, Input } from '../../../ui/field.tsx'

const askable = [
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
type Askable = (typeof askable)[number]
const papers = new Set<Askable>(['id_front', 'id_back', 'selfie_with_id', 'address', 'tax'])
const paperReasons = ['blurred', 'cut', 'covered', 'expired', 'otherPerson', 'missing'] as const
const fieldReasons = ['differs', 'incomplete'] as const

interface QuestionFormProps {
  busy: string | undefined
  onBack: () => void
  onSend: (fieldReasons: Partial<Record<Askable, string>>) => void
}

/** What should be sent again, and why: pick the things, then a ready sentence or one's own for each. */
export function QuestionForm({ busy, onBack, onSend }: QuestionFormProps) {
  const t = useT()
  const [asked, setAsked] = useState<Partial<Record<Askable, string>>>({})
  const first = useRef<HTMLButtonElement>(null)
  useEffect(() => first.current?.focus(), [])
  const chosen = askable.filter((name) => asked[name] !== undefined)
  const complete = chosen.length > 0 && chosen.every((name) => (asked[name] ?? '').trim().length >= 3)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (complete) onSend(Object.fromEntries(chosen.map((name) => [name, (asked[name] ?? '').trim()])))
      }}
      className="mt-3 grid gap-3"
    >
      <p className="text-sm text-ink-2">{t('review.moreHint')}</p>
      <div role="group" aria-label={t('review.moreWhat')} className="flex flex-wrap gap-1.5">
        {askable.map((name, at) => (
          <button
            key={name}
            ref={at === 0 ? first : undefined}
            type="button"
            aria-pressed={asked[name] !== undefined}
            onClick={() =>
              setAsked(({ [name]: before, ...others }) => (before === undefined ? { ...others, [name]: '' } : others))
            }
            className={clsx(
              'inline-flex h-8 items-center rounded-full px-3 text-xs font-[560] focus-visible:rounded-full pointer-coarse:h-10',
              asked[name] === undefined ? 'bg-surface-2 text-ink-2 hover:bg-surface-3' : 'bg-ink text-canvas',
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
                list={papers.has(name) ? 'paper-reasons' : 'field-reasons'}
                value={asked[name] ?? ''}
                onChange={(event) => setAsked({ ...asked, [name]: event.currentTarget.value })}
                placeholder={t('review.fieldWhy')}
              />
            </Field>
          ))}
        </div>
      ) : null}
      <datalist id="paper-reasons">
        {paperReasons.map((name) => (
          <option key={name}>{t(`review.paperReason.${name}`)}</option>
        ))}
      </datalist>
      <datalist id="field-reasons">
        {fieldReasons.map((name) => (
          <option key={name}>{t(`review.fieldReason.${name}`)}</option>
        ))}
      </datalist>
      <div className="flex justify-end gap-2">
        <Button look="ghost" onClick={onBack}>
          {t('ui.back')}
        </Button>
        <Button type="submit" look="primary" disabled={!complete} busy={busy}>
          {chosen.length ? t('review.ask', { count: chosen.length }) : t('review.askMore')}
        </Button>
      </div>
    </form>
  )
}
