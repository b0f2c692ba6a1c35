import clsx from 'clsx'
import { ChevronRight, Plus, Radio, TrendingUp } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link, type LoaderFunctionArgs, useLoaderData, useRevalidator } from 'react-router'
import type { Reply } from '../../../api/client.ts'
import { asProblem } from '../../../api/problem.ts'
import { apiOf } from '../../../api/request-context.ts'
import { withMessages } from '../../../i18n/area-messages.ts'
import { useFormats, useT } from '../../../i18n/context.tsx'
import { PageHead } from '../../../layouts/page-head.tsx'
import { PageTitle } from '../../../parts/site/page-title.tsx'
import { ButtonLink, buttonClass } from '../../../ui/button.tsx'
import { Fanlight } from '../../../ui/fanlight.tsx'
import { EmptyState, PartialState } from '../../../ui/states.tsx'
import { Segmented } from '../../../ui/tabs.tsx'
import { daysAgo, earnedByDay, EarningsChart } from '../pieces/earnings-chart.tsx'
import { useExact } from '../pieces/exact-amounts.ts'
import { Releases } from '../pieces/releases.tsx'
import { Trend } from '../pieces/trend.tsx'
import { FirstRun } from './first-run.tsx'
import { Latest } from './latest.tsx'
import { Sparkline } from './sparkline.tsx'
import { DashboardTitle } from './title.tsx'
import { ToDos } from './to-dos.tsx'
import { TopPosts } from './top-posts.tsx'

export const handle = { messages: ['studio', 'post', 'confirmEmail'] }
export const clientMiddleware = [withMessages('studio', 'post', 'confirmEmail')]
const periods: Record<string, number> = { week: 7, year: 365 }
/** The calls that say what there is to do. */
const needed = ['drafts', 'failing', 'plans', 'problems', 'orders']

export async function loader({ request, context }: LoaderFunctionArgs) {
  const api = apiOf(context)
  const days = periods[new URL(request.url).searchParams.get('view') ?? ''] ?? 30
  const failed: string[] = []
  const orNull = <R,>(name: string, response: Promise<R>): Promise<R | null> =>
    response.catch((error: unknown) => {
      if (asProblem(error).status === 401) throw error
      failed.push(name)
      return null
    })
  const [me, earnings, before, audience, audienceDays, drafts, failing, plans, problems, toShip, top, latest] =
    await Promise.all([
      api.call('GET /performers/me'),
      orNull('earnings', api.call('GET /performer/earning/stats', { query: { from: daysAgo(days) } })),
      orNull(
        'before',
        api.call('GET /performer/earning/stats', { query: { from: daysAgo(2 * days), to: daysAgo(days) } }),
      ),
      orNull('audience', api.call('GET /performer/audience/groups')),
      orNull('days', api.call('GET /performer/audience/days')),
      orNull('drafts', api.call('GET /performer/feeds', { query: { status: 'draft', pageSize: 1 } })),
      orNull('failing', api.call('GET /performer/feeds', { query: { status: 'processing', pageSize: 20 } })),
      orNull('plans', api.call('GET /performer/plans', { query: { active: 'true' } })),
      orNull('problems', api.call('GET /orders/search', { query: { hasProblem: 'true', pageSize: 1 } })),
      orNull('orders', api.call('GET /orders/search', { query: { fulfilment: 'not_fulfilled', pageSize: 1 } })),
      orNull(
        'top',
        api.call('GET /performer/feeds', { query: { status: 'published', sortBy: 'earned', pageSize: 5 } }),
      ),
      orNull(
        'latest',
        api.call('GET /performer/earning/search', { query: { sortBy: 'createdAt', sort: 'desc', pageSize: 3 } }),
      ),
    ])
  // Asked for where something may still come of it.
  const verification =
    me.data.verificationStatus === 'approved'
      ? null
      : await orNull('verification', api.call('GET /performers/me/verification'))
  return {
    me: me.data,
    verification: verification?.data ?? null,
    stats: earnings?.data ?? null,
    before: before?.data.net ?? 0,
    days,
    failed,
    audience: audience?.data ?? null,
    audienceDays: audienceDays?.data ?? null,
    drafts: drafts?.total ?? 0,
    draft: drafts?.data[0] ?? null,
    broken: failing?.data.filter(({ processing }) => processing.failed > 0).length ?? 0,
    plans: plans?.data.length ?? null,
    problems: problems?.total ?? 0,
    toShip: toShip?.total ?? 0,
    top: top?.data ?? null,
    latest: latest?.data ?? [],
  }
}

