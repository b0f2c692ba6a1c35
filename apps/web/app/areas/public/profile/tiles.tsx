import { Link, useSearchParams } from 'react-router'
import { call } from '../../../api/client.ts'
import { useT } from '../../../i18n/context.tsx'
import { MorePages, usePages } from '../../../parts/posts/pages.tsx'
import { PostTile } from '../../../parts/posts/post-tile.tsx'
import { useMe } from '../../../parts/site/site.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import type { Profile } from './length.ts'

const kinds = { videos: 'video', photos: 'photo' } as const
export type TilesTab = keyof typeof kinds | 'posts'

/** The query of a tab, for each page of results. */
export const tilesQuery = (tab: TilesTab, cursor: string | null) => ({
  pageSize: 12,
  ...(tab === 'posts' ? {} : { type: kinds[tab] }),
  ...(cursor ? { cursor } : {}),
})

/** The posts of a tab as a grid of images. */
export function Tiles({
  profile,
  first,
  tab,
}: {
  profile: Profile
  first: { data: Parameters<typeof PostTile>[0]['post'][]; total: number; nextCursor: string | null }
  tab: TilesTab
}) {
  const t = useT()
  const [search] = useSearchParams()
  const me = useMe()
  const pages = usePages(first, (cursor) =>
    call('GET /user/feeds/search/:username', {
      params: { username: profile.username ?? profile._id },
      query: tilesQuery(tab, cursor),
    }),
  )
  if (pages.items.length === 0)
    return me?._id === profile._id ? (
      <EmptyState
        title={t(`profile.empty.${tab}`)}
        action={
          <ButtonLink variant="primary" to="/creator/posts/new">
            {t('profile.firstPost')}
          </ButtonLink>
        }
      >
        {t('profile.emptyOwn')}
      </EmptyState>
    ) : (
      <EmptyState title={t(`profile.empty.${tab}`)}>{t('profile.emptyHint', { name: profile.name })}</EmptyState>
    )
  const older = new URLSearchParams(search)
  if (first.nextCursor) older.set('cursor', first.nextCursor)
  return (
    <>
      <div className="grid grid-cols-2 gap-2 md:grid-cols-3 md:gap-3">
        {pages.items.map((post, at) => (
          <PostTile key={post._id} post={post} wide={at === 0 && pages.items.length > 2} eager={at < 3} />
        ))}
      </div>
      <MorePages pages={pages} label={t('profile.older')} />
      {first.nextCursor ? (
        <noscript>
          <Link to={`?${older}`} rel="next" className="link mt-4 block text-center">
            {t('profile.older')}
          </Link>
        </noscript>
      ) : null}
    </>
  )
}
