import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { Form, useParams } from 'react-router'
import type { ProblemData } from '../../../api/problem.ts'
import { useT } from '../../../i18n/context.tsx'
import { isSuspension, SuspensionNotice } from '../../../parts/account/suspension-notice.tsx'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { useProblemText } from '../../../ui/form.tsx'
import { AuthPage } from './auth-page.tsx'

interface RefusedProps {
  /** Nothing where the person said no over there. */
  problem: ProblemData | null
  isLink?: boolean
}

/** What came of it, and every way on from here. */
export function ProviderRefused({ problem, isLink = false }: RefusedProps) {
  const t = useT()
  const problemText = useProblemText()
  const provider = useParams()['provider'] ?? ''
  const name = t.maybe(`providers.name.${provider}`) ?? provider
  const title = t(problem ? 'providers.refusedTitle' : 'providers.cancelledTitle')
  const isOffered = problem?.code !== 'PROVIDER_NOT_OFFERED'
  const needsPassword = problem?.code === 'LINK_FIRST'
  const again =
    !isLink && isOffered ? (
      <Again provider={provider} problem={problem} withoutEmail={needsPassword}>
        {needsPassword ? t('providers.newWithoutEmail') : t('providers.again', { name })}
      </Again>
    ) : null
  return (
    <AuthPage title={title}>
      <title>{title}</title>
      {isSuspension(problem) ? (
        <SuspensionNotice problem={problem} />
      ) : (
        <p role="alert" className="flex gap-3 rounded-lg bg-danger-soft px-4 py-3.5 text-danger-soft-ink">
          <CircleAlert className="icon mt-px" aria-hidden="true" />
          {problem ? problemText(problem) : t('providers.cancelled', { name })}
        </p>
      )}
      <div className="mt-6 flex flex-col gap-3">
        {needsPassword ? null : again}
        {isLink ? (
          <ButtonLink to="/user/security" variant="primary" size="lg" wide>
            {t('providers.backToSecurity')}
          </ButtonLink>
        ) : (
          // Once logged in, the page where this way of logging in is added to the account.
          <ButtonLink
            to={needsPassword ? '/auth/login?redirect=/user/security' : '/auth/login'}
            variant={isOffered && !needsPassword ? 'quiet' : 'primary'}
            size="lg"
            wide
          >
            {t('providers.otherWay')}
          </ButtonLink>
        )}
        {needsPassword ? again : null}
      </div>
    </AuthPage>
  )
}

function Again({
  provider,
  problem,
  withoutEmail,
  children,
}: RefusedProps & { provider: string; withoutEmail: boolean; children: ReactNode }) {
  return (
    <Form method="post" action={`/auth/${provider}/start`} reloadDocument>
      <input type="hidden" name="role" value={String(problem?.details['role'] ?? 'user')} />
      {withoutEmail ? <input type="hidden" name="withoutEmail" value="on" /> : null}
      <Button type="submit" variant={withoutEmail ? 'quiet' : 'primary'} size="lg" wide>
        {children}
      </Button>
    </Form>
  )
}
