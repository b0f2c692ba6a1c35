import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { type Reply } from '../../../api/client.ts'
import { upload, type UploadProgress } from '../../../api/upload.ts'
import { asProblem, type ProblemData } from '../../../api/problem.ts'
import { useT } from '../../../i18n/context.tsx'
import { DocumentField } from '../../../parts/verification/document-field.tsx'
import type { Region } from '../../../parts/geo/regions.server.ts'
import { Button } from '../../../ui/button.tsx'
import { CountryPicker } from '../../../parts/geo/country-picker.tsx'
import { Field, Input } from '../../../ui/field.tsx'
import { FormProblem } from '../../../ui/form.tsx'
import { UploadBar } from '../../../ui/progress.tsx'
import { toast } from '../../../ui/toast.tsx'

export type Verification = Reply<'GET /performers/me/verification'>['data']
const documents = [
  { name: 'idFront', kind: 'id_front', hint: 'idFrontHint', label: 'idFront', facing: 'environment' },
  { name: 'idBack', kind: 'id_back', hint: 'idBackHint', label: 'idBack', facing: 'environment' },
  { name: 'selfieWithId', kind: 'selfie_with_id', hint: 'selfieHint', label: 'selfie', facing: 'user' },
  { name: 'address', kind: 'address', hint: 'addressHint', label: 'address', facing: 'environment' },
  { name: 'tax', kind: 'tax', hint: 'taxHint', label: 'tax', facing: 'environment' },
] as const
const needed = new Set<string>(['id_front', 'id_back', 'selfie_with_id'])
const fieldNames = ['legalName', 'dateOfBirth', 'country', 'documentExpiresOn'] as const

/** After a reviewer's question, only the requested items; otherwise all documents again, and the details that have changed. */
export function SendDocuments({
  verification,
  countries,
}: {
  verification: Verification
  countries: readonly Region[]
}) {
  const t = useT()
  const { revalidate } = useRevalidator()
  const [files, setFiles] = useState<Record<string, File>>({})
  const [progress, setProgress] = useState<UploadProgress | null>(null)
  const [problem, setProblem] = useState<ProblemData | null>(null)
  const questionsByField = verification.fieldReasons
  const question = verification.status === 'more_info'
  const first = verification.status === 'draft'
  const renewing = verification.status === 'approved' || verification.status === 'expired'
  // A document of the address and a tax form may be sent at the same time: some creators need them before their first payout.
  const shownDocuments = documents.filter(({ kind }) => !question || questionsByField[kind])
  const shownFields = fieldNames.filter((name) => !question || questionsByField[name])
  const send = async (form: FormData) => {
    if (progress) return
    setProblem(null)
    const totalBytes = Object.values(files).reduce((sum, { size }) => sum + size, 0)
    setProgress({ sentBytes: 0, totalBytes, secondsLeft: null })
    try {
      await upload('POST /performers/documents/upload', {
        fields: Object.fromEntries(shownFields.map((name) => [name, String(form.get(name) ?? '').trim() || undefined])),
        files,
        onProgress: setProgress,
      })
      toast.success('studio.verification.sent')
      setFiles({})
      await revalidate()
    } catch (error) {
      setProblem(asProblem(error))
    } finally {
      setProgress(null)
    }
  }
  /** What is changed only if it has to be carries that beside its name. */
  const field = (name: (typeof fieldNames)[number]) => ({
    name,
    required: first ? name !== 'documentExpiresOn' : question || (renewing && name === 'documentExpiresOn'),
    optional:
      first || question || (renewing && name === 'documentExpiresOn') ? undefined : t('studio.verification.ifChanged'),
    hint: questionsByField[name] ? (
      <span className="text-sm text-token-text">{t('documents.requested', { why: questionsByField[name] ?? '' })}</span>
    ) : undefined,
  })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void send(new FormData(event.currentTarget))
      }}
      className="rounded-lg bg-surface p-4 ring-1 ring-line md:p-5"
    >
      <h2 className="text-lg">
        {t(
          question ? 'studio.verification.answer' : renewing ? 'creator.documents.renew' : 'studio.verification.again',
        )}
      </h2>
      <p className="mt-1 text-sm text-ink-2">
        {t(question ? 'studio.verification.answerHint' : 'studio.verification.againHint')}
      </p>
      <FormProblem problem={problem}>
        {shownDocuments.length ? (
          <div className="mt-4 grid gap-3">
            {shownDocuments.map(({ name, kind, label, hint, facing }) => (
              <DocumentField
                key={`${name}-${verification.submittedAt ?? ''}`}
                name={name}
                label={t(`documents.${label}`)}
                hint={t(`documents.${hint}`)}
                facing={facing}
                required={question || (needed.has(kind) && kind !== 'id_back')}
                reason={questionsByField[kind]}
                onChange={(file) =>
                  setFiles(({ [name]: _before, ...others }) => (file ? { ...others, [name]: file } : others))
                }
              />
            ))}
          </div>
        ) : null}
        {shownFields.length ? (
          <div className="mt-5 grid gap-4 sm:grid-cols-2">
            {shownFields.includes('legalName') ? (
              <Field label={t('studio.verification.legalName')} {...field('legalName')}>
                <Input autoComplete="name" maxLength={120} />
              </Field>
            ) : null}
            {shownFields.includes('dateOfBirth') ? (
              <Field label={t('studio.verification.birth')} {...field('dateOfBirth')}>
                <Input type="date" autoComplete="bday" />
              </Field>
            ) : null}
            {shownFields.includes('country') ? (
              <Field label={t('studio.verification.country')} {...field('country')}>
                <CountryPicker countries={countries} title={t('studio.verification.country')} />
              </Field>
            ) : null}
            {shownFields.includes('documentExpiresOn') ? (
              <Field label={t('studio.verification.expires')} {...field('documentExpiresOn')}>
                <Input type="date" />
              </Field>
            ) : null}
          </div>
        ) : null}
        <div className="mt-5">
          {progress ? <UploadBar progress={progress} label={t('studio.verification.sending')} /> : null}
          <Button
            type="submit"
            variant="primary"
            size="lg"
            className="mt-3"
            busy={progress ? t('studio.verification.sending') : undefined}
          >
            {t('studio.verification.send')}
          </Button>
        </div>
      </FormProblem>
    </form>
  )
}
