import { Link } from 'react-router'
import type { Reply } from '../../../api/client.ts'
import { useT } from '../../../i18n/context.tsx'
import { useMe } from '../../../parts/site/site.ts'
import { Avatar } from '../../../ui/avatar.tsx'

/**
 * The creators one follows who are live, which leads to their room, and those whose posts are the latest, each a step to their page. The latter are those
 * of the page's posts, which needs no further query. It scrolls sideways where there are more than fit.
 */
export function FollowedStrip({
  posts,
  live,
}: {
  posts: Reply<'GET /user/feeds'>['data']
  live: Reply<'GET /user/home'>['data']['live']
}) {
  const t = useT()
  const me = useMe()
  const isLive = new Set(live.map(({ performer }) => performer._id))
  const people = [...live, ...posts].map(({ performer }) => [performer._id, performer] as const)
  const creators = [...new Map(people).values()].filter(({ _id }) => _id !== me?._id)
  if (creators.length === 0) return null
  return (
    <nav aria-label={t('post.home.followed')} className="mb-2 md:mb-4">
      <ul className="strip -mx-4 gap-1.5 px-4 py-1 md:-mx-1 md:px-1">
        {creators.map(({ _id, username, name, avatar }) => (
          <li key={_id} className="w-[72px] shrink-0">
            <Link
              to={isLive.has(_id) ? `/${username ?? _id}/live` : `/${username ?? _id}`}
              className="flex flex-col items-center gap-1.5 rounded-md py-1 text-xs text-ink-2 no-underline hover:text-ink"
            >
              <span className="relative">
                <Avatar src={avatar} size={60} live={isLive.has(_id)} />
                {isLive.has(_id) ? (
                  <span className="absolute inset-x-0 -bottom-1.5 grid place-items-center">
                    <span className="rounded-full bg-live px-1.5 py-0.5 text-2xs leading-none font-heavy text-on-live ring-2 ring-canvas">
                      {t('ui.live')}
                    </span>
                  </span>
                ) : null}
              </span>
              <bdi className="w-full truncate text-center">{name}</bdi>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
