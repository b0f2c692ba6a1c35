import { ArrowRight } from 'lucide-react'
import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { apiOf } from '../../../api/visit.ts'
import { asProblem } from '../../../api/problem.ts'
import { withMessages } from '../../../i18n/area-messages.ts'
import { useFormats, useT } from '../../../i18n/context.tsx'
import { PageTitle } from '../../../parts/page-title.tsx'
import { EmptyState, PartialState } from '../../../ui/states.tsx'
import { PayoutFreeze } from './payout-freeze.tsx'

export const handle = { messages: ['review'] }
export const clientMiddleware = [withMessages('review')]
export const meta = () => [{ name: 'robots', content: 'noindex' }]

const queues = ['submitted', 'in_review', 'more_info', 'expired'] as const

export async function loader({ context }: LoaderFunctionArgs) {
  const api = apiOf(context)
  // Who may not ask sees nothing of it; that it could not be asked is not the same as nothing frozen.
  const freeze = api.call('GET /admin/payout-freeze').then(
    ({ data }) => ({ data, problem: null }),
    (error: unknown) => ({ data: null, problem: asProblem(error).code }),
  )
  const counts = await Promise.all(
    queues.map(async (status) => {
      try {
        const oldest = await api.call('GET /admin/verifications', {
          query: { status, pageSize: 1, sortBy: 'submittedAt', sort: 'asc' },
        })
        return { status, total: oldest.total, oldest: oldest.data[0]?.submittedAt ?? null, problem: null }
      } catch (error) {
        return { status, total: null, oldest: null, problem: asProblem(error).code }
      }
    }),
  )
  return { counts, freeze: await freeze }
}

/** What waits for somebody, the oldest first. */
export default function AdminHome() {
  const t = useT()
  const { ago, number } = useFormats()
  const { counts, freeze } = useLoaderData<typeof loader>()
  const broken = [...counts, freeze].some(({ problem }) => problem && problem !== 'NOT_ALLOWED')
  const shown = counts.filter(({ total }) => total !== null)
  return (
    <div className="mx-auto max-w-[1100px]">
      <PageTitle>{t('review.home.title')}</PageTitle>
      <h1 className="text-xl">{t('review.home.title')}</h1>
      <p className="mt-0.5 text-xs text-ink-3">{t('review.home.detail')}</p>
      {freeze.data?.frozen ? <PayoutFreeze freeze={freeze.data} /> : null}
      {broken ? (
        <div className="mt-4">
          <PartialState>{t('review.home.partial')}</PartialState>
        </div>
      ) : null}
      {shown.length === 0 && !broken ? (
        <EmptyState title={t('review.home.nothing')} />
      ) : (
        <ul className="mt-5 grid gap-3 sm:grid-cols-2 xl:grid-cols-4">
          {shown.map(({ status, total, oldest }) => (
            <li key={status}>
              <Link
                to={`/admin/creators?status=${status}`}
                className="group block rounded-sm p-4 ring-1 ring-line hover:bg-surface-2"
              >
                <p className="flex items-center justify-between text-xs text-ink-2">
                  {t.maybe(`review.status.${status}`)}
                  <ArrowRight
                    className="icon size-4! text-ink-3 group-hover:text-ink rtl:-scale-x-100"
                    aria-hidden="true"
                  />
                </p>
                <p className="num mt-1 font-display text-2xl font-[670]">{number(total ?? 0)}</p>
                <p className="text-xs text-ink-3" suppressHydrationWarning>
                  {oldest ? t('review.home.oldest', { ago: ago(oldest) }) : t('review.home.none')}
                </p>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
