import { AlarmClock, ChevronLeft, ExternalLink } from 'lucide-react'
import clsx from 'clsx'
import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import type { Reply } from '../../../api/client.ts'
import { apiOf } from '../../../api/request-context.ts'
import { withMessages } from '../../../i18n/area-messages.ts'
import { useFormats, useT } from '../../../i18n/context.tsx'
import { PageTitle } from '../../../parts/site/page-title.tsx'
import { LocalTime } from '../../../parts/time/local-time.tsx'
import { Avatar } from '../../../ui/avatar.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { dot } from '../../../ui/dot.ts'
import { ModerationActionLog } from '../pieces/action-log.tsx'
import { Section } from '../users/section.tsx'
import { CaseCourse } from './course.tsx'
import { CaseMedia } from './case-media.tsx'
import { AppealForm, AssignButton, DecisionForm } from './decision.tsx'
import { CaseList } from '../pieces/case-list.tsx'
import { isWaiting, stateTones } from '../pieces/case-states.ts'

export const handle = { messages: ['cases', 'report', 'post'] }
export const clientMiddleware = [withMessages('cases', 'report', 'post')]
export const meta = () => [{ name: 'robots', content: 'noindex' }]

export type StaffReport = Reply<'GET /admin/reports/:id'>['data']
export const loader = async ({ params, context }: LoaderFunctionArgs) => ({
  found: (await apiOf(context).call('GET /admin/reports/:id', { params: { id: params['id'] ?? '' } })).data,
  now: new Date().toISOString(),
})

/** One case: what was reported and what it is now, who reported it and why, what staff did, and the decision. */
export default function ReportPage() {
  const t = useT()
  const { found, now } = useLoaderData<typeof loader>()
  const kind = t(`cases.target.${found.targetType}`)
  const title = t('cases.of', { kind, name: found.author.name || t('people.nameless') })
  return (
    <div className="max-w-page pb-16">
      <PageTitle>{title}</PageTitle>
      <Link to="/admin/reports" className="inline-flex items-center gap-1 text-xs text-ink-2">
        <ChevronLeft className="icon size-4! rtl:-scale-x-100" aria-hidden="true" />
        {t('cases.back')}
      </Link>
      <h1 className="mt-2 text-xl wrap-anywhere">{title}</h1>
      <p className="mt-1.5 flex flex-wrap items-center gap-2">
        <Badge tone="lamp">{t(`report.category.${found.category}`)}</Badge>
        <Badge tone={stateTones[found.state]}>{t(`cases.states.${found.state}`)}</Badge>
        <span className="num text-sm text-ink-3">{found.number}</span>
      </p>
      <CaseCourse found={found} />
      <div className="mt-4 grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          <ReportedItem found={found} />
          {found.appeal ? <Appeal appeal={found.appeal} /> : null}
          <Statements found={found} />
          <Section title={t('cases.others')}>
            <CaseList cases={found.others} now={now} empty={t('cases.noOthers')} />
          </Section>
          <Section title={t('cases.history')}>
            <ModerationActionLog entries={found.history} />
          </Section>
        </div>
        <div className="grid gap-4">
          <DueBox found={found} now={now} />
          {found.decision ? <Decision decision={found.decision} /> : null}
          {found.can.actions.length > 0 ? <DecisionForm key={found.updatedAt} found={found} /> : null}
          {found.state === 'appealed' ? <AppealForm key={found.updatedAt} found={found} /> : null}
        </div>
      </div>
    </div>
  )
}

