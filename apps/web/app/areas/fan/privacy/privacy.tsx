import {
  type ActionFunctionArgs,
  data,
  Form,
  Link,
  type LoaderFunctionArgs,
  useActionData,
  useLoaderData,
  useNavigation,
  useRevalidator,
} from 'react-router'
import { asProblem, asUpdateProblem, type ProblemData } from '../../../api/problem.ts'
import { apiOf, requestContextOf } from '../../../api/request-context.ts'
import { withMessages } from '../../../i18n/area-messages.ts'
import { useFormats, useT } from '../../../i18n/context.tsx'
import { blockedPeople } from '../../../parts/account/blocked-people.ts'
import { useAnalytics } from '../../../parts/site/site.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { FormProblem, useProblemText } from '../../../ui/form.tsx'
import { PartialState } from '../../../ui/states.tsx'
import { AccountFrame, Section } from '../account/account-frame.tsx'
import { BlockedRow } from './blocked.tsx'
import { DownloadData, exportAction, takenBy } from './export.tsx'

export { clientAction } from '../../../api/offline.ts'
export const handle = { messages: ['account', 'privacy', 'export', 'stepUp'], whileTermsDue: true }
export const clientMiddleware = [withMessages('account', 'privacy', 'export', 'stepUp')]

type Blocked = Awaited<ReturnType<typeof blockedPeople>>

export async function loader({ request, context }: LoaderFunctionArgs) {
  const api = apiOf(context)
  const orProblem = <T,>(response: Promise<T>) =>
    response.then(
      (found) => ({ found, problem: null }),
      (error: unknown) => {
        if (error instanceof Response || asProblem(error).status === 401) throw error
        return { found: null, problem: asProblem(error) }
      },
    )
  const me = await requestContextOf(context).me()
  if (me?.status === 'closing') {
    const [closing, taken] = await Promise.all([api.call('GET /users/me/closing'), takenBy(api)])
    return { closesAt: closing.data.closesAt, blocked: null, taken, isStaff: false }
  }
  // Users who have not accepted newer terms can still download their data and close their account.
  const [blocked, taken] = await Promise.all([
    me?.termsDue ? null : orProblem(blockedPeople(api, request)),
    takenBy(api),
  ])
  return { closesAt: null, blocked, taken, isStaff: me?.role === 'admin' }
}

export async function action({ request, context }: ActionFunctionArgs) {
  const form = await request.formData()
  const api = apiOf(context)
  try {
    const unblock = form.get('unblock')
    if (unblock) await api.call('DELETE /block/users/:id', { params: { id: String(unblock) } })
    else if (form.get('stay')) await api.call('DELETE /users/me/closing')
    else if (form.has('export') || form.has('mailCode'))
      return (await exportAction(api, form)) ?? { problem: null, about: 'export' }
    return { problem: null, about: '' }
  } catch (error) {
    if (error instanceof Response) throw error
    const problem = asUpdateProblem(error, { PASSWORD_NEEDED: 'currentPassword', PASSWORD_WRONG: 'currentPassword' })
    return data(
      { problem, about: form.has('export') || form.has('mailCode') ? 'export' : '' },
      { status: problem.status || 503 },
    )
  }
}

/** Whom one doesn't want to see, what one may take away, and how to leave. */
export default function Privacy() {
  const t = useT()
  const { closesAt, blocked, taken, isStaff } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>() as { problem: ProblemData | null; about?: string } | undefined
  // A network error belongs to no form in particular.
  const problemOf = (about: string) => (answer && (answer.about ?? about) === about ? answer.problem : null)
  // Phones have no foot with the link in it.
  const hasAnalytics = useAnalytics() !== undefined
  return (
    <AccountFrame title={t('privacy.title')}>
      <title>{t('privacy.title')}</title>
      {closesAt ? <Leaving closesAt={closesAt} problem={problemOf('')} /> : null}
      {blocked ? <BlockedPeople {...blocked} /> : null}
      <DownloadData {...taken} problem={problemOf('export')} />
      {closesAt ? null : (
        <Section title={t('privacy.close.title')} lead={t(isStaff ? 'privacy.close.staff' : 'privacy.close.lead')}>
          {isStaff ? null : (
            <ButtonLink to="/user/privacy/close" variant="outline">
              {t('privacy.close.open')}
            </ButtonLink>
          )}
        </Section>
      )}
      {hasAnalytics ? (
        <Link to="/cookies" className="link self-start py-2 text-sm">
          {t('ui.footer.cookies')}
        </Link>
      ) : null}
    </AccountFrame>
  )
}

function Leaving({ closesAt, problem }: { closesAt: string; problem: ProblemData | null }) {
  const t = useT()
  const { date } = useFormats()
  const busy = useNavigation().state === 'submitting'
  return (
    <section role="status" className="rounded-lg bg-token-soft p-5 text-token-soft-ink">
      <h2>{t('privacy.close.until', { when: date(closesAt) })}</h2>
      <p className="mt-1 text-sm">{t('privacy.close.untilLead')}</p>
      <Form method="post" className="mt-4 flex flex-col items-start gap-4">
        <FormProblem problem={problem}>
          <Button
            type="submit"
            variant="primary"
            size="lg"
            name="stay"
            value="yes"
            busy={busy ? t('privacy.close.staying') : undefined}
          >
            {t('privacy.close.stay')}
          </Button>
        </FormProblem>
      </Form>
    </section>
  )
}

function BlockedPeople({ found, problem }: { found: Blocked | null; problem: ProblemData | null }) {
  const t = useT()
  const problemText = useProblemText()
  const { revalidate } = useRevalidator()
  const people = found?.data ?? []
  return (
    <Section title={t('privacy.blocked.title')} lead={people.length > 0 ? t('privacy.blocked.lead') : null}>
      {problem ? (
        <PartialState onRetry={() => void revalidate()}>{problemText(problem)}</PartialState>
      ) : people.length > 0 ? (
        <ul className="divide-y divide-line rounded-lg bg-surface ring-1 ring-line">
          {people.map((person) => (
            <BlockedRow key={person._id} person={person} />
          ))}
        </ul>
      ) : (
        <p className="text-sm text-ink-2">{t('privacy.blocked.empty')}</p>
      )}
      {found && found.total > people.length ? (
        <div className="mt-2 flex flex-wrap items-center justify-between gap-3">
          <p className="text-xs text-ink-3">
            {t('privacy.blocked.shown', { shown: people.length, count: found.total })}
          </p>
          {found.next ? (
            <ButtonLink to={found.next} size="sm" variant="outline" preventScrollReset replace>
              {t('privacy.blocked.more')}
            </ButtonLink>
          ) : null}
        </div>
      ) : null}
    </Section>
  )
}
