import { Dices, Search } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Reply } from '../../../api/client.ts'
import { useT } from '../../../i18n/context.tsx'
import { CreatorCard, summaryOf } from '../../../parts/creators/creator-card.tsx'
import { ButtonLink } from '../../../ui/button.tsx'

export type Cards = Reply<'GET /performers/top'>

/** Shown above the whole list while no filter is set: popular creators, random creators, popular searches. */
export function Strips({ top, chance, keywords }: { top: Cards | null; chance: Cards | null; keywords: string[] }) {
  const t = useT()
  return (
    <>
      {keywords.length ? <Keywords keywords={keywords} /> : null}
      {top?.data.length ? <Strip title={t('explore.top')} creators={top.data} /> : null}
      {chance?.data.length ? (
        <Strip
          title={t('explore.chance')}
          creators={chance.data}
          action={
            <ButtonLink
              variant="quiet"
              size="sm"
              to={chance.nextCursor ? `/explore?chance=${chance.nextCursor}` : '/explore?chance='}
              preventScrollReset
              rel="nofollow"
            >
              <Dices aria-hidden="true" />
              {chance.nextCursor ? t('explore.chanceMore') : t('explore.chanceAgain')}
            </ButtonLink>
          }
        />
      ) : null}
    </>
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
            <CreatorCard creator={summaryOf(creator)} />
          </li>
        ))}
      </ul>
    </section>
  )
}
