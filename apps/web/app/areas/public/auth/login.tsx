import { LogIn } from 'lucide-react'
import { type ActionFunctionArgs, data, Form, Link, useActionData, useNavigation, useSearchParams } from 'react-router'
import { asProblem, type ProblemData } from '../../../api/problem.ts'
import { apiOf } from '../../../api/request-context.ts'
import { withMessages } from '../../../i18n/area-messages.ts'
import { useT } from '../../../i18n/context.tsx'
import { useDemoAccounts } from '../../../layouts/demo-banner.tsx'
import { useSite } from '../../../parts/site/site.ts'
import { Button } from '../../../ui/button.tsx'
import { Checkbox, Field, Input } from '../../../ui/field.tsx'
import { FormProblem } from '../../../ui/form.tsx'
import { PasswordField } from '../../../ui/password-field.tsx'
import { AuthPage } from './auth-page.tsx'
import { useHashedSubmit } from '../../../parts/account/hashed-password.ts'
import type { PasskeyAnswer } from '../../../parts/account/passkey.ts'
import { leadOn } from './after-sign-in.ts'
import { PasskeyLogin } from './passkey-login.tsx'
import { ProviderButtons } from './provider-buttons.tsx'
import { sameSite } from './redirect.ts'

// spec: login.states, state.auth

export { clientAction } from '../../../api/offline.ts'
export const handle = { layout: 'public', signIn: 'none', messages: ['auth', 'providers', 'errors'] }
export const clientMiddleware = [withMessages('auth', 'providers', 'errors')]
export const meta = () => [{ name: 'robots', content: 'noindex' }]

export async function action({ request, context }: ActionFunctionArgs) {
  const form = await request.formData()
  const name = String(form.get('identifier') ?? '').trim()
  const returnTo = sameSite(new URL(request.url).searchParams.get('redirect'), '')
  const passkey = form.get('passkey')
  try {
    if (passkey) {
      const { data: signedIn } = await apiOf(context).call('POST /auth/passkeys/login', {
        body: { passkey: JSON.parse(String(passkey)) as PasskeyAnswer, ...(returnTo ? { redirect: returnTo } : {}) },
      })
      return leadOn(context, signedIn, returnTo)
    }
    const reply = await apiOf(context).call('POST /auth/login', {
      body: {
        ...(name.includes('@') ? { email: name } : { username: name }),
        password: String(form.get('password') ?? ''),
        remember: form.get('remember') === 'on',
        ...(form.get('hashed') === 'true' ? { hashed: true } : {}),
        ...(returnTo ? { redirect: returnTo } : {}),
      },
    })
    return leadOn(context, reply.data, returnTo)
  } catch (error) {
    if (error instanceof Response) throw error
    const problem = asProblem(error)
    return data({ problem, identifier: name }, { status: problem.status || 503 })
  }
}

export default function Login() {
  const t = useT()
  const { name } = useSite()
  const [search] = useSearchParams()
  const answer = useActionData<typeof action>() as { problem: ProblemData; identifier: string } | undefined
  const busy = useNavigation().state !== 'idle'
  const onSubmit = useHashedSubmit(['password'])
  const query = search.get('redirect') ? `?redirect=${encodeURIComponent(search.get('redirect') ?? '')}` : ''
  return (
    <AuthPage
      title={t('auth.login.title')}
      lead={t('auth.login.lead')}
      foot={t.rich('auth.login.noAccount', {
        link: (text) => (
          <Link to={`/auth/register${query}`} className="link">
            {text}
          </Link>
        ),
      })}
    >
      <title>{`${t('auth.login.title')} · ${name}`}</title>
      {search.get('reason') === 'forbidden' && !answer ? (
        <p role="status" className="mb-5 rounded-md bg-primary-soft px-4 py-3 text-sm text-primary-soft-ink">
          {t('errors.NOT_SIGNED_IN')}
        </p>
      ) : null}
      <Form method="post" onSubmit={onSubmit} className="flex flex-col gap-5">
        <FormProblem problem={answer?.problem}>
          <Field label={t('auth.identifier')} name="identifier" required>
            <Input
              autoComplete="username webauthn"
              autoCapitalize="none"
              spellCheck={false}
              defaultValue={answer?.identifier}
            />
          </Field>
          <PasswordField
            label={t('auth.password')}
            name="password"
            autoComplete="current-password"
            action={
              <Link to="/auth/forgot" className="link text-sm">
                {t('auth.login.forgot')}
              </Link>
            }
          />
          <Checkbox name="remember" defaultChecked label={t('auth.login.remember')} />
          <Button type="submit" variant="primary" size="lg" wide busy={busy ? t('auth.login.busy') : undefined}>
            {t('auth.login.submit')}
          </Button>
        </FormProblem>
      </Form>
      <PasskeyLogin />
      <ProviderButtons redirect={search.get('redirect')} />
      <DemoLogins query={query} />
    </AuthPage>
  )
}

/** Whom one can sign in as where the installation is a demonstration: one press each. */
function DemoLogins({ query }: { query: string }) {
  const t = useT()
  const accounts = useDemoAccounts()
  if (accounts.length === 0) return null
  return (
    <section aria-labelledby="demo" className="mt-8 rounded-lg bg-token-soft p-4 text-token-soft-ink">
      <h2 id="demo" className="text-md">
        {t('auth.demo.title')}
      </h2>
      <p className="mt-0.5 text-xs">{t('auth.demo.lead')}</p>
      <ul className="mt-3 flex flex-col gap-1.5">
        {accounts.map(({ role, username, password }) => (
          <li key={username}>
            <Form method="post" action={`/auth/login${query}`}>
              <input type="hidden" name="identifier" value={username} />
              <input type="hidden" name="password" value={password} />
              <button
                type="submit"
                className="flex min-h-11 w-full items-center gap-3 rounded-md bg-surface px-3.5 py-2 text-start text-sm text-ink shadow-[inset_0_0_0_1px_var(--line)] transition-colors hover:bg-surface-2 focus-visible:rounded-md"
              >
                <span className="min-w-0 flex-1">
                  <b className="block">{t.maybe(`auth.demo.${role}`) ?? role}</b>
                  <span className="block truncate text-xs text-ink-3">
                    <bdi>{username}</bdi> · <bdi>{password}</bdi>
                  </span>
                </span>
                <LogIn className="icon text-primary-text rtl:-scale-x-100" aria-hidden="true" />
              </button>
            </Form>
          </li>
        ))}
      </ul>
    </section>
  )
}
