import { Link } from 'react-router'
import type { Reply } from '../../../api/client.ts'
import { useT } from '../../../i18n/context.tsx'
import { Moment } from '../../../parts/time/moment.tsx'
import { dot } from '../../../ui/dot.ts'
import { useExact } from '../pieces/exact-amounts.ts'

type Earning = Reply<'GET /performer/earning/search'>['data'][number]

/** The newest sales, with what each brought. */
export function Latest({ earnings }: { earnings: readonly Earning[] }) {
  const t = useT()
  const { money } = useExact(earnings[0]?.currency ?? 'USD')
  if (earnings.length === 0) return null
  return (
    <section className="rounded-lg bg-surface px-5 pt-5 pb-2.5 ring-1 ring-line">
      <div className="flex items-baseline justify-between gap-3">
        <h2 className="text-lg">{t('studio.dashboard.latest')}</h2>
        <Link to="/creator/earnings" className="link text-sm pointer-coarse:py-3">
          {t('studio.dashboard.allSales')}
        </Link>
      </div>
      <ul className="mt-1">
        {earnings.map((earning) => (
          <li
            key={earning._id}
            className="flex items-baseline justify-between gap-3 border-t border-line py-2.5 first:border-0"
          >
            <span className="min-w-0 leading-snug">
              <b className="block text-sm wrap-anywhere">
                <bdi>{earning.user?.name ?? t(`studio.one.${earning.type}`)}</bdi>
              </b>
              <span className="block text-xs text-ink-3 wrap-anywhere">
                {earning.title ? <bdi>{earning.title}</bdi> : t(`studio.one.${earning.type}`)}
                {dot}
                <Moment at={earning.createdAt} />
              </span>
            </span>
            <b className="num shrink-0 text-sm">
              <bdi dir="ltr">{money(earning.netValue)}</bdi>
            </b>
          </li>
        ))}
      </ul>
    </section>
  )
}
