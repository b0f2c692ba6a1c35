import type { AudienceGroup } from '@fanlight/contract/audience-groups'
import clsx from 'clsx'
import { Link } from 'react-router'
import { useFormats, useT } from '../../../i18n/context.tsx'
import { fanAddress } from '../../../parts/creators/fan-address.ts'
import { useSite } from '../../../parts/site/site.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Badge, type Tone } from '../../../ui/badge.tsx'
import { dot } from '../../../ui/dot.ts'
import type { Person } from './audience-query.ts'
import { PersonMenu, type PersonMenuProps } from './person-menu.tsx'
import { type Renewal, usePlanLabel, useRenewal } from './renewal.ts'

export interface RowProps extends PersonMenuProps {
  group: AudienceGroup
  isSelected: boolean
  onSelect: (people: readonly Person[], isSelected: boolean) => void
}

/** One person of the audience, as a row of the table. */
export function PersonRow({ group, person, isSelected, onSelect, ...menu }: RowProps) {
  const t = useT()
  const { date, money, tokens } = useFormats()
  const { tokenValue, currency } = useSite()
  const renewal = useRenewal()(person.subscription)
  const { subscription, followedAt, lastActive } = person
  const since = group === 'followers' ? followedAt : (subscription?.startedAt ?? followedAt)
  return (
    <tr className={clsx('border-t border-line', isSelected && 'bg-primary-soft')}>
      <td className="h-[58px] ps-3 max-md:pe-1 md:ps-4">
        <Tick
          label={t('audience.select', { name: person.name })}
          isOn={isSelected}
          onChange={() => onSelect([person], !isSelected)}
        />
      </td>
      <td className="max-w-0 py-2 max-md:w-full max-md:pe-2 md:w-[34%] md:px-2.5">
        <Who person={person} renewal={renewal} />
      </td>
      <td className="px-2.5 max-md:hidden">
        <PlanBadge person={person} />
      </td>
      <td className="num px-2.5 whitespace-nowrap max-lg:hidden">
        {since ? <time dateTime={since}>{date(since)}</time> : '–'}
      </td>
      <td className="num px-2.5 whitespace-nowrap max-md:hidden">
        {renewal ? (
          <>
            <span className={clsx(renewal.isWarning && 'font-semibold text-token-text')}>{renewal.text}</span>
            {renewal.detail ? <span className="block text-xs text-ink-3">{renewal.detail}</span> : null}
          </>
        ) : (
          '–'
        )}
      </td>
      <td className="num px-2.5 text-end whitespace-nowrap max-md:px-1">
        <bdi className="font-strong">{money(person.spent * tokenValue, currency)}</bdi>
        <span className="block text-xs text-ink-3 max-md:hidden">
          {t('ui.tokenAmount', { count: person.spent, shown: tokens(person.spent) })}
        </span>
        {lastActive ? (
          <span className="block text-xs text-ink-3 md:hidden">{t(`audience.active.${lastActive}`)}</span>
        ) : null}
      </td>
      <td className="px-2.5 text-end whitespace-nowrap text-ink-2 max-xl:hidden">
        {lastActive ? t(`audience.active.${lastActive}`) : '–'}
      </td>
      <td className="pe-2 text-end md:pe-3">
        <PersonMenu person={person} {...menu} />
      </td>
    </tr>
  )
}

function Who({ person, renewal }: { person: Person; renewal: Renewal | null }) {
  const t = useT()
  const planOf = usePlanLabel()
  const { subscription, followedAt } = person
  const line = subscription
    ? [planOf(subscription), ...(renewal ? [renewal.sentence ?? renewal.text] : [])].join(dot)
    : followedAt && t('audience.follows')
  const face = (
    <>
      <Avatar src={person.avatar} size={36} />
      <span className="grid min-w-0 leading-snug">
        <bdi className="truncate font-strong">{person.name}</bdi>
        <span className="line-clamp-2 text-xs text-ink-3 md:line-clamp-1">
          {person.username ? <bdi className="max-md:hidden">@{person.username}</bdi> : null}
          <span className="md:hidden">{line}</span>
        </span>
      </span>
    </>
  )
  const className = 'flex min-h-11 min-w-0 items-center gap-3'
  return person.username ? (
    <Link to={fanAddress(person.username)} className={className}>
      {face}
    </Link>
  ) : (
    <span className={className}>{face}</span>
  )
}

const tones: Partial<Record<NonNullable<Person['subscription']>['type'], Tone>> = { trial: 'sky', gift: 'lamp' }

function PlanBadge({ person: { subscription, followedAt } }: { person: Person }) {
  const t = useT()
  const planOf = usePlanLabel()
  if (!subscription) return followedAt ? <Badge>{t('audience.follows')}</Badge> : null
  const { isRunning, type } = subscription
  return <Badge tone={isRunning ? (tones[type] ?? 'plan') : 'quiet'}>{planOf(subscription)}</Badge>
}

export const Tick = ({ label, isOn, onChange }: { label: string; isOn: boolean; onChange: () => void }) => (
  <label className="grid min-h-11 cursor-pointer place-items-center">
    <input type="checkbox" className="tick block" aria-label={label} checked={isOn} onChange={onChange} />
  </label>
)
