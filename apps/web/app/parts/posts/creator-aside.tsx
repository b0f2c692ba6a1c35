import type { ComponentProps } from 'react'
import { Link } from 'react-router'
import { useT } from '../../i18n/context.tsx'
import { ArchPortrait } from '../../ui/avatar.tsx'
import { FollowButton } from '../creators/follow-button.tsx'
import { VerifiedBadge } from '../creators/verified-badge.tsx'
import type { Post } from './files.ts'
import { profilePath } from './item-page.ts'
import { PostTile } from './post-tile.tsx'

interface CreatorAsideProps {
  item: Pick<Post, 'performer' | 'isFollowed'>
  more: readonly ComponentProps<typeof PostTile>['post'][]
}

/** Who created the item of a page, and more of theirs. */
export function CreatorAside({ item, more }: CreatorAsideProps) {
  const t = useT()
  const { performer } = item
  const home = profilePath(performer)
  return (
    <aside className="sticky top-6 flex flex-col gap-4.5 self-start max-xl:hidden xl:order-2">
      <section className="flex items-center gap-4 rounded-lg bg-surface p-[18px] ring-1 ring-line">
        <Link to={home} tabIndex={-1} aria-hidden="true">
          <ArchPortrait src={performer.avatar} width={72} />
        </Link>
        <div className="min-w-0 flex-1">
          <Link to={home} className="flex items-center gap-1 font-bold">
            <bdi className="truncate">{performer.name}</bdi>
            {performer.isVerified ? <VerifiedBadge /> : null}
          </Link>
          <p className="truncate text-xs text-ink-3">
            <bdi>@{performer.username}</bdi>
          </p>
          <div className="mt-2.5">
            <FollowButton performer={performer} isFollowed={item.isFollowed} size="sm" />
          </div>
        </div>
      </section>
      {more.length ? (
        <section className="rounded-lg bg-surface p-[18px] ring-1 ring-line">
          <h2 className="mb-3 text-lg wrap-anywhere">{t('post.page.related', { name: performer.name })}</h2>
          <div className="grid grid-cols-2 gap-2">
            {more.map((entry) => (
              <PostTile key={entry._id} post={entry} />
            ))}
          </div>
        </section>
      ) : null}
    </aside>
  )
}