export default function Dashboard() {
  const t = useT()
  const { number, compact, shortDay } = useFormats()
  const counted = ({ total, totalIsAtLeast }: Counted) =>
    totalIsAtLeast ? t('studio.dashboard.atLeast', { number: number(total) }) : number(total)
  const came = (group: Counted | undefined, otherwise: string) =>
    group?.total ? <Came>{t('studio.dashboard.newIn', { count: group.total, shown: counted(group) })}</Came> : otherwise
  const { revalidate } = useRevalidator()
  const { me, verification, stats, before, audience, audienceDays, days, failed, top, latest, draft, ...needs } =
    useLoaderData<typeof loader>()
  const { money } = useExact(stats?.currency ?? 'USD')
  const next = stats?.releases.find(({ net }) => net > 0)
  // Counters of what was published come a moment later; of posts the list says it at once.
  const isNew =
    top?.length === 0 && me.stats.videos + me.stats.products === 0 && latest.length === 0 && !failed.includes('latest')
  return (
    <>
      <PageTitle>{t('studio.dashboard.title')}</PageTitle>
      <PageHead
        title={<DashboardTitle name={me.name} isNew={isNew} />}
        detail={isNew ? undefined : t('studio.dashboard.detail')}
        actions={
          <>
            <ButtonLink to="/creator/posts/new">
              <Plus aria-hidden="true" />
              {t('studio.item.feed.new')}
            </ButtonLink>
            {isNew ? null : (
              <ButtonLink variant="primary" to="/creator/live" className="max-md:hidden">
                <Radio aria-hidden="true" />
                {t('studio.dashboard.goLive')}
              </ButtonLink>
            )}
          </>
        }
      />
      {failed.length ? (
        <div className="mb-3.5">
          <PartialState onRetry={() => void revalidate()}>{t('studio.partial')}</PartialState>
        </div>
      ) : null}
      {isNew ? (
        <FirstRun me={me} plans={needs.plans} drafts={needs.drafts} draft={draft} verification={verification} />
      ) : (
        <>
          <section
            aria-label={t('studio.dashboard.sums')}
            className={clsx(
              'grid grid-cols-2 gap-2.5 md:gap-3.5',
              stats && 'md:grid-cols-3 xl:grid-cols-[1.25fr_1fr_1fr_1fr]',
            )}
          >
            {stats ? (
              <>
                <div className="@container relative col-span-full overflow-hidden rounded-lg bg-ink p-[18px] text-canvas md:px-[22px] md:py-5 xl:col-span-1 dark:bg-token-soft dark:text-token-soft-ink">
                  <Fanlight
                    share={1}
                    panes={7}
                    className="pointer-events-none absolute -end-[52px] -top-[34px] w-[210px] rotate-12 opacity-16"
                  />
                  <p className="text-sm opacity-82">
                    <Link to="/creator/earnings" className="after:absolute after:inset-0">
                      {t('studio.dashboard.available')}
                    </Link>
                  </p>
                  <p className="num mt-2 font-display text-[min(2.125rem,12cqi)] leading-tight font-heavy tracking-[-.03em] whitespace-nowrap">
                    {money(stats.available * stats.tokenValue)}
                  </p>
                  <div className="relative mt-1 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
                    <p className="num text-xs opacity-82">{t.tokens(stats.available)}</p>
                    {stats.available > 0 ? (
                      <Link to="/creator/payouts" className={`${buttonClass('tip', 'sm')} bg-token! text-on-token!`}>
                        {t('studio.dashboard.payout')}
                      </Link>
                    ) : null}
                  </div>
                </div>
                <Kpi
                  to="/creator/earnings"
                  label={t('studio.dashboard.pending')}
                  value={money(stats.pending * stats.tokenValue)}
                  chart={
                    <Sparkline values={earnedByDay(stats, Math.min(days, 30))} color="--chart-1" above="nothing" />
                  }
                  detail={
                    next
                      ? t('studio.dashboard.nextRelease', {
                          date: shortDay(next.date),
                          amount: money(next.net * stats.tokenValue),
                        })
                      : t(stats.releases.length > 0 ? 'studio.earnings.allOwed' : 'studio.dashboard.noRelease')
                  }
                />
              </>
            ) : null}
            <Kpi
              to="/creator/audience"
              label={t('studio.dashboard.subscribers')}
              value={audience ? counted(audience.subscribers) : '–'}
              chart={<Sparkline values={audienceDays?.subscribers ?? []} color="--chart-4" above="fewest" />}
              detail={came(audience?.new, t('studio.dashboard.subscribersNow'))}
            />
            <Kpi
              to="/creator/audience?group=followers"
              label={t('studio.dashboard.followers')}
              isWide={stats !== null}
              value={compact(me.stats.followers)}
              chart={<Sparkline values={audienceDays?.newFollowers ?? []} color="--chart-3" above="nothing" />}
              detail={came(audience?.newFollowers, t('studio.dashboard.views', { count: me.stats.views }))}
            />
          </section>
          {/* What has to be done comes first where there is one column, and begins the second where there are two. */}
          <div className="mt-3.5 grid grid-cols-[minmax(0,1fr)] gap-3.5 xl:grid-cols-[minmax(0,1fr)_316px] xl:grid-rows-[auto_1fr]">
            <div className="xl:col-start-2">
              <ToDos me={me} {...needs} isPartial={needed.some((name) => failed.includes(name))} />
            </div>
            <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-3.5 xl:col-start-1 xl:row-span-2 xl:row-start-1">
              <section className="rounded-lg bg-surface px-4 py-4 ring-1 ring-line md:px-[22px] md:pt-5">
                <div className="mb-3 flex flex-wrap items-start justify-between gap-3">
                  <div>
                    <h2 className="font-sans text-sm font-normal tracking-normal text-ink-2">
                      {t('studio.dashboard.net')}
                    </h2>
                    <p className="num font-display text-2xl font-heavy">
                      {stats ? money(stats.net * stats.tokenValue) : '–'}
                    </p>
                    {stats && before > 0 ? <Trend change={stats.net / before - 1} days={days} /> : null}
                  </div>
                  <Segmented
                    label={t('studio.period')}
                    tabs={[
                      { label: t('studio.period.month') },
                      { label: t('studio.period.week'), value: 'week' },
                      { label: t('studio.period.year'), value: 'year' },
                    ]}
                  />
                </div>
                {stats?.byType.length ? (
                  <EarningsChart stats={stats} days={days} />
                ) : stats ? (
                  <EmptyState title={t('studio.dashboard.noEarnings')} className="py-10!">
                    {t('studio.dashboard.noEarningsHint')}
                  </EmptyState>
                ) : null}
              </section>
              {top ? (
                <TopPosts posts={top} worth={(earned) => (stats ? money(earned * stats.tokenValue) : '–')} />
              ) : null}
            </div>
            <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-3.5">
              <Latest earnings={latest} />
              {stats?.releases.length ? (
                <Releases
                  releases={stats.releases.slice(0, 4)}
                  worth={(net) => money(net * stats.tokenValue)}
                  title={t('studio.earnings.releases')}
                />
              ) : null}
            </div>
          </div>
        </>
      )}
    </>
  )
}

