import { mailedLinkMinutes } from '@fanlight/contract/emailed-links'
import { MailCheck } from 'lucide-react'
import { type ActionFunctionArgs, data, Form, Link, useActionData, useNavigation } from 'react-router'
import { asProblem, type ProblemData } from '../../../api/problem.ts'
import { apiOf } from '../../../api/request-context.ts'
import { withMessages } from '../../../i18n/area-messages.ts'
import { useT } from '../../../i18n/context.tsx'
import { Captcha } from '../../../parts/account/captcha.tsx'
import { Button } from '../../../ui/button.tsx'
import { Field, Input } from '../../../ui/field.tsx'
import { FormProblem } from '../../../ui/form.tsx'
import { AuthPage } from './auth-page.tsx'

export { clientAction } from '../../../api/offline.ts'
export const handle = { layout: 'public', signIn: 'none', messages: ['auth', 'errors'] }
export const clientMiddleware = [withMessages('auth', 'errors')]
export const meta = () => [{ name: 'robots', content: 'noindex' }]

export async function action({ request, context }: ActionFunctionArgs) {
  const form = await request.formData()
  const email = String(form.get('email') ?? '').trim()
  const captcha = String(form.get('captcha') ?? '') || undefined
  try {
    await apiOf(context).call('POST /auth/users/forgot', { body: { email, captcha } })
    return { sentTo: email, problem: null }
  } catch (error) {
    const problem = asProblem(error)
    return data({ sentTo: null, problem }, { status: problem.status || 503 })
  }
}

export default function Forgot() {
  const t = useT()
  const answer = useActionData<typeof action>() as { sentTo: string | null; problem: ProblemData | null } | undefined
  const busy = useNavigation().state !== 'idle'
  const back = (
    <Link to="/auth/login" className="link">
      {t('auth.backToLogin')}
    </Link>
  )
  if (answer?.sentTo) {
    return (
      <AuthPage title={t('auth.forgot.sentTitle')} foot={back} image="kiln">
        <title>{t('auth.forgot.sentTitle')}</title>
        <p role="status" className="flex gap-3 rounded-lg bg-success-soft px-4 py-3.5 text-success-soft-ink">
          <MailCheck className="icon mt-px" aria-hidden="true" />
          {/* The same text whether or not there is such an account. */}
          {t('auth.forgot.sent', { email: answer.sentTo, minutes: mailedLinkMinutes })}
        </p>
      </AuthPage>
    )
  }
  return (
    <AuthPage title={t('auth.forgot.title')} lead={t('auth.forgot.lead')} foot={back} image="kiln">
      <title>{t('auth.forgot.title')}</title>
      <Form method="post" className="flex flex-col gap-5">
        <FormProblem problem={answer?.problem}>
          <Field label={t('auth.email')} name="email" required>
            <Input type="email" autoComplete="email" inputMode="email" />
          </Field>
          <Captcha problem={answer?.problem} />
          <Button type="submit" variant="primary" size="lg" wide busy={busy ? t('auth.forgot.busy') : undefined}>
            {t('auth.forgot.submit')}
          </Button>
        </FormProblem>
      </Form>
    </AuthPage>
  )
}
