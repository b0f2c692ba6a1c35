import { contactTextMax, contactTextMin } from '@fanlight/contract/limits'
import { MailCheck } from 'lucide-react'
import { Link } from 'react-router'
import { formAction } from '../../../api/form-action.server.ts'
import { withMessages } from '../../../i18n/area-messages.ts'
import { useT } from '../../../i18n/context.tsx'
import { Captcha } from '../../../parts/account/captcha.tsx'
import { PageTitle } from '../../../parts/site/page-title.tsx'
import { useMe, useSettings } from '../../../parts/site/site.ts'
import { ActionForm, useActionForm } from '../../../parts/forms/action-form.tsx'
import { Button } from '../../../ui/button.tsx'
import { Field, Input, Textarea } from '../../../ui/field.tsx'
import { AuthPage } from '../auth/auth-page.tsx'

export { clientAction } from '../../../api/offline.ts'
export const handle = { layout: 'public', messages: ['page', 'errors'] }
export const clientMiddleware = [withMessages('page', 'errors')]
export const meta = () => [{ name: 'robots', content: 'index,follow' }]

export const action = formAction('POST /contact', {
  keep: ['name', 'email', 'message'],
  onDone: (_, { text }) => text('email'),
})

export default function Contact() {
  const t = useT()
  const me = useMe()
  const form = useActionForm<typeof action>()
  if (form.done)
    return (
      <AuthPage title={t('page.contact.sentTitle')} foot={<HomeLink />} image="room">
        <PageTitle>{t('page.contact.sentTitle')}</PageTitle>
        <p role="status" className="flex gap-3 rounded-lg bg-success-soft px-4 py-3.5 text-success-soft-ink">
          <MailCheck className="icon mt-px" aria-hidden="true" />
          {t('page.contact.sent', { email: form.done })}
        </p>
      </AuthPage>
    )
  const start = { name: me?.name ?? '', email: me?.email ?? '', message: '', ...form.typed }
  return (
    <AuthPage title={t('page.contact.title')} lead={<Lead />} foot={<Operator />} image="room">
      <PageTitle>{t('page.contact.title')}</PageTitle>
      <ActionForm form={form} className="flex flex-col gap-5">
        <Field label={t('page.contact.name')} name={form.name('name')} required>
          <Input autoComplete="name" maxLength={80} defaultValue={start.name} />
        </Field>
        <Field label={t('page.contact.email')} name={form.name('email')} hint={t('page.contact.emailHint')} required>
          <Input type="email" autoComplete="email" inputMode="email" maxLength={254} defaultValue={start.email} />
        </Field>
        <Field label={t('page.contact.message')} name={form.name('message')} required>
          <Textarea
            rows={7}
            minLength={contactTextMin}
            maxLength={contactTextMax}
            defaultValue={start.message}
            className="min-h-44!"
          />
        </Field>
        <Captcha problem={form.problem} />
        <Button type="submit" variant="primary" size="lg" wide busy={form.busy ? t('page.contact.busy') : undefined}>
          {t('page.contact.submit')}
        </Button>
      </ActionForm>
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
