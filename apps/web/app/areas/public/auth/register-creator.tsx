import { ArrowLeft, ArrowRight, ShieldCheck } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import {
  type ActionFunctionArgs,
  data,
  Form,
  Link,
  type LoaderFunctionArgs,
  useActionData,
  useLoaderData,
} from 'react-router'
import { upload, type UploadProgress } from '../../../api/client.ts'
import { asProblem, type ProblemData } from '../../../api/problem.ts'
import { apiOf, visitOf } from '../../../api/visit.ts'
import { withMessages } from '../../../i18n/area-messages.ts'
import { usePageFacts, useT } from '../../../i18n/context.tsx'
import { Button } from '../../../ui/button.tsx'
import { Field, Input, Select } from '../../../ui/field.tsx'
import { FormProblem } from '../../../ui/form.tsx'
import { PasswordField } from '../../../ui/password-field.tsx'
import { UploadBar } from '../../../ui/progress.tsx'
import { Fanlight } from '../../../ui/fanlight.tsx'
import { AuthPage } from './auth-page.tsx'
import { AcceptTerms } from './terms.tsx'
import { sha256 } from '../../../parts/hashed-password.ts'
import { DocumentField } from '../../../parts/document-field.tsx'
import { regions } from '../../../parts/regions.server.ts'

export const handle = { layout: 'public', signIn: 'none', messages: ['auth', 'documents', 'errors'] }
export const clientMiddleware = [withMessages('auth', 'documents', 'errors')]

const yearsMin = 18
const fileNames = ['idFront', 'idBack', 'selfieWithId'] as const
const fieldNames = ['name', 'username', 'email', 'password', 'gender', 'dateOfBirth', 'country', 'legalName'] as const
const steps = [
  { key: 'account', fields: ['name', 'username', 'email', 'password'] },
  { key: 'person', fields: ['legalName', 'dateOfBirth', 'country', 'gender'] },
  { key: 'documents', fields: [...fileNames, 'acceptTerms'] },
] as const

export async function loader({ context }: LoaderFunctionArgs) {
  const visit = visitOf(context)
  const newest = new Date()
  newest.setUTCFullYear(newest.getUTCFullYear() - yearsMin)
  return {
    regions: await regions(visit.api, await visit.locale()),
    bornBefore: newest.toISOString().slice(0, 10),
    likelyCountry: visit.country ?? '',
  }
}

/** Without scripts the whole form arrives here at once. With them the browser sends it to the API and shows the progress. */
export async function action({ request, context }: ActionFunctionArgs) {
  const form = await request.formData()
  const body = new FormData()
  for (const name of fieldNames) body.set(name, form.get(name) ?? '')
  for (const name of fileNames) body.set(name, form.get(name) ?? '')
  try {
    body.set('locale', await visitOf(context).locale())
    await apiOf(context).call('POST /auth/performers/register', { body } as never)
    return { done: true, problem: null }
  } catch (error) {
    const problem = asProblem(error)
    return data({ done: false, problem }, { status: problem.status || 503 })
  }
}

export default function RegisterCreator() {
  const t = useT()
  const answer = useActionData<typeof action>() as { done: boolean; problem: ProblemData | null } | undefined
  const [sent, setSent] = useState(false)
  if (sent || answer?.done) return <Sent />
  return (
    <AuthPage
      wide
      picture="kiln"
      title={t('auth.creator.title')}
      lead={t('auth.creator.lead')}
      foot={t.rich('auth.register.haveAccount', {
        link: (words) => (
          <Link to="/auth/login" className="link">
            {words}
          </Link>
        ),
      })}
    >
      <title>{t('auth.creator.title')}</title>
      <CreatorForm refused={answer?.problem ?? null} onSent={() => setSent(true)} />
    </AuthPage>
  )
}

