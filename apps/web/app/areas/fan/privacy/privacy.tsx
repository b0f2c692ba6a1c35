import { Link, type LoaderFunctionArgs, redirectDocument, useLoaderData, useRevalidator } from 'react-router'
import { formActions, formAction } from '../../../api/form-action.server.ts'
import { asProblem, type ProblemData } from '../../../api/problem.ts'
import { apiOf, requestContextOf } from '../../../api/request-context.ts'
import { withMessages } from '../../../i18n/area-messages.ts'
import { useFormats, useT } from '../../../i18n/context.tsx'
import { blockedPeople } from '../../../parts/account/blocked-people.ts'
import { useAnalytics } from '../../../parts/site/site.ts'
import { ActionForm, useActionForm } from '../../../parts/forms/action-form.tsx'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { useProblemText } from '../../../ui/form.tsx'
import { PartialState } from '../../../ui/states.tsx'
import { AccountFrame, Section } from '../account/account-frame.tsx'
import { BlockedRow } from './blocked.tsx'
import { DownloadData, takenBy } from './export.tsx'
import { NotInterested, notInterestedOf } from './not-interested.tsx'
import { Presence } from './presence.tsx'

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
    return {
      closesAt: closing.data.closesAt,
      blocked: null,
      notInterested: null,
      taken,
      isStaff: false,
      showsPresence: null,
    }
  }
  // Users who have not accepted newer terms can still download their data and close their account.
  const [blocked, notInterested, taken] = await Promise.all([
    me?.termsDue ? null : orProblem(blockedPeople(api, request)),
    me?.termsDue || me?.role === 'admin' ? null : orProblem(notInterestedOf(api, request)),
    takenBy(api),
  ])
  const showsPresence = me?.termsDue || me?.role === 'admin' ? null : (me?.showPresence ?? null)
  return { closesAt: null, blocked, notInterested, taken, isStaff: me?.role === 'admin', showsPresence }
}

const options = {
  isUpdate: true,
  fields: { PASSWORD_NEEDED: 'currentPassword', PASSWORD_WRONG: 'currentPassword' },
} as const
// The first also sends the code by email that the form of the export requests.
export const action = formActions({
  export: formAction('POST /users/me/export', options),
  download: formAction('POST /users/me/export/address', { ...options, onDone: ({ link }) => redirectDocument(link) }),
  unblock: formAction('DELETE /block/users/:id', options),
  suggest: formAction('DELETE /user/not-interested/:id', options),
  stay: formAction('DELETE /users/me/closing', options),
})

/** Whom one doesn't want to see, what one may take away, and how to leave. */
export default function Privacy() {
  const t = useT()
  const { closesAt, blocked, notInterested, taken, isStaff, showsPresence } = useLoaderData<typeof loader>()
  // Phones have no foot with the link in it.
  const hasAnalytics = useAnalytics() !== undefined
  return (
    <AccountFrame title={t('privacy.title')}>
      <title>{t('privacy.title')}</title>
      {closesAt ? <Leaving closesAt={closesAt} /> : null}
      {showsPresence === null ? null : <Presence isShown={showsPresence} />}
      {blocked ? <BlockedPeople {...blocked} /> : null}
      {notInterested ? <NotInterested {...notInterested} /> : null}
      <DownloadData {...taken} />
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

function Leaving({ closesAt }: { closesAt: string }) {
  const t = useT()
  const { date } = useFormats()
  const form = useActionForm<typeof action.stay>('stay')
  return (
    <section role="status" className="rounded-lg bg-token-soft p-5 text-token-soft-ink">
      <h2>{t('privacy.close.until', { when: date(closesAt) })}</h2>
      <p className="mt-1 text-sm">{t('privacy.close.untilLead')}</p>
      <ActionForm form={form} className="mt-4 flex flex-col items-start gap-4">
        <Button type="submit" variant="primary" size="lg" busy={form.busy ? t('privacy.close.staying') : undefined}>
          {t('privacy.close.stay')}
        </Button>
      </ActionForm>
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
