import { Link } from 'react-router'
import type { Reply } from '../../../api/client.ts'
import { useT } from '../../../i18n/context.tsx'
import { useMe } from '../../../parts/site/site.ts'
import { Avatar } from '../../../ui/avatar.tsx'

/**
 * The creators one follows whose posts are the latest, each a step to their page. They are those of the page's posts, which needs no further
 * query. It scrolls sideways where there are more than fit.
 */
export function FollowedStrip({ posts }: { posts: Reply<'GET /user/feeds'>['data'] }) {
  const t = useT()
  const me = useMe()
  const creators = [...new Map(posts.map(({ performer }) => [performer._id, performer])).values()].filter(
    ({ _id }) => _id !== me?._id,
  )
  if (creators.length === 0) return null
  return (
    <nav aria-label={t('post.home.followed')} className="mb-2 md:mb-4">
      <ul className="strip -mx-4 gap-1.5 px-4 py-1 md:-mx-1 md:px-1">
        {creators.map(({ _id, username, name, avatar }) => (
          <li key={_id} className="w-[72px] shrink-0">
            <Link
              to={`/${username}`}
              className="flex flex-col items-center gap-1.5 rounded-md py-1 text-xs text-ink-2 no-underline hover:text-ink"
            >
              <Avatar src={avatar} size={60} />
              <bdi className="w-full truncate text-center">{name}</bdi>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
