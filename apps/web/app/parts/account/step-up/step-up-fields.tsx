import { CircleCheck, KeyRound, Mail } from 'lucide-react'
import { type MouseEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { call } from '../../../api/client.ts'
import { asProblem, type ProblemData } from '../../../api/problem.ts'
import { useT } from '../../../i18n/context.tsx'
import { Button } from '../../../ui/button.tsx'
import { Field, Input } from '../../../ui/field.tsx'
import { FormProblem } from '../../../ui/form.tsx'
import { PasswordField } from '../../../ui/password-field.tsx'
import { Skeleton } from '../../../ui/states.tsx'
import { toast } from '../../../ui/toast.tsx'
import { requestPasskey, PasskeyStopped } from '../passkey.ts'
import { type StepUpState, isMissing } from './step-up.ts'

interface StepUpFieldsProps {
  stepUp: StepUpState
  /** What the password is called here. */
  password?: ReactNode
  /** A code was mailed by sending the form, as browsers without scripts do. */
  isMailed?: boolean | undefined
}

/** The step-up fields of a form: only for the methods that the account has. */
export function StepUpFields({ stepUp, password, isMailed = false }: StepUpFieldsProps) {
  const t = useT()
  return (
    <>
      {stepUp.password ? (
        <PasswordField
          label={password ?? t('stepUp.password')}
          name="currentPassword"
          autoComplete="current-password"
        />
      ) : null}
      {!stepUp.isFresh && stepUp.methods.length > 0 ? <SecondFactorFields methods={stepUp.methods} /> : null}
      {!stepUp.isFresh && stepUp.email ? <MailedCodeField email={stepUp.email} isMailed={isMailed} /> : null}
    </>
  )
}

function SecondFactorFields({ methods }: Pick<StepUpState, 'methods'>) {
  const t = useT()
  const [passkey, setPasskey] = useState<string | null>(null)
  const [hasPasskeys, setHasPasskeys] = useState(false)
  const [busy, setBusy] = useState(false)
  useEffect(() => setHasPasskeys(globalThis.PublicKeyCredential !== undefined), [])
  const confirmWithPasskey = async () => {
    setBusy(true)
    try {
      const { data } = await call('POST /auth/confirmation/passkey')
      setPasskey(JSON.stringify(await requestPasskey(data.options)))
    } catch (error) {
      if (error instanceof PasskeyStopped) toast.error('stepUp.passkeyStopped')
      else toast.problem(error)
    } finally {
      setBusy(false)
    }
  }
  const hasApp = methods.includes('totp')
  return (
    <fieldset className="flex flex-col gap-4">
      <legend className="mb-3 text-sm text-ink-2">{t('stepUp.second')}</legend>
      {hasApp && !passkey ? (
        <Field label={t('stepUp.code')} name="code">
          <SixDigits />
        </Field>
      ) : null}
      {methods.includes('passkey') && hasPasskeys ? (
        passkey ? (
          <p role="status" className="flex items-center gap-2 text-sm font-medium text-success-text">
            <CircleCheck className="icon" aria-hidden="true" />
            {t('stepUp.passkeyShown')}
            <input type="hidden" name="passkey" value={passkey} />
          </p>
        ) : (
          <Button
            variant="outline"
            busy={busy ? t('stepUp.passkeyWaiting') : undefined}
            onClick={() => void confirmWithPasskey()}
          >
            <KeyRound aria-hidden="true" />
            {t('stepUp.passkey')}
          </Button>
        )
      ) : null}
      {methods.includes('recovery') && !passkey ? (
        <details>
          <summary className="inline-flex min-h-11 cursor-pointer items-center text-sm text-ink-2 hover:text-ink">
            {t('stepUp.withRecovery')}
          </summary>
          <Field label={t('stepUp.recovery')} name="recoveryCode" className="mt-2">
            <Input
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              maxLength={60}
              dir="ltr"
              className="num"
            />
          </Field>
        </details>
      ) : null}
    </fieldset>
  )
}

const SixDigits = () => (
  <Input
    inputMode="numeric"
    autoComplete="one-time-code"
    pattern="\s*(\d\s*){6}"
    maxLength={20}
    dir="ltr"
    spellCheck={false}
    className="num tracking-[.25em]"
    placeholder="000000"
  />
)

function MailedCodeField({ email, isMailed }: { email: string; isMailed: boolean }) {
  const t = useT()
  const [sent, setSent] = useState(isMailed)
  const [busy, setBusy] = useState(false)
  const send = async (event: MouseEvent<HTMLButtonElement>) => {
    event.preventDefault()
    setBusy(true)
    try {
      await call('POST /auth/confirmation/code')
      setSent(true)
    } catch (error) {
      toast.problem(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className="flex flex-col items-start gap-3">
      <p role="status" className="text-sm text-ink-2">
        {t.rich(sent ? 'stepUp.mailed' : 'stepUp.mail', { address: () => <bdi className="font-strong">{email}</bdi> })}
      </p>
      <Button
        type="submit"
        name="mailCode"
        value="yes"
        formNoValidate
        variant="outline"
        busy={busy ? t('ui.sending') : undefined}
        onClick={(event) => void send(event)}
      >
        <Mail aria-hidden="true" />
        {t(sent ? 'stepUp.mailAgain' : 'stepUp.mailNow')}
      </Button>
      <Field label={t('stepUp.mailedCode')} name="mailedCode" className="w-full">
        <SixDigits />
      </Field>
    </div>
  )
}

/** The same for a form that did not know in advance that step-up is required: requests the methods itself. */
export function LazyStepUpFields({ problem, password }: { problem: ProblemData | null; password?: ReactNode }) {
  const t = useT()
  const [stepUp, setStepUp] = useState<StepUpState | null>(null)
  const [failed, setFailed] = useState<ProblemData | null>(null)
  // The step-up requirement is new information, not an error: these fields were not shown before.
  const [first] = useState(problem)
  const isNews = problem === null || (problem === first && isMissing(problem))
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (stepUp) box.current?.querySelector<HTMLElement>('input:not([type=hidden])')?.focus()
  }, [stepUp])
  useEffect(() => {
    call('GET /auth/confirmation').then(
      ({ data }) => setStepUp(data),
      (error: unknown) => setFailed(asProblem(error)),
    )
  }, [])
  return (
    <FormProblem problem={failed ?? (stepUp && !isNews ? problem : null)}>
      {stepUp ? (
        <div ref={box} className="flex flex-col gap-4">
          {first && isNews ? (
            <p role="status" className="text-sm text-ink-2">
              {t('stepUp.news')}
            </p>
          ) : null}
          <StepUpFields stepUp={stepUp} password={password} />
        </div>
      ) : failed ? null : (
        <Skeleton className="h-12" />
      )}
    </FormProblem>
  )
}
