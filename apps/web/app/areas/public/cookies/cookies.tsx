import { measuringAnswer, measuringCookie, measuringDays } from '@fanlight/contract/measuring'
import { CircleCheck } from 'lucide-react'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router'
import { visitOf } from '../../../api/visit.ts'
import { withMessages } from '../../../i18n/area-messages.ts'
import { useT } from '../../../i18n/context.tsx'
import { Answers } from '../../../parts/measuring/answers.tsx'
import { PageTitle } from '../../../parts/page-title.tsx'
import { AuthPage } from '../auth/auth-page.tsx'
import { sameSite } from '../auth/redirect.ts'
import { forgettingCookies } from './forgetting.ts'
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
  const { state, asked } = visitOf(context).measuring
  if (state === 'off') throw data(null, { status: 404 })
  return { state, asked, saved: new URL(request.url).searchParams.has('saved') }
}

/** The answer counts for what was asked, which is not always what would be asked now. */
export async function action({ context, request }: ActionFunctionArgs) {
  const visit = visitOf(context)
  if (visit.measuring.state === 'off') throw data(null, { status: 404 })
  const form = await request.formData()
  const answer = `${String(form.get('answer'))}.${String(form.get('asked'))}`
  const [, said] = measuringAnswer.exec(answer) ?? []
  if (said) {
    const secure = visit.origin.startsWith('https:') ? '; Secure' : ''
    const kept = `; Path=/; Max-Age=${measuringDays * daySeconds}; SameSite=Lax${secure}`
    visit.setCookie(`${measuringCookie}=${answer}${kept}`)
  }
  if (said === 'no')
    for (const cookie of forgettingCookies(request.headers.get('cookie'), visit.origin)) visit.setCookie(cookie)
  throw redirect(sameSite(String(form.get('back') ?? ''), here))
}

/** What is kept in the browser, what is measured, and the way to change one's mind. */
export default function Cookies() {
  const t = useT()
  const { state, asked, saved } = useLoaderData<typeof loader>()
  return (
    <AuthPage title={t('cookies.title')} lead={t('cookies.lead')} picture="room" wide>
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
          <Answers asked={asked} back={`${here}?saved`} />
          <p className="mt-3 text-xs text-ink-3">{t('cookies.howLong', { days: measuringDays })}</p>
        </>
      )}
    </AuthPage>
  )
}
