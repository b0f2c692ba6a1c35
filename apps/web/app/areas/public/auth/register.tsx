import { Link, redirectDocument, useSearchParams } from 'react-router'
import { customFormAction } from '../../../api/form-action.server.ts'
import type { FieldOf } from '../../../api/form-answer.ts'
import { requestContextOf } from '../../../api/request-context.ts'
import { withMessages } from '../../../i18n/area-messages.ts'
import { useT } from '../../../i18n/context.tsx'
import { Captcha } from '../../../parts/account/captcha.tsx'
import { UsernameField } from '../../../parts/account/username-field.tsx'
import { useSite } from '../../../parts/site/site.ts'
import { ActionForm, useActionForm } from '../../../parts/forms/action-form.tsx'
import { Button } from '../../../ui/button.tsx'
import { Field, Input } from '../../../ui/field.tsx'
import { PasswordField } from '../../../ui/password-field.tsx'
import { AuthPage } from './auth-page.tsx'
import { AcceptTerms } from './terms.tsx'
import { leadOn } from './after-sign-in.ts'
import { ProviderButtons } from './provider-buttons.tsx'
import { sameSite } from './redirect.ts'

export { clientAction } from '../../../api/offline.ts'
export const handle = { layout: 'public', signIn: 'none', messages: ['auth', 'providers', 'errors'] }
export const clientMiddleware = [withMessages('auth', 'providers', 'errors')]

type Fields = FieldOf<'POST /auth/users/register'>

/** Two calls: the account, and the log-in where no address has to be confirmed first. */
export const action = customFormAction<Response, Fields>(
  async ({ form, text, request, context, api }) => {
    const fan = { name: text('name'), username: text('username'), email: text('email') }
    const password = String(form.get('password') ?? '')
    const hashed = form.get('hashed') === 'true'
    const redirect = sameSite(new URL(request.url).searchParams.get('redirect'), '')
    const { data: made } = await api.call('POST /auth/users/register', {
      body: {
        ...fan,
        password,
        hashed,
        acceptTerms: (form.get('acceptTerms') === 'on') as true,
        captcha: text('captcha') || undefined,
        locale: await requestContextOf(context).locale(),
        ...(redirect ? { redirect } : {}),
      },
    })
    const verify = () => redirectDocument(`/auth/verify?email=${encodeURIComponent(fan.email)}`)
    if (made.emailVerificationRequired) return verify()
    const session = await api
      .call('POST /auth/login', {
        body: { username: fan.username, password, hashed, remember: true, ...(redirect ? { redirect } : {}) },
      })
      .catch(() => null)
    // An address that has an account already is answered like a new one: its owner is notified by mail.
    return session ? leadOn(context, session.data, redirect) : verify()
  },
  { keep: ['name', 'username', 'email'] },
)

export default function Register() {
  const t = useT()
  const { name } = useSite()
  const [search] = useSearchParams()
  const form = useActionForm<typeof action>()
  const query = search.get('redirect') ? `?redirect=${encodeURIComponent(search.get('redirect') ?? '')}` : ''
  return (
    <AuthPage
      title={t('auth.register.title')}
      lead={t('auth.register.lead')}
      image="dance"
      foot={
        <>
          {t.rich('auth.register.haveAccount', {
            link: (text) => (
              <Link to={`/auth/login${query}`} className="link">
                {text}
              </Link>
            ),
          })}
          <br />
          {t.rich('auth.register.asCreator', {
            link: (text) => (
              <Link to="/auth/register/creator" className="link">
                {text}
              </Link>
            ),
          })}
        </>
      }
    >
      <title>{`${t('auth.register.title')} · ${name}`}</title>
      <ActionForm form={form} passwords={['password']} className="flex flex-col gap-5">
        <Field label={t('auth.name')} name={form.name('name')} required>
          <Input autoComplete="name" maxLength={80} defaultValue={form.typed.name} />
        </Field>
        <UsernameField name={form.name('username')} defaultValue={form.typed.username} />
        <Field label={t('auth.email')} name={form.name('email')} required>
          <Input type="email" autoComplete="email" inputMode="email" defaultValue={form.typed.email} />
        </Field>
        <PasswordField label={t('auth.password')} name={form.name('password')} autoComplete="new-password" rules />
        <AcceptTerms />
        <Captcha problem={form.problem} />
        <Button type="submit" variant="primary" size="lg" wide busy={form.busy ? t('auth.register.busy') : undefined}>
          {t('auth.register.submit')}
        </Button>
      </ActionForm>
      <ProviderButtons redirect={search.get('redirect')} />
    </AuthPage>
  )
}
