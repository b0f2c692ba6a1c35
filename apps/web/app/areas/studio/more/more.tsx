import {
  ArrowLeftRight,
  Banknote,
  ChartColumn,
  ChevronRight,
  FolderOpen,
  Gem,
  LogOut,
  type LucideIcon,
  Send,
  Settings,
  Store,
  TicketPercent,
  Users,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { Form, Link, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { asProblem } from '../../../api/problem.ts'
import { apiOf } from '../../../api/request-context.ts'
import { withMessages } from '../../../i18n/area-messages.ts'
import { useFormats, useT } from '../../../i18n/context.tsx'
import { PageHead } from '../../../layouts/page-head.tsx'
import { PageTitle } from '../../../parts/site/page-title.tsx'
import { daysAgo } from '../pieces/earnings-chart.tsx'
import { useExact } from '../pieces/exact-amounts.ts'

export const handle = { messages: ['studio'] }
export const clientMiddleware = [withMessages('studio')]

/** What a row says beside its name is left out where it can't be read: the way there is what the page is for. */
export async function loader({ context }: LoaderFunctionArgs) {
  const api = apiOf(context)
  const orNull = <R,>(response: Promise<R>): Promise<R | null> =>
    response.catch((error: unknown) => {
      if (asProblem(error).status === 401) throw error
      return null
    })
  const [me, stats, subscribers, toShip] = await Promise.all([
    orNull(api.call('GET /performers/me')),
    orNull(api.call('GET /performer/earning/stats', { query: { from: daysAgo(30) } })),
    orNull(api.call('GET /subscriptions/performer/search', { query: { active: 'true', pageSize: 1 } })),
    orNull(api.call('GET /orders/search', { query: { fulfilment: 'not_fulfilled', pageSize: 1 } })),
  ])
  return {
    followers: me?.data.stats.followers ?? null,
    stats: stats?.data ?? null,
    subscribers: subscribers?.total ?? null,
    toShip: toShip?.total ?? 0,
  }
}

/** On phones: what the tab bar of the studio has no room for. */
export default function More() {
  const t = useT()
  const { compact } = useFormats()
  const { followers, stats, subscribers, toShip } = useLoaderData<typeof loader>()
  const { money } = useExact(stats?.currency ?? 'USD')
  return (
    <div className="mx-auto grid max-w-column gap-3">
      <PageTitle>{t('studio.more.title')}</PageTitle>
      <PageHead title={t('studio.more.title')} />
      <Group>
        <Row
          to="/creator/audience"
          icon={Users}
          label={t('ui.nav.audience')}
          detail={
            subscribers === null || followers === null
              ? null
              : t('studio.more.audience', { count: subscribers, followers: compact(followers) })
          }
        />
        <Row
          to="/creator/products"
          icon={Store}
          label={t('ui.nav.shop')}
          detail={toShip > 0 ? t('studio.todo.toShip', { count: toShip }) : null}
          count={toShip}
        />
        <Row to="/creator/vault" icon={FolderOpen} label={t('ui.nav.vault')} />
        <Row to="/creator/messages/broadcast" icon={Send} label={t('ui.nav.broadcasts')} />
      </Group>
      <Group>
        <Row
          to="/creator/earnings"
          icon={ChartColumn}
          label={t('ui.nav.earnings')}
          detail={stats ? t('studio.more.earned', { amount: money(stats.net * stats.tokenValue) }) : null}
        />
        <Row
          to="/creator/payouts"
          icon={Banknote}
          label={t('ui.nav.payouts')}
          detail={stats ? t('studio.more.available', { amount: money(stats.available * stats.tokenValue) }) : null}
        />
        <Row to="/creator/pricing" icon={Gem} label={t('ui.nav.plans')} />
        <Row to="/creator/coupons" icon={TicketPercent} label={t('ui.nav.coupons')} />
      </Group>
      <Group>
        <Row to="/creator/account" icon={Settings} label={t('ui.nav.settings')} />
        <Row to="/home" icon={ArrowLeftRight} label={t('ui.nav.fanView')} />
        <li className="border-t border-line first:border-0">
          <Form method="post" action="/auth/logout" reloadDocument>
            <button type="submit" className={rowClass}>
              <RowIcon icon={LogOut} isMirrored />
              <span className="min-w-0 flex-1 text-start font-strong">{t('ui.account.logOut')}</span>
              <Chevron />
            </button>
          </Form>
        </li>
      </Group>
    </div>
  )
}

const rowClass = 'flex min-h-14 w-full items-center gap-4 py-2 hover:text-ink focus-visible:rounded-sm'

const Group = ({ children }: { children: ReactNode }) => (
  <ul className="rounded-lg bg-surface px-5 py-1 ring-1 ring-line">{children}</ul>
)
const RowIcon = ({ icon: Icon, isMirrored = false }: { icon: LucideIcon; isMirrored?: boolean }) => (
  <Icon className={isMirrored ? 'icon text-ink-2 rtl:-scale-x-100' : 'icon text-ink-2'} aria-hidden="true" />
)
const Chevron = () => (
  <ChevronRight className="icon size-[18px]! shrink-0 text-ink-3 rtl:-scale-x-100" aria-hidden="true" />
)

interface RowProps {
  to: string
  icon: LucideIcon
  label: string
  detail?: string | null
  /** Something to do there; shown where there is any. */
  count?: number
}
function Row({ to, icon, label, detail, count = 0 }: RowProps) {
  const { number } = useFormats()
  return (
    <li className="border-t border-line first:border-0">
      <Link to={to} className={rowClass}>
        <RowIcon icon={icon} />
        <span className="min-w-0 flex-1 leading-snug">
          <span className="block font-strong">{label}</span>
          {detail ? <span className="num text-xs text-ink-2">{detail}</span> : null}
        </span>
        {count > 0 ? (
          <span
            aria-hidden="true"
            className="num grid h-6 min-w-6 place-items-center rounded-full bg-primary px-1.5 text-xs font-bold text-on-primary"
          >
            {number(count)}
          </span>
        ) : null}
        <Chevron />
      </Link>
    </li>
  )
}
