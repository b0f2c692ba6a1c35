import { CircleCheck, Clock3, FileWarning, ShieldAlert } from 'lucide-react'
import { useState } from 'react'
import { type LoaderFunctionArgs, useLoaderData, useRevalidator } from 'react-router'
import { type Reply, upload, type UploadProgress } from '../../../api/client.ts'
import { asProblem, type ProblemData } from '../../../api/problem.ts'
import { apiOf } from '../../../api/visit.ts'
import { withMessages } from '../../../i18n/area-messages.ts'
import { useFormats, useT } from '../../../i18n/context.tsx'
import { PageHead } from '../../../layouts/page-head.tsx'
import { PageTitle } from '../../../parts/page-title.tsx'
import { Badge, type Tone } from '../../../ui/badge.tsx'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Field, Input } from '../../../ui/field.tsx'
import { FormProblem } from '../../../ui/form.tsx'
import { UploadBar } from '../../../ui/progress.tsx'
import { toast } from '../../../ui/toast.tsx'
import { FileDrop } from '../pieces/file-drop.tsx'

export const handle = { messages: ['studio'] }
export const clientMiddleware = [withMessages('studio')]
export const meta = () => [{ name: 'robots', content: 'noindex' }]

export async function loader({ context }: LoaderFunctionArgs) {
  const { data } = await apiOf(context).call('GET /performers/me/verification')
  return { verification: data }
}

type Verification = Reply<'GET /performers/me/verification'>['data']
const openStates = new Set<Verification['status']>(['draft', 'more_info', 'rejected', 'expired'])
const tones: Record<string, Tone> = { approved: 'leaf', rejected: 'ember', expired: 'ember', pending: 'sky' }
const papers = [
  ['idFront', 'id_front'],
  ['idBack', 'id_back'],
  ['selfieWithId', 'selfie_with_id'],
] as const

export default function VerificationPage() {
  const t = useT()
  const { verification } = useLoaderData<typeof loader>()
  return (
    <div className="mx-auto max-w-[760px]">
      <PageTitle>{t('studio.verification.title')}</PageTitle>
      <PageHead title={t('studio.verification.title')} detail={t('studio.verification.detail')} back="/creator" />
      <Standing verification={verification} />
      {verification.documents.length ? <Documents verification={verification} /> : null}
      {openStates.has(verification.status) ? <SendAgain verification={verification} /> : null}
    </div>
  )
}

function Standing({ verification }: { verification: Verification }) {
  const t = useT()
  const { date } = useFormats()
  const { status } = verification
  const good = status === 'approved'
  const waiting = status === 'submitted' || status === 'in_review'
  const Icon = good ? CircleCheck : waiting ? Clock3 : status === 'revoked' ? ShieldAlert : FileWarning
  const box = good
    ? 'bg-success-soft text-success-soft-ink'
    : waiting
      ? 'bg-primary-soft text-primary-soft-ink'
      : 'bg-token-soft text-token-soft-ink'
  return (
    <section className={`flex gap-4 rounded-lg p-5 ${box}`}>
      <Icon className="icon mt-0.5 size-6!" aria-hidden="true" />
      <div className="min-w-0">
        <h2 className="text-lg">{t.maybe(`studio.verification.state.${status}`)}</h2>
        <p className="mt-1 text-sm">{t.maybe(`studio.verification.next.${status}`)}</p>
        {verification.reason && !good ? (
          <p className="mt-2 rounded-md bg-surface/60 px-3.5 py-2.5 text-sm whitespace-pre-line">
            {verification.reason}
          </p>
        ) : null}
        {verification.submittedAt ? (
          <p className="mt-2 text-xs">
            {t('studio.verification.sentOn', { date: date(verification.submittedAt) })}
            {verification.decidedAt
              ? ` · ${t('studio.verification.decidedOn', { date: date(verification.decidedAt) })}`
              : ''}
          </p>
        ) : null}
        {good ? (
          <ButtonLink to="/creator/posts/new" look="ink" size="sm" className="mt-4">
            {t('studio.newPost')}
          </ButtonLink>
        ) : null}
      </div>
    </section>
  )
}

