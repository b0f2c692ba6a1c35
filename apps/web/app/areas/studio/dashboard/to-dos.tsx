import {
  ChevronRight,
  FileWarning,
  type LucideIcon,
  PackageOpen,
  PencilLine,
  Tags,
  TriangleAlert,
  UserRound,
} from 'lucide-react'
import { Link } from 'react-router'
import { useT } from '../../../i18n/context.tsx'

interface NeedsProps {
  me: {
    verificationStatus: string
    bio: string
    tagline: string
    avatar: string
    emailVerified: boolean
    staysFree: boolean
  }
  drafts: number
  broken: number
  plans: number | null
  /** Orders with a problem that their buyer reported. */
  problems: number
  toShip: number
  /** Some of it could not be had: nothing to do among the rest does not mean that there is nothing. */
  isPartial: boolean
}
/** What a creator has to do, the most pressing first. */
export function ToDos({ me, drafts, broken, plans, problems, toShip, isPartial }: NeedsProps) {
  const t = useT()
  const todo: { to: string; icon: LucideIcon; box: string; title: string; detail: string }[] = []
  const lamp = 'bg-token-soft text-token-soft-ink'
  const sky = 'bg-primary-soft text-primary-soft-ink'
  if (me.verificationStatus !== 'approved')
    todo.push({
      to: '/creator/verification',
      icon: FileWarning,
      box: 'bg-plan-soft text-plan-soft-ink',
      title: t('studio.todo.verify'),
      detail: t.maybe(`studio.verification.state.${me.verificationStatus}`) ?? '',
    })
  if (problems > 0)
    todo.push({
      to: '/creator/orders?fulfilment=problem',
      icon: TriangleAlert,
      box: 'bg-danger-soft text-danger-soft-ink',
      title: t('studio.todo.problems', { count: problems }),
      detail: t('studio.todo.problemsHint'),
    })
  if (toShip > 0)
    todo.push({
      to: '/creator/orders',
      icon: PackageOpen,
      box: lamp,
      title: t('studio.todo.toShip', { count: toShip }),
      detail: t('studio.todo.toShipHint'),
    })
  if (broken > 0)
    todo.push({
      to: '/creator/posts?status=processing',
      icon: TriangleAlert,
      box: 'bg-danger-soft text-danger-soft-ink',
      title: t('studio.todo.broken', { count: broken }),
      detail: t('studio.todo.brokenHint'),
    })
  if (plans === 0 && !me.staysFree)
    todo.push({
      to: '/creator/pricing',
      icon: Tags,
      box: lamp,
      title: t('studio.todo.plans'),
      detail: t('studio.todo.plansHint'),
    })
  if (drafts > 0)
    todo.push({
      to: '/creator/posts?status=draft',
      icon: PencilLine,
      box: sky,
      title: t('studio.todo.drafts', { count: drafts }),
      detail: t('studio.todo.draftsHint'),
    })
  if (!me.bio || !me.tagline)
    todo.push({
      to: '/creator/account',
      icon: UserRound,
      box: sky,
      title: t('studio.todo.profile'),
      detail: t('studio.todo.profileHint'),
    })
  if (isPartial && todo.length === 0) return null
  return (
    <section className="rounded-lg bg-surface px-5 pt-5 pb-2.5 ring-1 ring-line">
      <h2 className="text-lg">{t('studio.todo.title')}</h2>
      {todo.length === 0 ? (
        <p className="py-4 text-sm text-ink-3">{t('studio.todo.nothing')}</p>
      ) : (
        <ul className="mt-1">
          {todo.map(({ to, icon: Icon, box, title, detail }) => (
            <li key={to + title} className="border-t border-line first:border-0">
              <Link to={to} className="flex items-center gap-3 py-2.5">
                <span className={`grid size-[38px] shrink-0 place-items-center rounded-sm ${box}`}>
                  <Icon className="icon" aria-hidden="true" />
                </span>
                <span className="min-w-0 flex-1 leading-snug">
                  <b className="block text-sm">{title}</b>
                  <span className="text-xs text-ink-3">{detail}</span>
                </span>
                <ChevronRight className="icon size-[18px]! text-ink-3 rtl:-scale-x-100" aria-hidden="true" />
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