type Counted = Reply<'GET /performer/audience/groups'>['data']['new']

/** How many came lately. */
const Came = ({ children }: { children: ReactNode }) => (
  <span className="inline-flex items-center gap-1.5">
    <TrendingUp className="size-4 text-success-text rtl:-scale-x-100" aria-hidden="true" />
    {children}
  </span>
)

interface KpiProps {
  to: string
  label: string
  value: string
  /** Left out on phones, and where the value needs the room: it would begin a second line, which is not shown. */
  chart: ReactNode
  detail: ReactNode
  /** Takes a row of its own on phones. */
  isWide?: boolean
}
/** Leads to where its number comes from. An amount is never broken: it gets smaller with its card. */
function Kpi({ to, label, value, chart, detail, isWide = false }: KpiProps) {
  return (
    <div
      className={clsx(
        '@container relative rounded-lg bg-surface px-4 py-3.5 ring-1 ring-line hover:bg-surface-2 md:px-[22px] md:py-5',
        isWide && 'max-md:col-span-2',
      )}
    >
      <p className="flex items-center justify-between gap-2 text-sm text-ink-2">
        <Link to={to} className="after:absolute after:inset-0 after:rounded-lg">
          {label}
        </Link>
        <ChevronRight className="icon size-4! text-ink-3 rtl:-scale-x-100" aria-hidden="true" />
      </p>
      <div
        style={{ height: '1.25em' }}
        className="num mt-1.5 flex flex-wrap items-end justify-between gap-x-3 overflow-hidden font-display text-[min(1.625rem,14cqi)] max-md:text-[min(1.25rem,14cqi)] leading-tight font-heavy tracking-[-.03em] md:mt-2"
      >
        <p className="whitespace-nowrap">{value}</p>
        <div className="min-w-0 max-md:hidden" style={{ flex: '1 1 2.5rem', maxWidth: '4.5rem' }}>
          {chart}
        </div>
      </div>
      <p className="num mt-1 text-xs text-ink-3">{detail}</p>
    </div>
  )
}
