import { useSearchParams } from 'react-router'
import { formActions, formAction } from '../../../api/form-action.server.ts'
import { withMessages } from '../../../i18n/area-messages.ts'
import { useT } from '../../../i18n/context.tsx'
import { ActionForm, useActionForm } from '../../../parts/forms/action-form.tsx'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { useProblemText } from '../../../ui/form.tsx'
import { AuthPage } from './auth-page.tsx'
import { Notice } from './notice.tsx'

export { clientAction } from '../../../api/offline.ts'
export const handle = {
  layout: 'public',
  measured: 'never',
  noRedirect: true,
  messages: ['privacy', 'errors'],
  secretAddress: true,
}
export const clientMiddleware = [withMessages('privacy', 'errors')]
export const meta = () => [{ name: 'robots', content: 'noindex' }]

/** A click is required, not only the page request: mail scanners open every link in an email. */
export const action = formActions({
  confirm: formAction('POST /auth/email-change', {
    onDone: ({ changed }) => (changed ? ('done' as const) : ('half' as const)),
  }),
  refuse: formAction('POST /auth/email-change/refusal', { onDone: () => 'refused' as const }),
})

/** Where the links of a change of address lead: to say yes, or that one knows nothing of it. */
export default function EmailLink() {
  const t = useT()
  const problemText = useProblemText()
  const [search] = useSearchParams()
  const refusing = search.has('not-me')
  const form = useActionForm<typeof action.confirm | typeof action.refuse>(refusing ? 'refuse' : 'confirm')
  const { done, problem } = form
  const token = search.get('not-me') ?? search.get('token')
  const title = t(refusing ? 'privacy.email.refuseTitle' : 'privacy.email.confirmTitle')
  const dead = !token || (problem && problem.code !== 'OFFLINE' && problem.status < 500)

  if (done) {
    return (
      <AuthPage title={title} image="dance">
        <title>{title}</title>
        <Notice kind="done">{t(`privacy.email.${done}`)}</Notice>
        {done === 'half' ? null : (
          <ButtonLink to={done === 'done' ? '/user/account' : '/auth/login'} variant="primary" size="lg" wide>
            {t('privacy.email.continue')}
          </ButtonLink>
        )}
      </AuthPage>
    )
  }
  return (
    <AuthPage
      title={title}
      lead={dead ? undefined : t(refusing ? 'privacy.email.refuseLead' : 'privacy.email.confirmLead')}
      image="dance"
    >
      <title>{title}</title>
      {dead || problem ? (
        <Notice kind="refused">
          {!problem || problem.code === 'TOKEN_SPENT' ? t('privacy.email.dead') : problemText(problem)}
        </Notice>
      ) : null}
      {dead ? (
        <ButtonLink to="/user/account/email" variant="primary" size="lg" wide>
          {t('privacy.email.again')}
        </ButtonLink>
      ) : (
        <ActionForm form={{ ...form, problem: null }}>
          <input type="hidden" name={form.name('token')} value={token} />
          <Button
            type="submit"
            variant={refusing ? 'danger' : 'primary'}
            size="lg"
            wide
            busy={form.busy ? t(refusing ? 'privacy.email.refusing' : 'privacy.email.confirming') : undefined}
          >
            {t(refusing ? 'privacy.email.refuse' : 'privacy.email.confirm')}
          </Button>
        </ActionForm>
      )}
    </AuthPage>
  )
}
