import { ShieldCheck } from 'lucide-react'
import {
  type ActionFunctionArgs,
  data,
  Form,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
} from 'react-router'
import { asProblem, type ProblemData } from '../../../api/problem.ts'
import { apiOf } from '../../../api/request-context.ts'
import { withMessages } from '../../../i18n/area-messages.ts'
import { useT } from '../../../i18n/context.tsx'
import { PageTitle } from '../../../parts/site/page-title.tsx'
import { useSite } from '../../../parts/site/site.ts'
import { Button } from '../../../ui/button.tsx'
import { Field, Input } from '../../../ui/field.tsx'
import { FormProblem } from '../../../ui/form.tsx'
import { AuthPage } from '../auth/auth-page.tsx'
import { Leading } from '../auth/leading.tsx'
import { sameSite } from '../auth/redirect.ts'

export { clientAction } from '../../../api/offline.ts'
export const handle = { layout: 'public', measured: 'never', messages: ['age', 'errors'], noRedirect: true }
export const clientMiddleware = [withMessages('age', 'errors')]
export const meta = () => [
  { name: 'robots', content: 'noindex' },
  { name: 'rating', content: 'RTA-5042-1996-1400-1577-RTA' },
]

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url)
  const back = sameSite(searchParams.get('back') ?? '/')
  const { data: ageStatus } = await apiOf(context).call('GET /age')
  if (ageStatus.passed) throw redirect(back)
  return { ageStatus, back, checked: searchParams.has('checked') }
}

interface Answer {
  problem: ProblemData | null
  /** How a check came out that did not pass. */
  state?: string
  /** Where the provider performs the check. */
  url?: string
}

/** The age declaration, the redirect to the age assurance provider, and the return from there. */
export async function action({ context, request }: ActionFunctionArgs) {
  const form = await request.formData()
  const api = apiOf(context)
  const back = sameSite(String(form.get('back') ?? '/'))
  try {
    if (form.get('intent') === 'check')
      return { problem: null, url: (await api.call('POST /age/checks', { body: { back } })).data.url }
    if (form.get('intent') === 'result') {
      const { data: ageStatus } = await api.call('POST /age/checks/result')
      if (!ageStatus.passed) return { problem: null, state: ageStatus.state }
    } else await api.call('POST /age/declaration', { body: { birthDate: String(form.get('birthDate') ?? '') } })
  } catch (error) {
    if (error instanceof Response) throw error
    const problem = asProblem(error)
    return data({ problem }, { status: problem.status || 503 })
  }
  throw redirect(back)
}

export default function Age() {
  const t = useT()
  const { name } = useSite()
  const { ageStatus, back, checked } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>() as Answer | undefined
  const tooYoung = answer?.problem?.code === 'TOO_YOUNG' || ageStatus.state === 'failed'
  if (tooYoung)
    return (
      <AuthPage title={t('age.closed.title')} lead={t('age.closed.text')} image="room" foot={<Leave />}>
        <PageTitle>{t('age.closed.title')}</PageTitle>
      </AuthPage>
    )
  return (
    <AuthPage title={t('age.title')} lead={t('age.lead', { site: name })} image="room" foot={<Leave />}>
      <PageTitle>{t('age.title')}</PageTitle>
      {ageStatus.rule === 'assured' ? (
        <Assured back={back} checked={checked} canAssure={ageStatus.canAssure} answer={answer} />
      ) : (
        <Form method="post" className="flex flex-col gap-5">
          <FormProblem problem={answer?.problem}>
            <input type="hidden" name="back" value={back} />
            <Field label={t('age.birthDate')} name="birthDate" hint={t('age.birthDateHint')} required>
              <Input type="date" autoComplete="bday" min="1900-01-01" />
            </Field>
            <Button type="submit" variant="primary" size="lg" wide>
              {t('age.enter')}
            </Button>
          </FormProblem>
        </Form>
      )}
    </AuthPage>
  )
}

function Assured(props: { back: string; checked: boolean; canAssure: boolean; answer: Answer | undefined }) {
  const { back, checked, canAssure, answer } = props
  const t = useT()
  if (!canAssure)
    return (
      <p role="status" className="rounded-lg bg-surface-2 px-4 py-3.5 text-ink-2">
        {t('age.assured.unavailable')}
      </p>
    )
  if (answer?.url) return <Leading url={answer.url}>{t('age.assured.start')}</Leading>
  return (
    <Form method="post" className="flex flex-col gap-5">
      <FormProblem problem={answer?.problem}>
        <input type="hidden" name="back" value={back} />
        <p className="flex gap-3 text-ink-2">
          <ShieldCheck className="icon mt-px shrink-0" aria-hidden="true" />
          {t('age.assured.how')}
        </p>
        {answer?.state === 'pending' ? <p role="status">{t('age.assured.pending')}</p> : null}
        {checked ? (
          <Button type="submit" name="intent" value="result" variant="primary" size="lg" wide>
            {t('age.assured.goOn')}
          </Button>
        ) : null}
        <Button type="submit" name="intent" value="check" variant={checked ? 'quiet' : 'primary'} size="lg" wide>
          {t('age.assured.start')}
        </Button>
      </FormProblem>
    </Form>
  )
}

/** The way out is as plain as the way in. */
function Leave() {
  const t = useT()
  return t.rich('age.leave', {
    terms: (text) => (
      <a href="/page/terms" className="link">
        {text}
      </a>
    ),
  })
}
