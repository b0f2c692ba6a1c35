import { Link } from 'react-router'
import type { Reply } from '../../../api/client.ts'
import { useFormats, useT } from '../../../i18n/context.tsx'
import { Moment } from '../../../parts/time/moment.tsx'
import { dot } from '../../../ui/dot.ts'
import { ModerationActionName } from '../pieces/action-log.tsx'

type Lately = Reply<'GET /admin/decisions'>['data']

/** Who decided how much in the last 24 hours. */
export function Team({ team }: Pick<Lately, 'team'>) {
  const t = useT()
  const { number } = useFormats()
  if (team.length === 0) return null
  const all = team.reduce((sum, { decisions }) => sum + decisions, 0)
  return (
    <section className="rounded-lg bg-surface px-4 pt-4 pb-2 ring-1 ring-line md:px-[22px]">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 className="text-lg">{t('staff.home.team')}</h2>
        <p className="text-xs text-ink-3">{t('staff.home.teamDetail', { number: number(all) })}</p>
      </div>
      <ul className="mt-1 text-sm">
        {team.map(({ _id, name, decisions }) => (
          <li
            key={_id}
            className="flex min-h-11 items-center justify-between gap-4 border-t border-line py-1.5 first:border-0"
          >
            <span className="min-w-0 font-semibold wrap-anywhere">
              <bdi>{name || t('people.nameless')}</bdi>
            </span>
            <span className="num">{number(decisions)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The newest decisions, each with the way to what it was about. */
export function LatestDecisions({ latest, hasLog }: Pick<Lately, 'latest'> & { hasLog: boolean }) {
  const t = useT()
  if (latest.length === 0) return null
  return (
    <section className="rounded-lg bg-surface px-4 pt-4 pb-2 ring-1 ring-line md:px-[22px]">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 className="text-lg">{t('staff.home.latest')}</h2>
        {hasLog ? (
          <Link to="/admin/audit" className="link text-sm">
            {t('people.audit.title')}
          </Link>
        ) : null}
      </div>
      <ul className="mt-1 text-sm">
        {latest.map(({ _id, at, action, by, target, about }) => {
          const to = pathOf(target, about)
          const what = (
            <>
              <ModerationActionName action={action} />
              {about ? (
                <>
                  {dot}
                  <bdi className="num">{about}</bdi>
                </>
              ) : null}
            </>
          )
          return (
            <li key={_id} className="border-t border-line py-2 first:border-0">
              {to ? (
                <Link
                  to={to}
                  className="font-semibold text-ink wrap-anywhere pointer-coarse:inline-flex pointer-coarse:min-h-11 pointer-coarse:items-center"
                >
                  <span>{what}</span>
                </Link>
              ) : (
                <span className="font-semibold">{what}</span>
              )}
              <span className="block text-xs text-ink-3">
                {by ? (
                  <>
                    <bdi>{by.name || t('people.nameless')}</bdi>
                    {dot}
                  </>
                ) : null}
                <Moment at={at} />
              </span>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

/** Nowhere for what is deleted. */
function pathOf({ type, id }: Lately['latest'][number]['target'], about: string | null): string | null {
  if (type === 'participant') return '/admin/consents?status=all'
  if (type === 'payment') return '/admin/disputes'
  if (about === null) return null
  if (type === 'report') return `/admin/reports/${id}`
  if (type === 'verification') return `/admin/creators?status=all&open=${id}`
  if (type === 'payout') return `/admin/payouts/${id}`
  return type === 'order' ? `/admin/order-cases/${id}` : null
}
