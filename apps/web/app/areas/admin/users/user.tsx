import { ChevronLeft } from 'lucide-react'
import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import type { Reply } from '../../../api/client.ts'
import { apiOf } from '../../../api/request-context.ts'
import { useFormats, useT } from '../../../i18n/context.tsx'
import { LocalTime } from '../../../parts/time/local-time.tsx'
import { PageTitle } from '../../../parts/site/page-title.tsx'
import { Avatar } from '../../../ui/avatar.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { withMessages } from '../../../i18n/area-messages.ts'
import { dot } from '../../../ui/dot.ts'
import { ModerationActionLog } from '../pieces/action-log.tsx'
import { CaseList } from '../pieces/case-list.tsx'
import { ModerationActions } from './actions.tsx'
import { AccountDetails } from './account-details.tsx'
import { AccountSums } from './account-sums.tsx'
import { NoteForm } from './note-form.tsx'
import { RelatedAccounts } from './related.tsx'
import { FactorRemoval } from './removal.tsx'
import { Section } from './section.tsx'
import { stateTones } from './states.ts'

export const handle = { messages: ['cases', 'report'] }
export const clientMiddleware = [withMessages('cases', 'report')]

export type StaffAccount = Reply<'GET /admin/accounts/:id'>['data']
export const loader = async ({ params, context }: LoaderFunctionArgs) => ({
  account: (await apiOf(context).call('GET /admin/accounts/:id', { params: { id: params['id'] ?? '' } })).data,
  now: new Date().toISOString(),
})

/** One person as staff see them: what there is, what was done, and what may be done. */
export default function UserPage() {
  const t = useT()
  const { dateTime } = useFormats()
  const { account, now } = useLoaderData<typeof loader>()
  const name = account.name || account.username || t('people.nameless')
  return (
    <div className="max-w-page pb-16">
      <PageTitle>{name}</PageTitle>
      <Link to="/admin/users" className="inline-flex items-center gap-1 text-xs text-ink-2">
        <ChevronLeft className="icon size-4! rtl:-scale-x-100" aria-hidden="true" />
        {t('people.back')}
      </Link>
      <div className="mt-2 flex items-center gap-4">
        <Avatar src={account.avatar} size={64} />
        <div className="min-w-0">
          <h1 className="text-xl wrap-anywhere">
            <bdi>{name}</bdi>
          </h1>
          <div className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1">
            {account.username ? (
              <bdi className="min-w-0 text-sm wrap-anywhere text-ink-3">@{account.username}</bdi>
            ) : null}
            <Badge>{t(`people.role.${account.role}`)}</Badge>
            <Badge tone={stateTones[account.status]}>{t(`people.states.${account.status}`)}</Badge>
          </div>
        </div>
      </div>
      {account.status === 'suspended' ? (
        <div className="mt-3 rounded-md bg-danger-soft px-4 py-3 text-sm text-danger-soft-ink">
          <p className="font-strong">
            {account.statusUntil
              ? t('people.suspendedUntil', { when: dateTime(account.statusUntil) })
              : t('people.suspendedOpen')}
          </p>
          {account.statusReason ? (
            <p dir="auto" className="text-match">
              {account.statusReason}
            </p>
          ) : null}
        </div>
      ) : null}
      {account.removal ? <FactorRemoval account={account} removal={account.removal} /> : null}
      <AccountSums account={account} />
      <div className="mt-4 grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[minmax(0,1fr)_20rem]">
        {/* Before long lists where there is one column. */}
        <div className="lg:col-start-2 lg:row-start-1">
          <Section title={t('people.section.actions')}>
            <ModerationActions account={account} />
          </Section>
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4 lg:col-start-1 lg:row-start-1">
          <AccountDetails account={account} />
          <Section title={t('people.section.sessions')}>
            <Sessions sessions={account.sessions} />
          </Section>
          {account.reports ? (
            <Section title={t('cases.title')}>
              {account.reports.strikes > 0 ? (
                <p className="mt-2 text-xs font-strong">{t('cases.strikes', { count: account.reports.strikes })}</p>
              ) : null}
              <CaseList cases={account.reports.cases} now={now} empty={t('people.noReports')} />
            </Section>
          ) : null}
          {account.related ? <RelatedAccounts related={account.related} /> : null}
          <Section title={t('people.section.history')}>
            <ModerationActionLog entries={account.history} />
            <NoteForm id={account._id} />
          </Section>
        </div>
      </div>
    </div>
  )
}

function Sessions({ sessions }: Pick<StaffAccount, 'sessions'>) {
  const t = useT()
  const { region, ago } = useFormats()
  if (sessions.length === 0) return <p className="mt-2 text-xs text-ink-3">{t('people.sessions.none')}</p>
  return (
    <ul className="mt-1 text-xs">
      {sessions.map((session, at) => (
        <li key={at} className="flex flex-wrap gap-x-3 border-t border-line py-2 first:border-0">
          <span className="min-w-44 flex-1 font-semibold">
            <bdi>{session.device || t('people.sessions.unknown')}</bdi>
            {session.country ? (
              <span className="font-normal text-ink-3">
                {dot}
                {region(session.country)}
              </span>
            ) : null}
          </span>
          <span className="text-ink-3" suppressHydrationWarning>
            {t('people.sessions.seen', { when: ago(session.lastSeenAt) })}
          </span>
          <LocalTime at={session.createdAt} className="num text-ink-3" />
        </li>
      ))}
    </ul>
  )
}