function CreatorForm({ refused, onSent }: { refused: ProblemData | null; onSent: () => void }) {
  const t = useT()
  const { regions: countries, bornBefore, likelyCountry } = useLoaderData<typeof loader>()
  const { config, locale } = usePageFacts()
  const form = useRef<HTMLFormElement>(null)
  const [problem, setProblem] = useState(refused)
  const [step, setStep] = useState(() => stepOf(refused) ?? 0)
  const [progress, setProgress] = useState<UploadProgress | null>(null)
  const moved = useRef(false)

  // The first field of a new step gets the focus, so that a keyboard and a screen reader move on with the page.
  useEffect(() => {
    if (!moved.current) return
    form.current?.querySelector<HTMLElement>(`[data-step="${step}"] legend`)?.focus()
  }, [step])
  const go = (next: number) => {
    moved.current = true
    setStep(next)
  }
  const goOn = () => {
    const controls = form.current?.querySelectorAll<HTMLInputElement>(`[data-step="${step}"] :is(input, select)`) ?? []
    for (const control of controls) if (!control.reportValidity()) return
    go(step + 1)
  }

  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (progress) return
    if (step < steps.length - 1) return goOn()
    const values = new FormData(event.currentTarget)
    const text = (name: string) => String(values.get(name) ?? '').trim()
    setProblem(null)
    setProgress({ sentBytes: 0, totalBytes: 0, secondsLeft: null })
    try {
      const password = String(values.get('password') ?? '')
      await upload('POST /auth/performers/register', {
        fields: {
          ...Object.fromEntries(fieldNames.map((name) => [name, text(name)])),
          ...(config.hashPasswords ? { password: await sha256(password), hashed: true } : { password }),
          locale,
          acceptTerms: true,
        },
        files: Object.fromEntries(fileNames.map((name) => [name, values.get(name) as File])),
        onProgress: setProgress,
      })
      onSent()
    } catch (error) {
      const next = asProblem(error)
      setProblem(next)
      setStep(stepOf(next) ?? step)
    } finally {
      setProgress(null)
    }
  }

  const stepClass = (at: number) => `flex-col gap-5 noscript:flex ${at === step ? 'flex' : 'hidden'}`
  return (
    <Form
      ref={form}
      method="post"
      encType="multipart/form-data"
      onSubmit={send}
      noValidate={step < steps.length - 1}
      className="flex flex-col gap-6"
    >
      <ol className="grid grid-cols-3 gap-2 noscript:hidden">
        {steps.map(({ key }, at) => (
          <li
            key={key}
            aria-current={at === step ? 'step' : undefined}
            className={at <= step ? 'text-xs font-[620] text-primary-text' : 'text-xs font-[560] text-ink-3'}
          >
            <span
              className={
                at <= step ? 'mb-2 block h-1 rounded-full bg-primary' : 'mb-2 block h-1 rounded-full bg-surface-3'
              }
            />
            {at + 1}. {t(`auth.creator.step.${key}`)}
          </li>
        ))}
      </ol>
      <FormProblem problem={problem}>
        <fieldset data-step="0" className={stepClass(0)}>
          <legend tabIndex={-1} className="sr-only">
            {t('auth.creator.step.account')}
          </legend>
          <div className="grid gap-5 sm:grid-cols-2">
            <Field label={t('auth.creator.name')} name="name" hint={t('auth.creator.nameHint')} required>
              <Input autoComplete="nickname" maxLength={80} />
            </Field>
            <Field label={t('auth.username')} name="username" hint={t('auth.usernameHint')} required>
              <Input
                autoComplete="username"
                autoCapitalize="none"
                spellCheck={false}
                minLength={3}
                maxLength={30}
                pattern="[A-Za-z0-9_.]+"
                start={<span aria-hidden="true">@</span>}
                className="ps-9!"
              />
            </Field>
          </div>
          <Field label={t('auth.email')} name="email" required>
            <Input type="email" autoComplete="email" inputMode="email" />
          </Field>
          <PasswordField label={t('auth.password')} name="password" autoComplete="new-password" rules />
        </fieldset>

        <fieldset data-step="1" className={stepClass(1)}>
          <legend tabIndex={-1} className="sr-only">
            {t('auth.creator.step.person')}
          </legend>
          <p className="flex gap-3 rounded-lg bg-primary-soft px-4 py-3.5 text-sm text-primary-soft-ink">
            <ShieldCheck className="icon" aria-hidden="true" />
            {t('auth.creator.private')}
          </p>
          <Field label={t('auth.creator.legalName')} name="legalName" hint={t('auth.creator.legalNameHint')} required>
            <Input autoComplete="name" maxLength={120} />
          </Field>
          <div className="grid gap-5 sm:grid-cols-2">
            <Field
              label={t('auth.creator.dateOfBirth')}
              name="dateOfBirth"
              hint={t('auth.creator.age', { count: yearsMin })}
              required
            >
              <Input type="date" autoComplete="bday" max={bornBefore} min="1900-01-01" />
            </Field>
            <Field label={t('auth.creator.gender')} name="gender" required>
              <Select defaultValue="">
                <option value="" disabled>
                  {t('ui.choose')}
                </option>
                <option value="female">{t('auth.gender.female')}</option>
                <option value="male">{t('auth.gender.male')}</option>
                <option value="transgender">{t('auth.gender.transgender')}</option>
              </Select>
            </Field>
          </div>
          <Field label={t('auth.creator.country')} name="country" required>
            <Select defaultValue={likelyCountry} autoComplete="country">
              <option value="" disabled>
                {t('ui.choose')}
              </option>
              {countries.map(({ code, name }) => (
                <option key={code} value={code}>
                  {name}
                </option>
              ))}
            </Select>
          </Field>
        </fieldset>

        <fieldset data-step="2" className={stepClass(2)}>
          <legend tabIndex={-1} className="sr-only">
            {t('auth.creator.step.documents')}
          </legend>
          <p className="text-sm text-ink-2">{t('documents.lead')}</p>
          <DocumentField
            name="idFront"
            label={t('documents.idFront')}
            hint={t('documents.idFrontHint')}
            facing="environment"
          />
          <DocumentField
            name="idBack"
            label={t('documents.idBack')}
            hint={t('documents.idBackHint')}
            facing="environment"
          />
          <DocumentField
            name="selfieWithId"
            label={t('documents.selfie')}
            hint={t('documents.selfieHint')}
            facing="user"
          />
          <AcceptTerms />
        </fieldset>
      </FormProblem>

      {progress ? <UploadBar progress={progress} label={t('auth.creator.sending')} /> : null}
      <div className="flex items-center justify-between gap-3">
        {step > 0 ? (
          <Button
            look="ghost"
            size="lg"
            className="-ms-4 noscript:hidden"
            disabled={Boolean(progress)}
            onClick={() => go(step - 1)}
          >
            <ArrowLeft className="rtl:-scale-x-100" aria-hidden="true" />
            {t('ui.back')}
          </Button>
        ) : (
          <span />
        )}
        {step < steps.length - 1 ? (
          <Button look="primary" size="lg" className="noscript:hidden" onClick={goOn}>
            {t('auth.creator.next')}
            <ArrowRight className="rtl:-scale-x-100" aria-hidden="true" />
          </Button>
        ) : null}
        <span className={step < steps.length - 1 ? 'hidden noscript:contents' : 'contents'}>
          <Button type="submit" look="primary" size="lg" busy={progress ? t('auth.creator.sending') : undefined}>
            {t('auth.creator.submit')}
          </Button>
        </span>
      </div>
    </Form>
  )
}

/** The step that holds the first refused field. */
function stepOf(problem: ProblemData | null): number | undefined {
  if (!problem) return undefined
  const paths = new Set(problem.errors.map(({ path }) => path.split('.').at(-1)))
  const at = steps.findIndex(({ fields }) => fields.some((field) => paths.has(field)))
  return at < 0 ? undefined : at
}

function Sent() {
  const t = useT()
  return (
    <div className="mx-auto flex max-w-lg flex-col items-center px-6 py-20 text-center">
      <title>{t('auth.creator.sentTitle')}</title>
      <Fanlight share={1} opening className="w-40" />
      <h1 className="mt-8 text-3xl">{t('auth.creator.sentTitle')}</h1>
      <p role="status" className="mt-3 text-lg text-ink-2">
        {t('auth.creator.sent')}
      </p>
      <Link to="/auth/login" className="link mt-7 text-base">
        {t('auth.backToLogin')}
      </Link>
    </div>
  )
}
