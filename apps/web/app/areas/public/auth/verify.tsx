import { mailedLinkMinutes } from '@fanlight/contract/emailed-links'
import { useSearchParams } from 'react-router'
import { formAction } from '../../../api/form-action.server.ts'
import { withMessages } from '../../../i18n/area-messages.ts'
import { useT } from '../../../i18n/context.tsx'
import { ActionForm, useActionForm } from '../../../parts/forms/action-form.tsx'
import { useMe } from '../../../parts/site/site.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Field, Input } from '../../../ui/field.tsx'
import { useProblemText } from '../../../ui/form.tsx'
import { AuthPage } from './auth-page.tsx'
import { Notice } from './notice.tsx'
import { sameSite } from './redirect.ts'

export { clientAction } from '../../../api/offline.ts'
export const handle = {
  layout: 'public',
  measured: 'never',
  noRedirect: true,
  messages: ['auth', 'errors'],
  secretAddress: true,
}
export const clientMiddleware = [withMessages('auth', 'errors')]
export const meta = () => [{ name: 'robots', content: 'noindex' }]

/** A click confirms, not the page request: mail scanners open every link in an email. */
export const action = formAction('POST /auth/email-verification', {
  input: ({ form, text }) => (form.has('email') ? { body: { email: text('email') } } : {}),
  onDone: ({ redirect }, { text }) => (text('token') ? { back: sameSite(redirect, '') } : ('sent' as const)),
})

export default function Verify() {
  const t = useT()
  const problemText = useProblemText()
  const me = useMe()
  const [search] = useSearchParams()
  const form = useActionForm<typeof action>()
  const { done, problem } = form
  const isAnswered = done !== null || problem !== null
  const token = search.get('token')
  const email = search.get('email') ?? ''

  if (done !== null && done !== 'sent') {
    const { back } = done
    return (
      <AuthPage title={t('auth.verify.doneTitle')} image="dance">
        <title>{t('auth.verify.doneTitle')}</title>
        <Notice kind="done">{t('auth.verify.done')}</Notice>
        <ButtonLink
          to={me ? back || '/home' : `/auth/login${back ? `?redirect=${encodeURIComponent(back)}` : ''}`}
          variant="primary"
          size="lg"
          wide
        >
          {t('auth.verify.continue')}
        </ButtonLink>
      </AuthPage>
    )
  }
  if (token && !problem) {
    return (
      <AuthPage title={t('auth.verify.title')} lead={t('auth.verify.press')} image="dance">
        <title>{t('auth.verify.title')}</title>
        <ActionForm form={form}>
          <input type="hidden" name={form.name('token')} value={token} />
          <Button type="submit" variant="primary" size="lg" wide busy={form.busy ? t('auth.verify.busy') : undefined}>
            {t('auth.verify.submit')}
          </Button>
        </ActionForm>
      </AuthPage>
    )
  }
  return (
    <AuthPage
      title={t('auth.verify.title')}
      lead={done === 'sent' ? undefined : t('auth.verify.lead', { minutes: mailedLinkMinutes })}
      image="dance"
    >
      <title>{t('auth.verify.title')}</title>
      {done === 'sent' || (email && !isAnswered) ? <Notice kind="mailed">{t('auth.verify.sent')}</Notice> : null}
      {token && problem ? <Notice kind="refused">{problemText(problem)}</Notice> : null}
      <ActionForm form={{ ...form, problem: token ? null : problem }} className="flex flex-col gap-5">
        <Field label={t('auth.email')} name={form.name('email')} required>
          <Input type="email" autoComplete="email" defaultValue={email} />
        </Field>
        <Button
          type="submit"
          variant={email && !isAnswered ? 'quiet' : 'primary'}
          size="lg"
          wide
          busy={form.busy ? t('ui.sending') : undefined}
        >
          {t('auth.verify.again')}
        </Button>
      </ActionForm>
    </AuthPage>
  )
}