function ReportedItem({ found }: { found: StaffReport }) {
  const t = useT()
  const { dateTime } = useFormats()
  const { snapshot, now, author } = found
  return (
    <Section title={t('cases.item')}>
      <div className="mt-3 grid gap-5 sm:grid-cols-[minmax(0,240px)_minmax(0,1fr)]">
        <CaseMedia
          id={found._id}
          files={snapshot.files}
          alt={snapshot.title || t(`cases.target.${found.targetType}`)}
        />
        <div className="min-w-0">
          <Link to={`/admin/users/${author._id}`} className="flex min-w-0 items-center gap-2.5 text-ink">
            <Avatar src={author.avatar} size={36} />
            <span className="grid min-w-0 leading-tight">
              <bdi className="truncate font-bold">{author.name || t('people.nameless')}</bdi>
              {author.username ? <bdi className="truncate text-xs text-ink-3">@{author.username}</bdi> : null}
            </span>
          </Link>
          {found.strikes > 0 ? (
            <p className="mt-2 text-xs font-strong">{t('cases.strikes', { count: found.strikes })}</p>
          ) : null}
          {snapshot.title ? (
            <h3 dir="auto" className="mt-3 font-bold wrap-anywhere text-match">
              {snapshot.title}
            </h3>
          ) : null}
          {snapshot.text ? (
            <p dir="auto" className="mt-2 max-h-60 overflow-auto text-sm whitespace-pre-line wrap-anywhere text-match">
              {snapshot.text}
            </p>
          ) : null}
          {snapshot.beside.length > 0 ? <Beside found={found} /> : null}
          <p className="mt-3 text-xs text-ink-3">{t('cases.snapshot', { at: dateTime(snapshot.takenAt) })}</p>
          {now?.isChanged ? (
            <div className="mt-3 rounded-sm bg-token-soft px-3 py-2 text-sm text-token-soft-ink">
              <p className="font-strong">{t('cases.changed')}</p>
              <p dir="auto" className="max-h-60 overflow-auto whitespace-pre-line wrap-anywhere text-match">
                {[now.title, now.text].filter(Boolean).join('\n') || t('cases.text.none')}
              </p>
            </div>
          ) : null}
          <p className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-1 text-xs text-ink-2">
            {now ? (
              <>
                <span>
                  {t('cases.statusNow', {
                    status:
                      t.maybe(`cases.status.${now.status}`) ?? t.maybe(`people.states.${now.status}`) ?? now.status,
                  })}
                </span>
                {now.buyers > 0 ? <span>{t('cases.buyers', { count: now.buyers })}</span> : null}
                {now.path ? (
                  <Link to={now.path} className="link inline-flex items-center gap-1">
                    {t('cases.open')}
                    <ExternalLink className="icon size-3.5!" aria-hidden="true" />
                  </Link>
                ) : null}
              </>
            ) : (
              <span className="font-strong">{t('cases.gone')}</span>
            )}
          </p>
        </div>
      </div>
    </Section>
  )
}

