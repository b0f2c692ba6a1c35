import { useSearchParams } from 'react-router'
import { formAction } from '../../../api/form-action.server.ts'
import { withMessages } from '../../../i18n/area-messages.ts'
import { useT } from '../../../i18n/context.tsx'
import { ActionForm, useActionForm } from '../../../parts/forms/action-form.tsx'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { useProblemText } from '../../../ui/form.tsx'
import { AuthPage } from './auth-page.tsx'
import { Notice } from './notice.tsx'

export { clientAction } from '../../../api/offline.ts'
export const handle = { layout: 'public', noRedirect: true, messages: ['factor', 'errors'] }
export const clientMiddleware = [withMessages('factor', 'errors')]
export const meta = () => [
  { name: 'robots', content: 'noindex' },
  // Without scripts, a form of a page that sends no referrer at all has no Origin either, and is refused.
  { name: 'referrer', content: 'same-origin' },
]

/** A click is required, not only the page request: mail scanners open every link in an email. */
export const action = formAction('POST /auth/second-factor-removal/refusal')

/** The page linked in the email that announces the removal of a second factor. */
export default function CancelFactorRemoval() {
  const t = useT()
  const problemText = useProblemText()
  const [search] = useSearchParams()
  const form = useActionForm<typeof action>()
  const token = search.get('token')
  const { problem, done } = form
  const dead = !token || (problem && problem.code !== 'OFFLINE' && problem.status < 500 && problem.status !== 429)
  return (
    <AuthPage title={t('factor.title')} lead={dead || done ? undefined : t('factor.lead')} image="kiln">
      <title>{t('factor.title')}</title>
      {done ? (
        <Notice kind="done">{t('factor.cancelled')}</Notice>
      ) : dead || problem ? (
        <Notice kind="refused">
          {!problem || problem.code === 'TOKEN_SPENT' ? t('factor.dead') : problemText(problem)}
        </Notice>
      ) : null}
      {done || dead ? (
        <ButtonLink to="/auth/forgot" variant="primary" size="lg" wide>
          {t('factor.security')}
        </ButtonLink>
      ) : (
        <ActionForm form={{ ...form, problem: null }}>
          <input type="hidden" name={form.name('token')} value={token} />
          <Button type="submit" variant="primary" size="lg" wide busy={form.busy ? t('factor.keeping') : undefined}>
            {t('factor.keep')}
          </Button>
        </ActionForm>
      )}
    </AuthPage>
  )
}
