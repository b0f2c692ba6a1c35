import clsx from 'clsx'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useFormats, useT } from '../../../i18n/context.tsx'
import { useSite } from '../../../parts/site/site.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import type { Counts } from './filters.tsx'
import { type Criteria, addressFor, quickFilters, without } from './query.ts'

/** Below this a month is little, in the site currency. */
const littlePrice = '10'
const topicsMax = 12

/** The filters that people ask for most, each a link that turns it on or off. */
export function QuickFilters({ criteria }: { criteria: Criteria }) {
  const t = useT()
  const { money } = useFormats()
  const { currency } = useSite()
  const isLittle = criteria.priceTo === littlePrice && !criteria.priceFrom
  const quick = [
    { label: t('explore.card.free'), on: criteria.isFree, to: addressFor(criteria, { isFree: !criteria.isFree }) },
    {
      label: t('explore.priceMost', { to: money(Number(littlePrice), currency) }),
      on: isLittle,
      to: addressFor(criteria, { priceFrom: '', priceTo: isLittle ? '' : littlePrice }),
    },
    ...quickFilters.map((name) => {
      const on = criteria.quick.includes(name)
      const quick = on ? criteria.quick.filter((other) => other !== name) : [...criteria.quick, name]
      return { label: t(`explore.${name}`), on, to: addressFor(criteria, { quick }) }
    }),
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

/** The topics with most creators, each with the portrait of one who is listed. */
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
  const { number } = useFormats()
  const chosen = criteria.chosen.category ?? []
  const topics = Object.entries(counts?.values['category'] ?? {})
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, topicsMax)
  if (topics.length < 2 && chosen.length === 0) return null
  return (
    <nav aria-label={t('explore.facet.category')} className="quick-row mt-2.5">
      <Pill to={addressFor(criteria, { chosen: { ...criteria.chosen, category: [] } })} on={chosen.length === 0}>
        {t('explore.allTopics')}
      </Pill>
      {topics.map(([topic, count]) => {
        const on = chosen.includes(topic)
        const picture = creators.find(({ categories }) => categories.includes(topic))?.avatar
        return (
          <Pill
            key={topic}
            to={
              on
                ? without(criteria, 'category', topic)
                : addressFor(criteria, { chosen: { ...criteria.chosen, category: [topic] } })
            }
            on={on}
          >
            {picture ? <Avatar src={picture} size={28} className="-ms-2.5" /> : null}
            <bdi>{topic}</bdi>
            <span className="num text-xs opacity-70">{number(count)}</span>
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
      preventScrollReset
      aria-current={on ? 'true' : undefined}
      rel={isFilter ? 'nofollow' : undefined}
      className={clsx('pill', on && 'pill-on')}
    >
      {children}
    </Link>
  )
}
