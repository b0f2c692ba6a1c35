import { LogIn } from 'lucide-react'
import { Form, Link, useSearchParams } from 'react-router'
import type { Reply } from '../../../api/contract.ts'
import { formAction, formActions, type Submitted } from '../../../api/form-action.server.ts'
import { withMessages } from '../../../i18n/area-messages.ts'
import { useT } from '../../../i18n/context.tsx'
import { useDemoAccounts } from '../../../layouts/demo-banner.tsx'
import { otherProblem, SuspensionNotice } from '../../../parts/account/suspension-notice.tsx'
import { Captcha } from '../../../parts/account/captcha.tsx'
import { useSite } from '../../../parts/site/site.ts'
import { ActionForm, useActionForm } from '../../../parts/forms/action-form.tsx'
import { Button } from '../../../ui/button.tsx'
import { dot } from '../../../ui/dot.ts'
import { Checkbox, Field, Input } from '../../../ui/field.tsx'
import { PasswordField } from '../../../ui/password-field.tsx'
import { AuthPage } from './auth-page.tsx'
import { leadOn } from './after-sign-in.ts'
import { Notice } from './notice.tsx'
import { PasskeyLogin } from './passkey-login.tsx'
import { ProviderButtons } from './provider-buttons.tsx'
import { sameSite } from './redirect.ts'

// spec: login.states, state.auth

export { clientAction } from '../../../api/offline.ts'
export const handle = { layout: 'public', signIn: 'none', messages: ['auth', 'providers', 'errors'] }
export const clientMiddleware = [withMessages('auth', 'providers', 'errors')]
export const meta = () => [{ name: 'robots', content: 'noindex' }]

const returnOf = (request: Request) => sameSite(new URL(request.url).searchParams.get('redirect'), '')
const onDone = (signedIn: Reply<'POST /auth/login'>['data'], { context, request }: Submitted) =>
  leadOn(context, signedIn, returnOf(request))
const redirectTo = ({ request }: Submitted) => (returnOf(request) ? { redirect: returnOf(request) } : {})

export const action = formActions({
  password: formAction('POST /auth/login', {
    keep: ['identifier'],
    input: (submitted) => {
      const name = submitted.text('identifier')
      const captcha = submitted.text('captcha')
      return {
        body: {
          ...(name.includes('@') ? { email: name } : { username: name }),
          ...redirectTo(submitted),
          captcha: captcha || undefined,
        },
      }
    },
    onDone,
  }),
  passkey: formAction('POST /auth/passkeys/login', {
    input: (submitted) => ({ body: redirectTo(submitted) }),
    onDone,
  }),
})

export default function Login() {
  const t = useT()
  const { name } = useSite()
  const [search] = useSearchParams()
  const form = useActionForm<typeof action.password | typeof action.passkey>('password', 'passkey')
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
      {form.problem ? (
        <SuspensionNotice problem={form.problem} className="mb-5" />
      ) : (
        <LoggedOut reason={search.get('reason')} />
      )}
      <ActionForm
        form={{ ...form, problem: otherProblem(form.problem) }}
        passwords={['password']}
        className="flex flex-col gap-5"
      >
        <Field label={t('auth.identifier')} name={form.name('identifier')} required>
          <Input
            autoComplete="username webauthn"
            autoCapitalize="none"
            spellCheck={false}
            defaultValue={form.typed.identifier}
          />
        </Field>
        <PasswordField
          label={t('auth.password')}
          name={form.name('password')}
          autoComplete="current-password"
          action={
            <Link to="/auth/forgot" className="link text-sm">
              {t('auth.login.forgot')}
            </Link>
          }
        />
        <Checkbox name={form.name('remember')} defaultChecked label={t('auth.login.remember')} />
        <Captcha problem={form.problem} />
        {form.problem?.code === 'CAPTCHA_REQUIRED' || form.problem?.code === 'TOO_MANY_REQUESTS' ? (
          <p className="text-sm text-ink-2">
            {t.rich('auth.login.otherWays', {
              link: (text) => (
                <Link to="/auth/forgot" className="link">
                  {text}
                </Link>
              ),
            })}
          </p>
        ) : null}
        <Button type="submit" variant="primary" size="lg" wide busy={form.busy ? t('auth.login.busy') : undefined}>
          {t('auth.login.submit')}
        </Button>
      </ActionForm>
      <PasskeyLogin />
      <ProviderButtons redirect={search.get('redirect')} />
      <DemoLogins query={query} />
    </AuthPage>
  )
}

/** Why the page before led here. */
function LoggedOut({ reason }: { reason: string | null }) {
  const t = useT()
  if (reason === 'suspended')
    return (
      <Notice kind="refused">
        <span>
          {t.rich('auth.suspended.loggedOut', {
            link: (text) => (
              <Link to="/contact" className="underline underline-offset-4">
                {text}
              </Link>
            ),
          })}
        </span>
      </Notice>
    )
  if (reason !== 'forbidden') return null
  return (
    <p role="status" className="mb-5 rounded-md bg-primary-soft px-4 py-3 text-sm text-primary-soft-ink">
      {t('errors.NOT_SIGNED_IN')}
    </p>
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
                    <bdi>{username}</bdi>
                    {dot}
                    <bdi>{password}</bdi>
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