/** What was written directly before and after a reported message, by whom, as it was then. */
function Beside({ found: { snapshot, author, statements } }: { found: StaffReport }) {
  const t = useT()
  const { dateTime } = useFormats()
  const other = statements[0]?.reporter?.name
  return (
    <section className="mt-4 border-t border-line pt-3">
      <h3 className="font-sans text-sm font-strong tracking-normal">{t('cases.beside')}</h3>
      <p className="text-xs text-ink-3">{t('cases.besideHint')}</p>
      <ul className="mt-2 grid gap-2">
        {snapshot.beside.map((message) => (
          <li key={message.at} className="rounded-sm bg-surface-2 px-3 py-2 text-sm">
            <p className="text-xs text-ink-3">
              <bdi className="font-semibold text-ink-2">
                {(message.isAuthor ? author.name : other) || t('people.nameless')}
              </bdi>
              {dot}
              {t(message.isBefore ? 'cases.besideBefore' : 'cases.besideAfter', { at: dateTime(message.at) })}
            </p>
            <p dir="auto" className="max-h-40 overflow-auto whitespace-pre-line wrap-anywhere text-match">
              {message.isDeleted ? (
                <i className="text-ink-3">{t('cases.besideDeleted')}</i>
              ) : (
                message.text || t('cases.text.none')
              )}
            </p>
            {message.files > 0 && !message.isDeleted ? (
              <p className="num text-xs text-ink-3">{t('cases.besideFiles', { count: message.files })}</p>
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  )
}

function Statements({ found: { statements } }: { found: StaffReport }) {
  const t = useT()
  return (
    <Section title={t('cases.reports')}>
      <ul className="mt-1">
        {statements.map((entry) => (
          <li key={entry._id} className="border-t border-line py-3 first:border-0">
            <p className="flex flex-wrap items-center justify-between gap-2 text-xs">
              <span className="font-strong">{t(`report.category.${entry.category}`)}</span>
              <LocalTime at={entry.createdAt} className="num text-ink-3" />
            </p>
            {entry.text ? (
              <blockquote className="mt-1.5 border-s-2 border-line-strong ps-3 text-sm">
                <p dir="auto" className="whitespace-pre-line wrap-anywhere text-match">
                  {entry.text}
                </p>
              </blockquote>
            ) : null}
            <p className="mt-1.5 text-xs text-ink-3">
              {entry.reporter ? (
                <>
                  <Link to={`/admin/users/${entry.reporter._id}`} className="font-semibold text-ink-2">
                    <bdi>{entry.reporter.name || t('people.nameless')}</bdi>
                  </Link>
                  {entry.reporterHistory ? (
                    <>
                      {dot}
                      {t('cases.history_reporter', entry.reporterHistory)}
                    </>
                  ) : null}
                </>
              ) : (
                t('cases.anonymous')
              )}
              {entry.goodFaith ? (
                <>
                  {dot}
                  {t('cases.goodFaith')}
                </>
              ) : null}
            </p>
          </li>
        ))}
      </ul>
    </Section>
  )
}

function Appeal({ appeal }: { appeal: NonNullable<StaffReport['appeal']> }) {
  const t = useT()
  const { dateTime } = useFormats()
  return (
    <Section title={t('cases.appealTitle')}>
      <p className="mt-1 text-xs text-ink-3">{t('cases.appealBy', { at: dateTime(appeal.at) })}</p>
      <blockquote
        dir="auto"
        className="mt-1.5 border-s-2 border-line-strong ps-3 text-sm whitespace-pre-line wrap-anywhere"
      >
        {appeal.text}
      </blockquote>
      {appeal.outcome ? (
        <div className="mt-3 text-sm">
          <p className="font-strong">
            {t(`cases.outcome.${appeal.outcome}`)}{' '}
            {appeal.by ? (
              <span className="font-normal text-ink-3">{t('cases.by', { name: appeal.by.name })}</span>
            ) : null}
          </p>
          <p dir="auto" className="whitespace-pre-line wrap-anywhere">
            {appeal.statement}
          </p>
        </div>
      ) : null}
    </Section>
  )
}

function Decision({ decision }: { decision: NonNullable<StaffReport['decision']> }) {
  const t = useT()
  return (
    <Section title={t('cases.decision')}>
      <p className="mt-2 text-sm font-strong">{t(`cases.action.${decision.action}`)}</p>
      <p className="text-xs text-ink-3">
        {decision.by ? t('cases.decidedBy', { name: decision.by.name }) : null}{' '}
        <LocalTime at={decision.at} className="num" />
      </p>
      <p dir="auto" className="mt-2 text-sm whitespace-pre-line wrap-anywhere">
        {decision.statement}
      </p>
    </Section>
  )
}

function DueBox({ found, now }: { found: StaffReport; now: string }) {
  const t = useT()
  const { ago } = useFormats()
  if (!isWaiting(found.state)) return null
  const isLate = found.dueAt <= now
  return (
    <section
      className={clsx('rounded-md p-4', isLate ? 'bg-danger-soft text-danger-soft-ink' : 'bg-surface-2 text-ink')}
    >
      <p className="flex items-center gap-2 font-bold" suppressHydrationWarning>
        <AlarmClock className="icon" aria-hidden="true" />
        {t(isLate ? 'cases.overdue' : 'cases.dueAt', { when: ago(found.dueAt) })}
      </p>
      {found.hiddenAt ? (
        <p className="mt-1 text-sm" suppressHydrationWarning>
          {t('cases.hiddenSince', { when: ago(found.hiddenAt) })}
        </p>
      ) : null}
      {found.assignedTo ? <p className="mt-1 text-sm">{t('cases.assigned', { name: found.assignedTo.name })}</p> : null}
      {found.can.assign ? <AssignButton found={found} /> : null}
    </section>
  )
}
