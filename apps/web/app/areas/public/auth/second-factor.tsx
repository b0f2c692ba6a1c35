import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import {
  type ActionFunctionArgs,
  data,
  Form,
  Link,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
  useNavigation,
  useSearchParams,
  useSubmit,
} from 'react-router'
import { call } from '../../../api/client.ts'
import type { RequestInput } from '../../../api/contract.ts'
import { asProblem, type ProblemData } from '../../../api/problem.ts'
import { apiOf } from '../../../api/request-context.ts'
import { withMessages } from '../../../i18n/area-messages.ts'
import { useT } from '../../../i18n/context.tsx'
import { CodeField } from '../../../parts/account/code-field.tsx'
import { Logo } from '../../../parts/site/logo.tsx'
import { requestPasskey, PasskeyStopped } from '../../../parts/account/passkey.ts'
import { Button } from '../../../ui/button.tsx'
import { Fanlight } from '../../../ui/fanlight.tsx'
import { Field, Input } from '../../../ui/field.tsx'
import { FormProblem } from '../../../ui/form.tsx'
import { toast } from '../../../ui/toast.tsx'
import { storedChallenge, leadOn } from './after-sign-in.ts'

// spec: login.states

export { clientAction } from '../../../api/offline.ts'
export const handle = { layout: 'blank', measured: 'never', signIn: 'none', messages: ['auth', 'security', 'errors'] }
export const clientMiddleware = [withMessages('auth', 'security', 'errors')]
export const meta = () => [{ name: 'robots', content: 'noindex' }]

export function loader({ request }: LoaderFunctionArgs) {
  const stored = storedChallenge(request)
  if (!stored) throw redirect('/auth/login')
  return stored
}

export async function action({ request, context }: ActionFunctionArgs) {
  const challenge = storedChallenge(request)?.challenge
  if (!challenge) throw redirect('/auth/login')
  const form = await request.formData()
  const text = (name: string) => String(form.get(name) ?? '').trim()
  const passkey = form.get('passkey')
  type SecondFactorAnswer = RequestInput<'POST /auth/second-factor'>['body']
  const answer: Omit<SecondFactorAnswer, 'challenge'> = passkey
    ? { passkey: JSON.parse(String(passkey)) as NonNullable<SecondFactorAnswer['passkey']> }
    : form.has('recoveryCode')
      ? { recoveryCode: text('recoveryCode') }
      : { code: text('code') }
  try {
    const { data: signedIn } = await apiOf(context).call('POST /auth/second-factor', { body: { challenge, ...answer } })
    return leadOn(context, signedIn)
  } catch (error) {
    if (error instanceof Response) throw error
    const problem = asProblem(error, { CODE_INCORRECT: passkey ? 'passkey' : Object.keys(answer)[0]! })
    return data({ problem }, { status: problem.status || 503 })
  }
}

type Method = 'totp' | 'passkey' | 'recovery'

/** The second step of logging in, with nothing around it: one lock, and the ways to open it. */
export default function SecondFactor() {
  const t = useT()
  const { methods } = useLoaderData<typeof loader>()
  const [search] = useSearchParams()
  const answer = useActionData<typeof action>() as { problem: ProblemData } | undefined
  const preferred = search.get('with') as Method | null
  const method = preferred && methods.includes(preferred) ? preferred : (methods[0] ?? 'recovery')
  return (
    <main id="main" className="flex min-h-dvh flex-col items-center px-5 pt-6 pb-12">
      <title>{t('security.step.title')}</title>
      <Logo to="/" />
      <div className="flex w-full max-w-[24rem] flex-1 flex-col justify-center">
        <Fanlight share={0.5} className="mx-auto w-28" />
        <h1 className="mt-7 text-center text-3xl">{t('security.step.title')}</h1>
        <p className="mt-2 text-center text-ink-2 text-pretty">
          {t(method === 'totp' ? 'security.step.code' : `security.step.${method}`)}
        </p>
        <div className="mt-7">
          {method === 'passkey' ? (
            <PasskeyStep problem={answer?.problem} />
          ) : (
            <TypedStep key={method} method={method} problem={answer?.problem} />
          )}
        </div>
        <OtherWays methods={methods} now={method} />
      </div>
    </main>
  )
}

function TypedStep({ method, problem }: { method: 'totp' | 'recovery'; problem: ProblemData | undefined }) {
  const t = useT()
  const busy = useNavigation().state !== 'idle'
  return (
    <Form method="post" replace className="flex flex-col gap-5">
      <FormProblem problem={problem}>
        {method === 'totp' ? (
          <CodeField label={t('security.step.codeLabel')} onFull={(form) => form.requestSubmit()} />
        ) : (
          <Field label={t('security.step.recoveryLabel')} name="recoveryCode" required>
            <Input
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              maxLength={60}
              dir="ltr"
              // oxlint-disable-next-line jsx-a11y/no-autofocus -- this is the only purpose of the page
              autoFocus
              className="num h-14! text-center text-lg!"
            />
          </Field>
        )}
        <Button type="submit" variant="primary" size="lg" wide busy={busy ? t('security.checking') : undefined}>
          {t('security.step.submit')}
        </Button>
      </FormProblem>
    </Form>
  )
}

function PasskeyStep({ problem }: { problem: ProblemData | undefined }) {
  const t = useT()
  const submit = useSubmit()
  const { challenge } = useLoaderData<typeof loader>()
  const [busy, setBusy] = useState(false)
  const signInWithPasskey = async () => {
    setBusy(true)
    try {
      const { data: passkeyRequest } = await call('POST /auth/second-factor/passkey', { body: { challenge } })
      const form = new FormData()
      form.set('passkey', JSON.stringify(await requestPasskey(passkeyRequest.options)))
      await submit(form, { method: 'post', replace: true })
    } catch (error) {
      if (error instanceof PasskeyStopped) toast.error('security.passkeys.stopped')
      else toast.problem(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className="flex flex-col gap-5">
      <FormProblem problem={problem}>
        <Button
          variant="primary"
          size="lg"
          wide
          busy={busy ? t('security.passkeys.adding') : undefined}
          onClick={() => void signInWithPasskey()}
        >
          <KeyRound aria-hidden="true" />
          {t('security.step.usePasskey')}
        </Button>
      </FormProblem>
    </div>
  )
}

const text = {
  totp: 'security.step.useCode',
  passkey: 'security.step.usePasskey',
  recovery: 'security.step.useRecovery',
} as const

/** Links, so that each way has an address and works before any script. */
function OtherWays({ methods, now }: { methods: readonly Method[]; now: Method }) {
  const t = useT()
  return (
    <ul className="mt-6 flex flex-col items-center text-sm">
      {methods
        .filter((method) => method !== now)
        .map((method) => (
          <li key={method}>
            <Link to={`?with=${method}`} replace className="link inline-flex min-h-11 items-center">
              {t(text[method])}
            </Link>
          </li>
        ))}
      <li>
        <Link to="/auth/login" className="inline-flex min-h-11 items-center text-ink-3 hover:text-ink">
          {t('auth.backToLogin')}
        </Link>
      </li>
    </ul>
  )
}
