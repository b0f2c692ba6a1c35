import { Dices, Search } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Reply } from '../../../api/client.ts'
import { useT } from '../../../i18n/context.tsx'
import { CreatorCard, summaryOf } from '../../../parts/creators/creator-card.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { keepsPlace } from '../../../ui/keeps-place.ts'

export type Cards = Reply<'GET /performers/search/random'>

/** Shown below the whole list while no filter is set: random creators. */
export function Chance({ chance }: { chance: Cards }) {
  const t = useT()
  if (chance.data.length === 0) return null
  return (
    <Strip
      title={t('explore.chance')}
      creators={chance.data}
      action={
        <ButtonLink
          variant="quiet"
          size="sm"
          to={chance.nextCursor ? `/explore?chance=${chance.nextCursor}` : '/explore?chance='}
          {...keepsPlace}
          rel="nofollow"
        >
          <Dices aria-hidden="true" />
          {chance.nextCursor ? t('explore.chanceMore') : t('explore.chanceAgain')}
        </ButtonLink>
      }
    />
  )
}

export function Keywords({ keywords }: { keywords: readonly string[] }) {
  const t = useT()
  return (
    <nav aria-label={t('explore.wanted')} className="wanted">
      <span>{t('explore.wanted')}</span>
      {keywords.map((keyword) => (
        <Link key={keyword} to={`/search?q=${encodeURIComponent(keyword)}`} className="chip chip-quiet">
          <Search className="icon" aria-hidden="true" />
          <bdi className="truncate">{keyword}</bdi>
        </Link>
      ))}
    </nav>
  )
}

function Strip({ title, creators, action }: { title: string; creators: Cards['data']; action?: ReactNode }) {
  return (
    <section aria-label={title} className="creators-row">
      <div className="creators-row-head">
        <h2>{title}</h2>
        {action}
      </div>
      <ul>
        {creators.map((creator) => (
          <li key={creator._id}>
            <CreatorCard creator={{ ...summaryOf(creator), why: null }} />
          </li>
        ))}
      </ul>
    </section>
  )
}
