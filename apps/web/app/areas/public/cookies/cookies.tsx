import { analyticsAnswer, analyticsCookie, analyticsDays } from '@fanlight/contract/analytics'
import { CircleCheck } from 'lucide-react'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router'
import { formDataOf } from '../../../api/form-data.server.ts'
import { requestContextOf } from '../../../api/request-context.ts'
import { withMessages } from '../../../i18n/area-messages.ts'
import { useT } from '../../../i18n/context.tsx'
import { Answers } from '../../../parts/analytics/answers.tsx'
import { PageTitle } from '../../../parts/site/page-title.tsx'
import { AuthPage } from '../auth/auth-page.tsx'
import { sameSite } from '../auth/redirect.ts'
import { expiredCookies } from './delete-cookies.ts'
import './cookies.css'

export const handle = {
  layout: 'public',
  noRedirect: true,
  whileUnfinished: true,
  measured: 'never',
  messages: ['cookies'],
}
export const clientMiddleware = [withMessages('cookies')]
export const meta = () => [{ name: 'robots', content: 'noindex' }]

const here = '/cookies'
const daySeconds = 24 * 60 * 60

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { state, consentVersion } = requestContextOf(context).analytics
  if (state === 'off') throw data(null, { status: 404 })
  return { state, consentVersion, saved: new URL(request.url).searchParams.has('saved') }
}

/** The answer applies to the question that was shown, which may differ from the current one. */
export async function action({ context, request }: ActionFunctionArgs) {
  const requestContext = requestContextOf(context)
  if (requestContext.analytics.state === 'off') throw data(null, { status: 404 })
  const form = await formDataOf(request)
  const answer = `${String(form.get('answer'))}.${String(form.get('consentVersion'))}`
  const [, said] = analyticsAnswer.exec(answer) ?? []
  if (said) {
    const secure = requestContext.origin.startsWith('https:') ? '; Secure' : ''
    const saved = `; Path=/; Max-Age=${analyticsDays * daySeconds}; SameSite=Lax${secure}`
    requestContext.setCookie(`${analyticsCookie}=${answer}${saved}`)
  }
  if (said === 'no')
    for (const cookie of expiredCookies(request.headers.get('cookie'), requestContext.origin))
      requestContext.setCookie(cookie)
  throw redirect(sameSite(String(form.get('back') ?? ''), here))
}

/** What is stored in the browser, what is measured, and the form to change the answer. */
export default function Cookies() {
  const t = useT()
  const { state, consentVersion, saved } = useLoaderData<typeof loader>()
  return (
    <AuthPage title={t('cookies.title')} lead={t('cookies.lead')} image="room" wide>
      <PageTitle>{t('cookies.title')}</PageTitle>
      <dl className="cookie-terms">
        <dt>{t('cookies.necessary.title')}</dt>
        <dd>{t('cookies.necessary.text')}</dd>
        <dt>{t('cookies.measured.title')}</dt>
        <dd>{t('cookies.measured.text')}</dd>
      </dl>
      {state === 'signal' ? (
        <p role="status" className="rounded-lg bg-surface-2 px-4 py-3.5 text-ink-2">
          {t('cookies.signal')}
        </p>
      ) : (
        <>
          {saved ? (
            <p role="status" className="mb-6 flex gap-3 rounded-lg bg-success-soft px-4 py-3.5 text-success-soft-ink">
              <CircleCheck className="icon mt-px" aria-hidden="true" />
              {t('cookies.saved')}
            </p>
          ) : null}
          <p className="mb-3">{t(`cookies.now.${state}`)}</p>
          <Answers consentVersion={consentVersion} back={`${here}?saved`} />
          <p className="mt-3 text-xs text-ink-3">{t('cookies.howLong', { days: analyticsDays })}</p>
        </>
      )}
    </AuthPage>
  )
}
