import type { AudienceGroup } from '@fanlight/contract/audience-groups'
import clsx from 'clsx'
import {
  Ban,
  CalendarClock,
  CircleAlert,
  DoorOpen,
  Gem,
  History,
  List,
  type LucideIcon,
  Plus,
  Sparkles,
  Tags,
  Trophy,
  UserPlus,
} from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { useFormats, useT } from '../../../i18n/context.tsx'
import { useStripPosition } from '../../../ui/strip.ts'
import type { Counted, FanList } from './audience-query.ts'
import { NameDialog } from './name-dialog.tsx'
import { keepsPlace } from '../../../ui/keeps-place.ts'

type Named = Exclude<AudienceGroup, 'list'>
const address = '/creator/audience'
const icons: Record<Named, LucideIcon> = {
  subscribers: Gem,
  followers: UserPlus,
  new: Sparkles,
  renewing: CalendarClock,
  failed: CircleAlert,
  ending: DoorOpen,
  spent: Trophy,
  lapsed: History,
}
const segments = ['new', 'renewing', 'failed', 'ending', 'spent', 'lapsed'] as const

interface GroupNavProps {
  group: AudienceGroup
  listId: string | null
  counts: Record<Named, Counted>
  lists: readonly FanList[]
}

/** The groups of the audience: beside the people on wide screens, a strip above them otherwise. */
export function GroupNav({ group, listId, counts, lists }: GroupNavProps) {
  const t = useT()
  const shown = useCounted()
  const { number } = useFormats()
  const navigate = useNavigate()
  const strip = useStripPosition<HTMLElement>(useLocation().key)
  const [isNaming, setNaming] = useState(false)
  const item = (name: Named) => (
    <Item
      key={name}
      icon={icons[name]}
      to={name === 'subscribers' ? address : `${address}?group=${name}`}
      isCurrent={group === name}
      count={shown(counts[name])}
    >
      {t(`audience.group.${name}`)}
    </Item>
  )
  return (
    <>
      <nav
        ref={strip}
        aria-label={t('audience.groups')}
        className="strip gap-1.5 max-xl:mb-3 xl:sticky xl:top-6 xl:max-h-[calc(100dvh-48px)] xl:flex-col xl:gap-px xl:overflow-y-auto"
      >
        {item('subscribers')}
        {item('followers')}
        <Item icon={Ban} to="/creator/blocking" className="max-xl:order-1">
          {t('audience.blocked')}
        </Item>
        <Caption>{t('audience.segments')}</Caption>
        {segments.map(item)}
        <Caption>{t('audience.yourLists')}</Caption>
        {lists.map(({ _id, name, members }) => (
          <Item key={_id} icon={List} to={`${address}?list=${_id}`} isCurrent={listId === _id} count={number(members)}>
            <bdi>{name}</bdi>
          </Item>
        ))}
        <button
          type="button"
          className={clsx(itemClass, 'text-primary-text hover:bg-surface-2')}
          onClick={() => setNaming(true)}
        >
          <Plus className="icon size-[18px]!" aria-hidden="true" />
          {t('audience.newList')}
        </button>
        <Caption>{t('audience.joining')}</Caption>
        <Item icon={Tags} to="/creator/pricing" className="max-xl:order-1">
          {t('audience.plans')}
        </Item>
      </nav>
      {isNaming ? (
        <NameDialog
          list={null}
          onClose={() => setNaming(false)}
          onSaved={async (list) => await navigate(`${address}?list=${list._id}`)}
        />
      ) : null}
    </>
  )
}

/** '3,106', or '1,000+' where it was not counted further. */
export function useCounted(): (counted: Counted) => string {
  const t = useT()
  const { number } = useFormats()
  return ({ total, totalIsAtLeast }) =>
    totalIsAtLeast ? t('audience.atLeast', { number: number(total) }) : number(total)
}

const itemClass =
  'inline-flex shrink-0 items-center gap-2 rounded-full text-sm font-semibold whitespace-nowrap max-xl:h-10 max-xl:bg-surface-2 max-xl:px-3.5 focus-visible:-outline-offset-2 pointer-coarse:min-h-11 xl:h-[38px] xl:gap-2.5 xl:rounded-sm xl:px-3'

interface ItemProps {
  icon: LucideIcon
  to: string
  isCurrent?: boolean
  count?: string
  className?: string
  children: ReactNode
}
function Item({ icon: Icon, to, isCurrent = false, count, className, children }: ItemProps) {
  return (
    <Link
      to={to}
      {...keepsPlace}
      aria-current={isCurrent ? 'page' : undefined}
      className={clsx(
        itemClass,
        isCurrent
          ? 'max-xl:bg-ink! max-xl:text-canvas xl:bg-surface-3'
          : 'text-ink-2 hover:bg-surface-3 xl:hover:bg-surface-2',
        className,
      )}
    >
      <Icon className="icon size-[18px]! shrink-0 max-xl:hidden" aria-hidden="true" />
      <span className="min-w-0 max-w-56 truncate xl:flex-1">{children}</span>
      {count === undefined ? null : (
        <span className={clsx('num font-medium', isCurrent ? 'max-xl:opacity-80 xl:text-ink-2' : 'text-ink-3')}>
          {count}
        </span>
      )}
    </Link>
  )
}
const Caption = ({ children }: { children: ReactNode }) => (
  <p className="px-3 pt-3.5 pb-1 text-xs font-semibold text-ink-3 max-xl:hidden">{children}</p>
)
