import clsx from 'clsx'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useT } from '../../../i18n/context.tsx'
import { Avatar } from '../../../ui/avatar.tsx'
import type { Counts } from './filters.tsx'
import { type Criteria, addressFor, type Quick, quickFilters, toggled } from './query.ts'
import { useRoundMoney } from './value-labels.ts'
import { keepsPlace } from '../../../ui/keeps-place.ts'

/** Below this a month is little, in the site currency. */
const littlePrice = '10'
const topicsMax = 12

/** The filters that people ask for most, each a link that turns it on or off. */
export function QuickFilters({ criteria }: { criteria: Criteria }) {
  const t = useT()
  const money = useRoundMoney()
  const upTo = (price: string) => {
    const on = !criteria.priceFrom && criteria.priceTo === price
    return { on, to: addressFor(criteria, { priceFrom: '', priceTo: on ? '' : price }) }
  }
  const onOrOff = (name: Quick) => {
    const on = criteria.quick.includes(name)
    const quick = on ? criteria.quick.filter((other) => other !== name) : [...criteria.quick, name]
    return { label: t(`explore.${name}`), on, to: addressFor(criteria, { quick }) }
  }
  const quick = [
    { label: t('explore.card.free'), ...upTo('0') },
    { label: t('explore.priceMost', { to: money(Number(littlePrice)) }), ...upTo(littlePrice) },
    onOrOff(quickFilters[0]),
    {
      label: t('explore.hasShop'),
      on: criteria.chosen.publishes?.includes('shop') ?? false,
      to: toggled(criteria, 'publishes', 'shop'),
    },
    onOrOff(quickFilters[1]),
  ]
  return (
    <nav aria-label={t('explore.quick')} className="quick-row">
      {quick.map(({ label, on, to }) => (
        <Pill key={label} to={to} on={on} isFilter>
          {label}
        </Pill>
      ))}
    </nav>
  )
}

/** The topics with most creators, several at once, each with the portrait of one who is listed. */
export function Topics({
  criteria,
  counts,
  creators,
}: {
  criteria: Criteria
  counts: Counts | null
  creators: readonly { avatar: string; categories: string[] }[]
}) {
  const t = useT()
  const chosen = criteria.chosen.category ?? []
  const most = Object.entries(counts?.values['category'] ?? {})
    .toSorted(([, one], [, other]) => other - one)
    .map(([topic]) => topic)
    .slice(0, topicsMax)
  const topics = [...most, ...chosen.filter((topic) => !most.includes(topic))]
  if (topics.length < 2 && chosen.length === 0) return null
  return (
    <nav aria-label={t('explore.facet.category')} className="quick-row mt-2.5">
      <Pill to={addressFor(criteria, { chosen: { ...criteria.chosen, category: [] } })} on={chosen.length === 0}>
        {t('explore.allTopics')}
      </Pill>
      {topics.map((topic) => {
        const picture = creators.find(({ categories }) => categories.includes(topic))?.avatar
        return (
          <Pill
            key={topic}
            to={toggled(criteria, 'category', topic)}
            on={chosen.includes(topic)}
            isFilter={chosen.length > 0}
          >
            {picture ? <Avatar src={picture} size={28} className="-ms-2.5" /> : null}
            <bdi>{topic}</bdi>
          </Pill>
        )
      })}
    </nav>
  )
}

function Pill({
  to,
  on,
  isFilter = false,
  children,
}: {
  to: string
  on: boolean
  isFilter?: boolean
  children: ReactNode
}) {
  return (
    <Link
      to={to}
      {...keepsPlace}
      aria-current={on ? 'true' : undefined}
      rel={isFilter ? 'nofollow' : undefined}
      className={clsx('pill', on && 'pill-on')}
    >
      {children}
    </Link>
  )
}
