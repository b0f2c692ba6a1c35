import { CircleCheck, KeyRound, Mail } from 'lucide-react'
import { type MouseEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { call } from '../../api/client.ts'
import { asProblem, type ProblemData } from '../../api/problem.ts'
import { useT } from '../../i18n/context.tsx'
import { Button } from '../../ui/button.tsx'
import { Field, Input } from '../../ui/field.tsx'
import { FormProblem } from '../../ui/form.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { Skeleton } from '../../ui/states.tsx'
import { toast } from '../../ui/toast.tsx'
import { askPasskey, PasskeyStopped } from '../passkey.ts'
import { type Asked, isMissing } from './proof.ts'

interface ProofFieldsProps {
  asked: Asked
  /** What the password is called here. */
  password?: ReactNode
  /** A code was mailed by sending the form, as browsers without scripts do. */
  isMailed?: boolean | undefined
}

/** The fields of a form in which somebody shows that it is still them: what the account has, and nothing it has not. */
export function ProofFields({ asked, password, isMailed = false }: ProofFieldsProps) {
  const t = useT()
  return (
    <>
      {asked.password ? (
        <PasswordField label={password ?? t('proof.password')} name="currentPassword" autoComplete="current-password" />
      ) : null}
      {!asked.isFresh && asked.methods.length > 0 ? <SecondFactorFields methods={asked.methods} /> : null}
      {!asked.isFresh && asked.email ? <MailedCodeField email={asked.email} isMailed={isMailed} /> : null}
    </>
  )
}

function SecondFactorFields({ methods }: Pick<Asked, 'methods'>) {
  const t = useT()
  const [passkey, setPasskey] = useState<string | null>(null)
  const [canAsk, setCanAsk] = useState(false)
  const [busy, setBusy] = useState(false)
  useEffect(() => setCanAsk(globalThis.PublicKeyCredential !== undefined), [])
  const ask = async () => {
    setBusy(true)
    try {
      const { data } = await call('POST /auth/confirmation/passkey')
      setPasskey(JSON.stringify(await askPasskey(data.options)))
    } catch (error) {
      if (error instanceof PasskeyStopped) toast.error('proof.passkeyStopped')
      else toast.problem(error)
    } finally {
      setBusy(false)
    }
  }
  const hasApp = methods.includes('totp')
  return (
    <fieldset className="flex flex-col gap-4">
      <legend className="mb-3 text-sm text-ink-2">{t('proof.second')}</legend>
      {hasApp && !passkey ? (
        <Field label={t('proof.code')} name="code">
          <SixDigits />
        </Field>
      ) : null}
      {methods.includes('passkey') && canAsk ? (
        passkey ? (
          <p role="status" className="flex items-center gap-2 text-sm font-[560] text-success-text">
            <CircleCheck className="icon" aria-hidden="true" />
            {t('proof.passkeyShown')}
            <input type="hidden" name="passkey" value={passkey} />
          </p>
        ) : (
          <Button look="outline" busy={busy ? t('proof.passkeyWaiting') : undefined} onClick={() => void ask()}>
            <KeyRound aria-hidden="true" />
            {t('proof.passkey')}
          </Button>
        )
      ) : null}
      {methods.includes('recovery') && !passkey ? (
        <details>
          <summary className="inline-flex min-h-11 cursor-pointer items-center text-sm text-ink-2 hover:text-ink">
            {t('proof.withRecovery')}
          </summary>
          <Field label={t('proof.recovery')} name="recoveryCode" className="mt-2">
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
        {t.rich(sent ? 'proof.mailed' : 'proof.mail', { address: () => <bdi className="font-[620]">{email}</bdi> })}
      </p>
      <Button
        type="submit"
        name="mailCode"
        value="yes"
        formNoValidate
        look="outline"
        busy={busy ? t('ui.sending') : undefined}
        onClick={(event) => void send(event)}
      >
        <Mail aria-hidden="true" />
        {t(sent ? 'proof.mailAgain' : 'proof.mailNow')}
      </Button>
      <Field label={t('proof.mailedCode')} name="mailedCode" className="w-full">
        <SixDigits />
      </Field>
    </div>
  )
}

/** The same where nobody knew before that it would be asked: finds out by itself. */
export function LateProofFields({ problem, password }: { problem: ProblemData | null; password?: ReactNode }) {
  const t = useT()
  const [asked, setAsked] = useState<Asked | null>(null)
  const [failed, setFailed] = useState<ProblemData | null>(null)
  // That it is asked for is news, not a mistake: nobody was shown these fields before.
  const [first] = useState(problem)
  const isNews = problem === null || (problem === first && isMissing(problem))
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (asked) box.current?.querySelector<HTMLElement>('input:not([type=hidden])')?.focus()
  }, [asked])
  useEffect(() => {
    call('GET /auth/confirmation').then(
      ({ data }) => setAsked(data),
      (error: unknown) => setFailed(asProblem(error)),
    )
  }, [])
  return (
    <FormProblem problem={failed ?? (asked && !isNews ? problem : null)}>
      {asked ? (
        <div ref={box} className="flex flex-col gap-4">
          {first && isNews ? (
            <p role="status" className="text-sm text-ink-2">
              {t('proof.news')}
            </p>
          ) : null}
          <ProofFields asked={asked} password={password} />
        </div>
      ) : failed ? null : (
        <Skeleton className="h-12" />
      )}
    </FormProblem>
  )
}
