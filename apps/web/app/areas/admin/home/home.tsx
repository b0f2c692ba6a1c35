import { ChevronRight, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { revenuePeriods } from '@fanlight/contract/revenue-periods'
import type { Reply } from '../../../api/client.ts'
import { apiOf } from '../../../api/request-context.ts'
import { withMessages } from '../../../i18n/area-messages.ts'
import { useFormats, useT } from '../../../i18n/context.tsx'
import { PageTitle } from '../../../parts/site/page-title.tsx'
import { dot } from '../../../ui/dot.ts'
import { EmptyState } from '../../../ui/states.tsx'
import { AssignedToMe } from './assigned.tsx'
import { type Decision, Decisions } from './decisions.tsx'
import { PayoutFreeze } from './payout-freeze.tsx'
import { Revenue } from './revenue.tsx'
import { Systems } from './systems.tsx'
import { LatestDecisions, Team } from './team.tsx'
import { Tile } from './tile.tsx'

export const handle = { messages: ['review', 'staff', 'cases', 'report', 'people'] }
export const clientMiddleware = [withMessages('review', 'staff', 'cases', 'report', 'people')]

const mineShown = 5

export async function loader({ request, context }: LoaderFunctionArgs) {
  const api = apiOf(context)
  const asked = new URL(request.url).searchParams.get('period')
  const period = revenuePeriods.find((known) => known === asked) ?? '30'
  const { data } = await api.call('GET /admin/waiting')
  // Money is asked for where it may be seen.
  const [revenue, mine, lately] = await Promise.all([
    data.money ? api.call('GET /admin/revenue', { query: { period } }) : null,
    data.reports?.mine ? api.call('GET /admin/reports', { query: { mine: 'true', pageSize: mineShown } }) : null,
    data.reports || data.creators || data.money ? api.call('GET /admin/decisions') : null,
  ])
  return {
    data,
    revenue: revenue?.data ?? null,
    period,
    mine,
    lately: lately?.data ?? { team: [], latest: [] },
    now: new Date().toISOString(),
  }
}
type Waiting = Reply<'GET /admin/waiting'>['data']
type Part<Name extends keyof Waiting> = NonNullable<Waiting[Name]>

/** Pending tasks for this member of staff, and the status of the site; limited to what this user may see. */
export default function AdminHome() {
  const t = useT()
  const { data, revenue, period, mine, lately, now } = useLoaderData<typeof loader>()
  const { creators, reports, contact, money, content, site } = data
  const team = (
    <>
      <Team team={lately.team} />
      <LatestDecisions latest={lately.latest} hasLog={creators !== null} />
    </>
  )
  return (
    <div className="max-w-page pb-10">
      <PageTitle>{t('staff.home.title')}</PageTitle>
      <h1 className="text-xl">{t('staff.home.title')}</h1>
      <p className="mt-0.5 text-xs text-ink-3">{t('staff.home.detail')}</p>
      {site ? <SiteWarnings site={site} /> : null}
      {site ? <Systems site={site} money={money} /> : null}
      {money ? <LedgerWarning check={money.ledgerCheck} /> : null}
      {money?.freeze.frozen ? <PayoutFreeze freeze={money.freeze} /> : null}
      {creators || reports || contact || money || content || site ? (
        <>
          <div className="mt-5 grid grid-cols-[minmax(0,1fr)] items-start gap-4 xl:grid-cols-2">
            <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
              <Decisions decisions={decisionsOf(data, t)} />
              {mine ? <AssignedToMe cases={mine.data} total={mine.total} now={now} /> : null}
              {revenue ? team : null}
            </div>
            {money && revenue ? (
              <Revenue revenue={revenue} period={period} disputes={money.disputes} />
            ) : (
              <div className="grid grid-cols-[minmax(0,1fr)] gap-4">{team}</div>
            )}
          </div>
          <details className="mt-6">
            <summary className="flex min-h-11 w-fit cursor-pointer items-center gap-2 text-sm font-semibold">
              <ChevronRight aria-hidden="true" className="icon in-open:rotate-90 rtl:-scale-x-100" />
              {t('staff.home.figures')}
            </summary>
            {reports ? <Reports reports={reports} /> : null}
            {creators ? <Creators creators={creators} /> : null}
            {contact ? <Contact contact={contact} /> : null}
            {money ? <Money money={money} /> : null}
            {content ? <Content content={content} /> : null}
            {site ? <SiteState site={site} /> : null}
          </details>
        </>
      ) : (
        <EmptyState title={t('staff.home.nothing')}>{t('staff.home.nothingHint')}</EmptyState>
      )}
    </div>
  )
}

/** What waits for a person, of the queues that this member of staff may see. */
function decisionsOf(
  { reports, creators, contact, money, content, site }: Waiting,
  t: ReturnType<typeof useT>,
): Decision[] {
  return [
    ...(reports
      ? [
          {
            name: 'reports',
            label: t('staff.home.reports.waiting'),
            count: reports.waiting,
            to: '/admin/reports',
            isWrong: reports.late > 0,
          },
          {
            name: 'appeals',
            label: t('staff.home.reports.appeals'),
            count: reports.appeals,
            to: '/admin/reports?state=appealed',
          },
        ]
      : []),
    ...(creators
      ? [
          {
            name: 'submitted',
            label: t('staff.home.documentsToReview'),
            count: creators.submitted + creators.inReview,
            to: `/admin/creators?status=${creators.submitted > 0 ? 'submitted' : 'in_review'}`,
            oldestAt: creators.oldestAt,
          },
          {
            name: 'expired',
            label: t('staff.home.documentsExpired'),
            count: creators.expired,
            to: '/admin/creators?status=expired',
          },
        ]
      : []),
    ...(contact ? [{ name: 'contact', label: t('staff.home.notMailed'), count: contact.failed, isWrong: true }] : []),
    ...(money
      ? [
          { name: 'disputes', label: t('staff.home.disputes'), count: money.disputes, to: '/admin/disputes' },
          {
            name: 'orderCases',
            label: t('staff.home.orderCases'),
            count: money.orderCases,
            to: '/admin/order-cases',
          },
          {
            name: 'payoutsToReview',
            label: t('staff.home.payoutsToReview'),
            count: money.payoutsToReview,
            to: '/admin/payouts',
            isWrong: true,
          },
          { name: 'payouts', label: t('staff.home.payouts'), count: money.payouts, to: '/admin/payouts' },
          { name: 'events', label: t('staff.home.events'), count: money.waitingEvents, isWrong: true },
        ]
      : []),
    ...(content
      ? [{ name: 'drafts', label: t('staff.home.drafts'), count: content.drafts, to: '/admin/posts?state=draft' }]
      : []),
    ...(site
      ? [
          { name: 'jobs', label: t('staff.home.failedJobs'), count: site.jobs.failed, isWrong: true },
          { name: 'mails', label: t('staff.home.failedMails'), count: site.failedMails, isWrong: true },
          { name: 'files', label: t('staff.home.failedFiles'), count: site.failedFiles, isWrong: true },
          { name: 'parked', label: t('staff.home.parkedEvents'), count: site.parkedEvents, isWrong: true },
        ]
      : []),
  ]
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="mt-7">
      <h2 className="text-sm font-bold">{title}</h2>
      <ul className="mt-2.5 grid grid-cols-2 gap-3 xl:grid-cols-4">{children}</ul>
    </section>
  )
}