function Documents({ verification }: { verification: Verification }) {
  const t = useT()
  const { date } = useFormats()
  return (
    <section className="mt-6 rounded-lg bg-surface px-5 py-4 ring-1 ring-line">
      <h2 className="text-lg">{t('studio.verification.papers')}</h2>
      <p className="mt-0.5 text-xs text-ink-3">{t('studio.verification.papersHint')}</p>
      <ul className="mt-2">
        {verification.documents.map((paper) => (
          <li
            key={`${paper.kind}-${paper.createdAt}`}
            className="flex items-start justify-between gap-4 border-t border-line py-3 first:border-0"
          >
            <div className="min-w-0">
              <p className="font-[600]">{t.maybe(`studio.verification.kind.${paper.kind}`)}</p>
              <p className="text-xs text-ink-3">
                {t('studio.verification.sentOn', { date: date(paper.createdAt) })}
                {paper.expiresOn ? ` · ${t('studio.verification.expiresOn', { date: date(paper.expiresOn) })}` : ''}
              </p>
              {Object.values(paper.fieldReasons).map((reason) => (
                <p key={reason} className="mt-1 text-sm text-danger-text">
                  {reason}
                </p>
              ))}
            </div>
            <Badge tone={tones[paper.status] ?? 'quiet'}>
              {t.maybe(`studio.verification.paperState.${paper.status}`)}
            </Badge>
          </li>
        ))}
      </ul>
    </section>
  )
}

function SendAgain({ verification }: { verification: Verification }) {
  const t = useT()
  const { revalidate } = useRevalidator()
  const [files, setFiles] = useState<Partial<Record<(typeof papers)[number][0], File>>>({})
  const [progress, setProgress] = useState<UploadProgress | null>(null)
  const [problem, setProblem] = useState<ProblemData | null>(null)
  const asked = verification.fieldReasons
  const send = async (form: FormData) => {
    if (progress) return
    setProblem(null)
    setProgress({
      sentBytes: 0,
      totalBytes: Object.values(files).reduce((sum, file) => sum + (file?.size ?? 0), 0),
      secondsLeft: null,
    })
    const fields = Object.fromEntries(
      ['legalName', 'dateOfBirth', 'country', 'documentExpiresOn'].map((name) => [
        name,
        String(form.get(name) ?? '').trim() || undefined,
      ]),
    )
    try {
      await upload('POST /performers/documents/upload', {
        fields,
        files: files as Record<string, File>,
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
  return (
    <form action={(form) => void send(form)} className="mt-6 rounded-lg bg-surface p-5 ring-1 ring-line">
      <h2 className="text-lg">{t('studio.verification.again')}</h2>
      <p className="mt-1 text-sm text-ink-2">{t('studio.verification.againHint')}</p>
      <FormProblem problem={problem}>
        <div className="mt-4 grid gap-3 sm:grid-cols-3">
          {papers.map(([name, kind]) => {
            const file = files[name]
            const wrong = asked[kind] ?? problem?.errors.find(({ path }) => path.endsWith(name))?.message
            return (
              <div key={name}>
                <FileDrop
                  name={name}
                  accept="image/jpeg,image/png,image/webp,image/heic,application/pdf"
                  label={t.maybe(`studio.verification.kind.${kind}`)}
                  hint={file ? file.name : t('studio.verification.dropHint')}
                  disabled={Boolean(progress)}
                  onFiles={([first]) => first && setFiles({ ...files, [name]: first })}
                  className={file ? 'border-success-text! bg-success-soft!' : wrong ? 'border-danger-text!' : 'h-full'}
                />
                {wrong && !file ? <p className="mt-1.5 text-xs text-danger-text">{wrong}</p> : null}
              </div>
            )
          })}
        </div>
        <div className="mt-5 grid gap-4 sm:grid-cols-2">
          <Field
            label={t('studio.verification.legalName')}
            name="legalName"
            optional={t('studio.verification.ifChanged')}
            error={asked['legalName']}
          >
            <Input autoComplete="name" />
          </Field>
          <Field
            label={t('studio.verification.birth')}
            name="dateOfBirth"
            optional={t('studio.verification.ifChanged')}
            error={asked['dateOfBirth']}
          >
            <Input type="date" autoComplete="bday" />
          </Field>
          <Field
            label={t('studio.verification.country')}
            name="country"
            optional={t('studio.verification.ifChanged')}
            hint={t('studio.verification.countryHint')}
            error={asked['country']}
          >
            <Input maxLength={2} pattern="[A-Z]{2}" autoComplete="country" className="uppercase" />
          </Field>
          <Field
            label={t('studio.verification.expires')}
            name="documentExpiresOn"
            optional={t('studio.verification.ifChanged')}
            error={asked['documentExpiresOn']}
          >
            <Input type="date" />
          </Field>
        </div>
        <div className="mt-5">
          {progress ? <UploadBar progress={progress} label={t('studio.verification.sending')} /> : null}
          <Button
            type="submit"
            look="primary"
            size="lg"
            className="mt-3"
            busy={progress ? t('studio.verification.sending') : undefined}
            disabled={Object.keys(files).length === 0 && Object.keys(asked).length === 0}
          >
            {t('studio.verification.send')}
          </Button>
        </div>
      </FormProblem>
    </form>
  )
}
