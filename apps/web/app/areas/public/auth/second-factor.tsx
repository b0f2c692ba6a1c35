import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { Link, type LoaderFunctionArgs, redirect, useLoaderData, useSearchParams, useSubmit } from 'react-router'
import { call } from '../../../api/client.ts'
import { formAction } from '../../../api/form-action.server.ts'
import type { ProblemData } from '../../../api/problem.ts'
import { withMessages } from '../../../i18n/area-messages.ts'
import { useT } from '../../../i18n/context.tsx'
import { CodeField } from '../../../parts/account/code-field.tsx'
import { Logo } from '../../../parts/site/logo.tsx'
import { otherProblem, SuspensionNotice } from '../../../parts/account/suspension-notice.tsx'
import { requestPasskey, PasskeyStopped } from '../../../parts/account/passkey.ts'
import { ActionForm, useActionForm } from '../../../parts/forms/action-form.tsx'
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

export const action = formAction('POST /auth/second-factor', {
  input: ({ request, form, text }) => {
    const challenge = storedChallenge(request)?.challenge
    if (!challenge) throw redirect('/auth/login')
    const typed = typedFields.filter((name) => form.has(name)).map((name) => [name, text(name)])
    return { body: { challenge, ...Object.fromEntries(typed) } }
  },
  fields: ({ form }) => ({ CODE_INCORRECT: ['passkey', ...typedFields].find((name) => form.has(name)) ?? 'code' }),
  onDone: (signedIn, { context }) => leadOn(context, signedIn),
})
const typedFields = ['recoveryCode', 'code'] as const

type Method = 'totp' | 'passkey' | 'recovery'

/** The second step of logging in, with nothing around it: one lock, and the ways to open it. */
export default function SecondFactor() {
  const t = useT()
  const { methods } = useLoaderData<typeof loader>()
  const [search] = useSearchParams()
  const form = useActionForm<typeof action>()
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
        <SuspensionNotice problem={form.problem} className="mt-7" />
        <div className="mt-7">
          {method === 'passkey' ? (
            <PasskeyStep problem={otherProblem(form.problem)} />
          ) : (
            <TypedStep key={method} method={method} />
          )}
        </div>
        <OtherWays methods={methods} now={method} />
      </div>
    </main>
  )
}

function TypedStep({ method }: { method: 'totp' | 'recovery' }) {
  const t = useT()
  const form = useActionForm<typeof action>()
  return (
    <ActionForm form={{ ...form, problem: otherProblem(form.problem) }} replace className="flex flex-col gap-5">
      {method === 'totp' ? (
        <CodeField label={t('security.step.codeLabel')} onFull={(form) => form.requestSubmit()} />
      ) : (
        <Field label={t('security.step.recoveryLabel')} name={form.name('recoveryCode')} required>
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
      <Button type="submit" variant="primary" size="lg" wide busy={form.busy ? t('security.checking') : undefined}>
        {t('security.step.submit')}
      </Button>
    </ActionForm>
  )
}

function PasskeyStep({ problem }: { problem: ProblemData | null }) {
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