function Creators({ creators }: { creators: Part<'creators'> }) {
  const t = useT()
  const { ago } = useFormats()
  return (
    <Group title={t('review.title')}>
      <Tile
        label={t('review.status.submitted')}
        count={creators.submitted}
        to="/admin/creators?status=submitted"
        detail={
          creators.oldestAt ? t('staff.home.oldest', { ago: ago(creators.oldestAt) }) : t('staff.home.noCreators')
        }
      />
      <Tile label={t('review.status.in_review')} count={creators.inReview} to="/admin/creators?status=in_review" />
      <Tile label={t('review.status.more_info')} count={creators.moreInfo} to="/admin/creators?status=more_info" />
      <Tile
        label={t('review.status.expired')}
        count={creators.expired}
        to="/admin/creators?status=expired"
        detail={
          creators.documentsExpiringSoon > 0
            ? t('staff.home.documents', { count: creators.documentsExpiringSoon })
            : null
        }
      />
    </Group>
  )
}

function Reports({ reports }: { reports: Part<'reports'> }) {
  const t = useT()
  const { ago } = useFormats()
  return (
    <Group title={t('staff.nav.reports')}>
      <Tile
        label={t('staff.home.reports.waiting')}
        count={reports.waiting}
        to="/admin/reports"
        detail={reports.dueAt ? t('staff.home.reports.next', { ago: ago(reports.dueAt) }) : null}
      />
      <Tile label={t('staff.home.reports.late')} count={reports.late} to="/admin/reports?due=late" wrong />
      <Tile label={t('staff.home.reports.appeals')} count={reports.appeals} to="/admin/reports?state=appealed" />
      <Tile label={t('staff.home.reports.mine')} count={reports.mine} to="/admin/reports?mine=1" />
    </Group>
  )
}

function Contact({ contact }: { contact: Part<'contact'> }) {
  const t = useT()
  const { ago } = useFormats()
  return (
    <Group title={t('staff.home.contact')}>
      <Tile
        label={t('staff.home.week')}
        count={contact.week}
        detail={contact.lastAt ? t('staff.home.last', { ago: ago(contact.lastAt) }) : t('staff.home.mailed')}
      />
      <Tile label={t('staff.home.notMailed')} count={contact.failed} wrong />
    </Group>
  )
}

