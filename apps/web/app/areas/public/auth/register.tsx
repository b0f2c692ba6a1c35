import {
  type ActionFunctionArgs,
  data,
  Form,
  Link,
  redirectDocument,
  useActionData,
  useNavigation,
  useSearchParams,
} from 'react-router'
import { asProblem, type ProblemData } from '../../../api/problem.ts'
import { apiOf, requestContextOf } from '../../../api/request-context.ts'
import { withMessages } from '../../../i18n/area-messages.ts'
import { useT } from '../../../i18n/context.tsx'
import { Captcha } from '../../../parts/account/captcha.tsx'
import { useSite } from '../../../parts/site/site.ts'
import { Button } from '../../../ui/button.tsx'
import { Field, Input } from '../../../ui/field.tsx'
import { FormProblem } from '../../../ui/form.tsx'
import { PasswordField } from '../../../ui/password-field.tsx'
import { AuthPage } from './auth-page.tsx'
import { AcceptTerms } from './terms.tsx'
import { useHashedSubmit } from '../../../parts/account/hashed-password.ts'
import { leadOn } from './after-sign-in.ts'
import { ProviderButtons } from './provider-buttons.tsx'
import { sameSite } from './redirect.ts'

export { clientAction } from '../../../api/offline.ts'
export const handle = { layout: 'public', signIn: 'none', messages: ['auth', 'providers', 'errors'] }
export const clientMiddleware = [withMessages('auth', 'providers', 'errors')]

export async function action({ request, context }: ActionFunctionArgs) {
  const form = await request.formData()
  const field = (name: string) => String(form.get(name) ?? '').trim()
  const fan = { name: field('name'), username: field('username'), email: field('email') }
  const password = String(form.get('password') ?? '')
  const hashed = form.get('hashed') === 'true'
  const api = apiOf(context)
  try {
    const { data: made } = await api.call('POST /auth/users/register', {
      body: {
        ...fan,
        password,
        hashed,
        acceptTerms: (form.get('acceptTerms') === 'on') as true,
        captcha: field('captcha') || undefined,
        locale: await requestContextOf(context).locale(),
      },
    })
    if (made.emailVerificationRequired) return redirectDocument(`/auth/verify?email=${encodeURIComponent(fan.email)}`)
  } catch (error) {
    const problem = asProblem(error)
    return data({ problem, fan }, { status: problem.status || 503 })
  }
  const redirect = sameSite(new URL(request.url).searchParams.get('redirect'), '')
  try {
    const { data: session } = await api.call('POST /auth/login', {
      body: { username: fan.username, password, hashed, remember: true, ...(redirect ? { redirect } : {}) },
    })
    return leadOn(context, session, redirect)
  } catch {
    // An address that has an account already is answered like a new one: its owner is notified by mail.
    return redirectDocument(`/auth/verify?email=${encodeURIComponent(fan.email)}`)
  }
}

export default function Register() {
  const t = useT()
  const { name } = useSite()
  const [search] = useSearchParams()
  const answer = useActionData<typeof action>() as
    | { problem: ProblemData; fan?: { name: string; username: string; email: string } }
    | undefined
  const busy = useNavigation().state !== 'idle'
  const onSubmit = useHashedSubmit(['password'])
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
      <Form method="post" onSubmit={onSubmit} className="flex flex-col gap-5">
        <FormProblem problem={answer?.problem}>
          <Field label={t('auth.name')} name="name" required>
            <Input autoComplete="name" maxLength={80} defaultValue={answer?.fan?.name} />
          </Field>
          <Field label={t('auth.username')} name="username" hint={t('auth.usernameHint')} required>
            <Input
              autoComplete="username"
              autoCapitalize="none"
              spellCheck={false}
              minLength={3}
              maxLength={30}
              defaultValue={answer?.fan?.username}
              start={<span aria-hidden="true">@</span>}
              className="ps-9!"
            />
          </Field>
          <Field label={t('auth.email')} name="email" required>
            <Input type="email" autoComplete="email" inputMode="email" defaultValue={answer?.fan?.email} />
          </Field>
          <PasswordField label={t('auth.password')} name="password" autoComplete="new-password" rules />
          <AcceptTerms />
          <Captcha problem={answer?.problem} />
          <Button type="submit" variant="primary" size="lg" wide busy={busy ? t('auth.register.busy') : undefined}>
            {t('auth.register.submit')}
          </Button>
        </FormProblem>
      </Form>
      <ProviderButtons redirect={search.get('redirect')} />
    </AuthPage>
  )
}
