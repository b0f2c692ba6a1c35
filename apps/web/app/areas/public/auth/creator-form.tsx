import { ArrowLeft, ArrowRight } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Form } from 'react-router'
import { upload, type UploadProgress } from '../../../api/upload.ts'
import { asProblem, type ProblemData } from '../../../api/problem.ts'
import { usePageInfo, useT } from '../../../i18n/context.tsx'
import { Captcha } from '../../../parts/account/captcha.tsx'
import { sha256 } from '../../../parts/account/hashed-password.ts'
import { Button } from '../../../ui/button.tsx'
import { FormProblem } from '../../../ui/form.tsx'
import { UploadBar } from '../../../ui/progress.tsx'
import { fieldNames, fileNames, steps } from './creator-fields.ts'
import { AccountStep, DocumentsStep, PersonStep } from './creator-steps.tsx'

/** The application in three steps; the browser sends it to the API and shows how far it is. */
export function CreatorForm({ refused, onSent }: { refused: ProblemData | null; onSent: () => void }) {
  const t = useT()
  const { config, locale } = usePageInfo()
  const form = useRef<HTMLFormElement>(null)
  const [problem, setProblem] = useState(refused)
  const [step, setStep] = useState(() => stepOf(refused) ?? 0)
  const [progress, setProgress] = useState<UploadProgress | null>(null)
  const moved = useRef(false)
  // State changes only with the next render: a second press may come before it.
  const isSending = useRef(false)

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
    // Every field is checked, so that all missing input is shown at once.
    if ([...controls].filter((control) => !control.reportValidity()).length === 0) go(step + 1)
  }

  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isSending.current) return
    if (step < steps.length - 1) return goOn()
    const values = new FormData(event.currentTarget)
    const text = (name: string) => String(values.get(name) ?? '').trim()
    isSending.current = true
    setProblem(null)
    setProgress({ sentBytes: 0, totalBytes: 0, secondsLeft: null })
    try {
      const password = String(values.get('password') ?? '')
      await upload('POST /auth/performers/register', {
        fields: {
          ...Object.fromEntries(fieldNames.map((name) => [name, text(name)])),
          ...(config.hashPasswords ? { password: await sha256(password), hashed: true } : { password }),
          locale,
          timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
          acceptTerms: true,
          ...(text('captcha') && { captcha: text('captcha') }),
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
      isSending.current = false
      setProgress(null)
    }
  }

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
            className={at <= step ? 'text-xs font-strong text-primary-text' : 'text-xs font-medium text-ink-3'}
          >
            <span
              className={
                at <= step
                  ? 'swatch mb-2 block h-1 rounded-full bg-primary forced-colors:bg-[Highlight]'
                  : 'mb-2 block h-1 rounded-full bg-surface-3 forced-colors:border'
              }
            />
            {at + 1}. {t(`auth.creator.step.${key}`)}
          </li>
        ))}
      </ol>
      <FormProblem problem={problem}>
        <AccountStep shown={step} onUsernameTaken={() => step > 0 && go(0)} />
        <PersonStep shown={step} />
        <DocumentsStep shown={step} />
        <Captcha problem={problem} />
      </FormProblem>

      {progress ? <UploadBar progress={progress} label={t('auth.creator.sending')} /> : null}
      <div className="flex items-center justify-between gap-3">
        {step > 0 ? (
          <Button
            variant="ghost"
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
          <Button variant="primary" size="lg" className="noscript:hidden" onClick={goOn}>
            {t('auth.creator.next')}
            <ArrowRight className="rtl:-scale-x-100" aria-hidden="true" />
          </Button>
        ) : null}
        <span className={step < steps.length - 1 ? 'hidden noscript:contents' : 'contents'}>
          <Button type="submit" variant="primary" size="lg" busy={progress ? t('auth.creator.sending') : undefined}>
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