function Money({ money }: { money: Part<'money'> }) {
  const t = useT()
  const { ago } = useFormats()
  return (
    <Group title={t('staff.home.money')}>
      <Tile label={t('staff.home.disputes')} count={money.disputes} to="/admin/disputes" wrong />
      <Tile
        label={t('staff.home.orderCases')}
        count={money.orderCases}
        to="/admin/order-cases"
        wrong={money.orderCasesLate > 0}
      />
      <Tile label={t('staff.home.payouts')} count={money.payouts} to="/admin/payouts" />
      <Tile label={t('staff.home.payoutsToReview')} count={money.payoutsToReview} to="/admin/payouts" wrong />
      <Tile label={t('staff.home.openPayments')} count={money.openPayments} detail={t('staff.home.anHour')} />
      <Tile label={t('staff.home.events')} count={money.waitingEvents} detail={t('staff.home.fiveMinutes')} wrong />
      <Tile
        label={t('staff.home.unchained')}
        count={money.unchained}
        detail={
          money.unchainedSince
            ? t('staff.home.oldest', { ago: ago(money.unchainedSince) })
            : money.chainedAt
              ? t('staff.home.chained', { ago: ago(money.chainedAt) })
              : null
        }
      />
      <li className="col-span-full text-xs text-ink-3" suppressHydrationWarning>
        {money.ledgerCheck.passedAt
          ? t('staff.home.ledger.passed', { ago: ago(money.ledgerCheck.passedAt) })
          : t('staff.home.ledger.pending')}
      </li>
    </Group>
  )
}

function Content({ content }: { content: Part<'content'> }) {
  const t = useT()
  return (
    <Group title={t('staff.home.content')}>
      <Tile label={t('staff.home.drafts')} count={content.drafts} to="/admin/posts?state=draft" />
      <Tile
        label={t('staff.home.translations')}
        count={content.changedMessages}
        to="/admin/translations?state=changed"
      />
      <Tile
        label={t('staff.home.promos')}
        count={content.promosRunning}
        to="/admin/promos"
        detail={content.promosWaiting > 0 ? t('staff.home.promosWaiting', { count: content.promosWaiting }) : null}
      />
    </Group>
  )
}

function SiteState({ site }: { site: Part<'site'> }) {
  const t = useT()
  const { ago } = useFormats()
  const { waiting, retrying, oldestAt } = site.jobs
  const jobDetails = [
    oldestAt && t('staff.home.oldest', { ago: ago(oldestAt) }),
    retrying > 0 && t('staff.home.retrying', { count: retrying }),
  ].filter((detail) => typeof detail === 'string')
  return (
    <Group title={t('staff.home.site')}>
      <Tile label={t('staff.home.jobs')} count={waiting} detail={jobDetails.length > 0 ? jobDetails.join(dot) : null} />
      <Tile label={t('staff.home.failedJobs')} count={site.jobs.failed} wrong />
      <Tile label={t('staff.home.failedMails')} count={site.failedMails} detail={t('staff.home.sevenDays')} wrong />
      <Tile label={t('staff.home.failedFiles')} count={site.failedFiles} detail={t('staff.home.sevenDays')} wrong />
      <Tile label={t('staff.home.parkedEvents')} count={site.parkedEvents} wrong />
      <Tile label={t('staff.home.blocked')} count={site.blockedCountries} to="/admin/countries?blocked=true" />
      <Tile label={t('staff.home.workers')} count={site.workers} />
    </Group>
  )
}

/** A check that failed or never finished says nothing about the ledger: it must not look like one that passed. */
function LedgerWarning({ check: { state, passedAt } }: { check: Part<'money'>['ledgerCheck'] }) {
  const t = useT()
  const { ago } = useFormats()
  if (state === 'passed' || state === 'pending') return null
  return (
    <Warning>
      {t(`staff.home.ledger.${state}`)} {passedAt ? t('staff.home.ledger.passed', { ago: ago(passedAt) }) : null}
    </Warning>
  )
}

/** Warnings that must be seen at once. */
function SiteWarnings({ site }: { site: Part<'site'> }) {
  const t = useT()
  const { ago } = useFormats()
  const settings = (text: string) => (
    <Link to="/admin/settings?q=maintenanceMode" className="font-bold underline">
      {text}
    </Link>
  )
  return (
    <>
      {site.maintenance ? <Warning>{t.rich('staff.home.maintenance', { link: settings })}</Warning> : null}
      {site.workers === 0 ? (
        <Warning>{t('staff.home.noWorkers')}</Warning>
      ) : site.jobs.lateSince ? (
        <Warning>{t('staff.home.late', { ago: ago(site.jobs.lateSince) })}</Warning>
      ) : null}
    </>
  )
}

function Warning({ children }: { children: ReactNode }) {
  return (
    <p
      role="status"
      suppressHydrationWarning
      className="mt-4 flex gap-2.5 rounded-md bg-token-soft px-4 py-3 text-sm text-token-soft-ink"
    >
      <TriangleAlert className="icon mt-px size-4.5!" aria-hidden="true" />
      <span>{children}</span>
    </p>
  )
}
