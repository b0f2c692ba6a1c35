import {
  Banknote,
  ChevronRight,
  CircleCheck,
  FileText,
  Flag,
  Gavel,
  IdCard,
  type LucideIcon,
  Mail,
  Package,
  Scale,
  TriangleAlert,
} from 'lucide-react'
import { Link } from 'react-router'
import { useFormats, useT } from '../../../i18n/context.tsx'

export interface Decision {
  name: string
  label: string
  count: number
  /** The queue, where it has a page. */
  to?: string
  /** When the oldest one began to wait. */
  oldestAt?: string | null
  /** Something has gone wrong, rather than waits its turn. */
  isWrong?: boolean
}

/** Of queues by name; what has failed looks like a warning. */
const icons: Record<string, LucideIcon> = {
  reports: Flag,
  appeals: Gavel,
  submitted: IdCard,
  expired: IdCard,
  contact: Mail,
  disputes: Scale,
  orderCases: Package,
  payouts: Banknote,
  payoutsToReview: Banknote,
  drafts: FileText,
  mails: Mail,
}

/** The queues in which something waits, those with errors first. */
export function Decisions({ decisions }: { decisions: readonly Decision[] }) {
  const t = useT()
  const { number, ago } = useFormats()
  const waiting = decisions
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => Number(b.isWrong ?? false) - Number(a.isWrong ?? false))
  return (
    <section className="rounded-lg bg-surface px-4 pt-4 pb-2 ring-1 ring-line md:px-[22px]">
      <h2 className="text-lg">{t('staff.home.decisions')}</h2>
      {waiting.length ? (
        <ul className="mt-1">
          {waiting.map(({ name, label, count, to, oldestAt, isWrong }) => {
            const Icon = icons[name] ?? TriangleAlert
            const row = (
              <>
                <span
                  className={`grid size-9 shrink-0 place-items-center rounded-sm ${isWrong ? 'bg-danger-soft text-danger-soft-ink' : 'bg-surface-2 text-ink-2'}`}
                >
                  <Icon className="icon size-4.5!" aria-hidden="true" />
                </span>
                <span
                  className={`num min-w-6 shrink-0 font-display text-xl font-heavy ${isWrong ? 'text-danger-text' : ''}`}
                >
                  {number(count)}
                </span>
                <span className="min-w-0 flex-1">
                  <span className="block font-semibold">{label}</span>
                  {oldestAt ? (
                    <span className="block text-xs text-ink-3" suppressHydrationWarning>
                      {t('staff.home.oldest', { ago: ago(oldestAt) })}
                    </span>
                  ) : null}
                </span>
                {to ? <ChevronRight className="icon text-ink-3 rtl:-scale-x-100" aria-hidden="true" /> : null}
              </>
            )
            const box = 'flex min-h-14 items-center gap-4 py-2'
            return (
              <li key={name} className="border-t border-line first:border-0">
                {to ? (
                  <Link to={to} className={`${box} hover:bg-surface-2`}>
                    {row}
                  </Link>
                ) : (
                  <div className={box}>{row}</div>
                )}
              </li>
            )
          })}
        </ul>
      ) : (
        <p className="flex items-center gap-2.5 py-4 text-sm text-ink-2">
          <CircleCheck className="icon text-success-text" aria-hidden="true" />
          {t('staff.home.decided')}
        </p>
      )}
    </section>
  )
}
