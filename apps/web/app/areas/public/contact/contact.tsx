import { MailCheck } from 'lucide-react'
import { type ActionFunctionArgs, data, Form, Link, useActionData, useNavigation } from 'react-router'
import { asProblem, type ProblemData } from '../../../api/problem.ts'
import { apiOf } from '../../../api/request-context.ts'
import { withMessages } from '../../../i18n/area-messages.ts'
import { useT } from '../../../i18n/context.tsx'
import { Captcha } from '../../../parts/account/captcha.tsx'
import { PageTitle } from '../../../parts/site/page-title.tsx'
import { useMe, useSettings } from '../../../parts/site/site.ts'
import { Button } from '../../../ui/button.tsx'
import { Field, Input, Textarea } from '../../../ui/field.tsx'
import { FormProblem } from '../../../ui/form.tsx'
import { AuthPage } from '../auth/auth-page.tsx'

export { clientAction } from '../../../api/offline.ts'
export const handle = { layout: 'public', messages: ['page', 'errors'] }
export const clientMiddleware = [withMessages('page', 'errors')]
export const meta = () => [{ name: 'robots', content: 'index,follow' }]

// As in the contract, whose schemas stay on the server.
const messageLengthMin = 10
const messageLengthMax = 5000

interface Answer {
  sentTo: string | null
  problem: ProblemData | null
  /** What was written, so that a refusal loses none of it. */
  given: { name: string; email: string; message: string }
}

export async function action({ request, context }: ActionFunctionArgs) {
  const form = await request.formData()
  const field = (name: string) => String(form.get(name) ?? '').trim()
  const given = { name: field('name'), email: field('email'), message: field('message') }
  try {
    await apiOf(context).call('POST /contact', { body: { ...given, captcha: field('captcha') || undefined } })
    return { sentTo: given.email, problem: null, given }
  } catch (error) {
    const problem = asProblem(error)
    return data({ sentTo: null, problem, given }, { status: problem.status || 503 })
  }
}

export default function Contact() {
  const t = useT()
  const me = useMe()
  const answer = useActionData<typeof action>() as Answer | undefined
  const busy = useNavigation().state !== 'idle'
  if (answer?.sentTo)
    return (
      <AuthPage title={t('page.contact.sentTitle')} foot={<HomeLink />} image="room">
        <PageTitle>{t('page.contact.sentTitle')}</PageTitle>
        <p role="status" className="flex gap-3 rounded-lg bg-success-soft px-4 py-3.5 text-success-soft-ink">
          <MailCheck className="icon mt-px" aria-hidden="true" />
          {t('page.contact.sent', { email: answer.sentTo })}
        </p>
      </AuthPage>
    )
  const start = answer?.given ?? { name: me?.name ?? '', email: me?.email ?? '', message: '' }
  return (
    <AuthPage title={t('page.contact.title')} lead={<Lead />} foot={<Operator />} image="room">
      <PageTitle>{t('page.contact.title')}</PageTitle>
      <Form method="post" className="flex flex-col gap-5">
        <FormProblem problem={answer?.problem}>
          <Field label={t('page.contact.name')} name="name" required>
            <Input autoComplete="name" maxLength={80} defaultValue={start.name} />
          </Field>
          <Field label={t('page.contact.email')} name="email" hint={t('page.contact.emailHint')} required>
            <Input type="email" autoComplete="email" inputMode="email" maxLength={254} defaultValue={start.email} />
          </Field>
          <Field label={t('page.contact.message')} name="message" required>
            <Textarea
              rows={7}
              minLength={messageLengthMin}
              maxLength={messageLengthMax}
              defaultValue={start.message}
              className="min-h-44!"
            />
          </Field>
          <Captcha problem={answer?.problem} />
          <Button type="submit" variant="primary" size="lg" wide busy={busy ? t('page.contact.busy') : undefined}>
            {t('page.contact.submit')}
          </Button>
        </FormProblem>
      </Form>
    </AuthPage>
  )
}

function Lead() {
  const t = useT()
  return t.rich('page.contact.lead', {
    help: (text) => (
      <Link to="/page/help" className="link">
        {text}
      </Link>
    ),
  })
}

function HomeLink() {
  const t = useT()
  return (
    <Link to="/" className="link">
      {t('page.contact.home')}
    </Link>
  )
}

/** Who runs the site, as far as they have said so. */
function Operator() {
  const t = useT()
  const { operatorName = '', operatorAddress = '' } = useSettings() ?? {}
  if (!operatorName && !operatorAddress) return null
  return (
    <>
      {t('page.contact.operator')}
      <span className="mt-1 block whitespace-pre-line text-ink">
        {[operatorName, operatorAddress].filter(Boolean).join('\n')}
      </span>
    </>
  )
}
