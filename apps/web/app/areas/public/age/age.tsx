import { ShieldCheck } from 'lucide-react'
import { type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router'
import { formActions, formAction, type Submitted } from '../../../api/form-action.server.ts'
import { apiOf } from '../../../api/request-context.ts'
import { withMessages } from '../../../i18n/area-messages.ts'
import { useT } from '../../../i18n/context.tsx'
import { PageTitle } from '../../../parts/site/page-title.tsx'
import { useSite } from '../../../parts/site/site.ts'
import { ActionForm, useActionForm } from '../../../parts/forms/action-form.tsx'
import { Button } from '../../../ui/button.tsx'
import { Field, Input } from '../../../ui/field.tsx'
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

/** The age declaration, the redirect to the age assurance provider, and the return from there. */
export const action = formActions({
  declare: formAction('POST /age/declaration', { onDone: (_, submitted) => redirect(backOf(submitted)) }),
  check: formAction('POST /age/checks', {
    input: (submitted) => ({ body: { back: backOf(submitted) } }),
    onDone: ({ url }) => url,
  }),
  result: formAction('POST /age/checks/result', {
    // How a check came out that did not pass.
    onDone: ({ passed, state }, submitted) => (passed ? redirect(backOf(submitted)) : state),
  }),
})
const backOf = ({ text }: Submitted) => sameSite(text('back'))

export default function Age() {
  const t = useT()
  const { name } = useSite()
  const { ageStatus, back, checked } = useLoaderData<typeof loader>()
  const form = useActionForm<typeof action.declare>('declare')
  const tooYoung = form.problem?.code === 'TOO_YOUNG' || ageStatus.state === 'failed'
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
        <Assured back={back} checked={checked} canAssure={ageStatus.canAssure} />
      ) : (
        <ActionForm form={form} className="flex flex-col gap-5">
          <input type="hidden" name="back" value={back} />
          <Field label={t('age.birthDate')} name={form.name('birthDate')} hint={t('age.birthDateHint')} required>
            <Input type="date" autoComplete="bday" min="1900-01-01" />
          </Field>
          <Button type="submit" variant="primary" size="lg" wide>
            {t('age.enter')}
          </Button>
        </ActionForm>
      )}
    </AuthPage>
  )
}

function Assured({ back, checked, canAssure }: { back: string; checked: boolean; canAssure: boolean }) {
  const t = useT()
  const form = useActionForm<typeof action.check | typeof action.result>('check', 'result')
  const check = useActionForm<typeof action.check>('check')
  const result = useActionForm<typeof action.result>('result')
  if (!canAssure)
    return (
      <p role="status" className="rounded-lg bg-surface-2 px-4 py-3.5 text-ink-2">
        {t('age.assured.unavailable')}
      </p>
    )
  if (check.done) return <Leading url={check.done}>{t('age.assured.start')}</Leading>
  return (
    <ActionForm form={form} className="flex flex-col gap-5">
      <input type="hidden" name="back" value={back} />
      <p className="flex gap-3 text-ink-2">
        <ShieldCheck className="icon mt-px shrink-0" aria-hidden="true" />
        {t('age.assured.how')}
      </p>
      {result.done === 'pending' ? <p role="status">{t('age.assured.pending')}</p> : null}
      {checked ? (
        <Button type="submit" name="intent" value="result" variant="primary" size="lg" wide>
          {t('age.assured.goOn')}
        </Button>
      ) : null}
      <Button type="submit" name="intent" value="check" variant={checked ? 'quiet' : 'primary'} size="lg" wide>
        {t('age.assured.start')}
      </Button>
    </ActionForm>
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
