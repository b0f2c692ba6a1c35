import { Link, useSearchParams } from 'react-router'
import { call, type Reply } from '../../../api/client.ts'
import type { RequestInput } from '../../../api/contract.ts'
import { useT } from '../../../i18n/context.tsx'
import type { Item } from '../../../parts/posts/kinds.ts'
import { MorePages, usePages } from '../../../parts/posts/pages.tsx'
import { PostTile } from '../../../parts/posts/post-tile.tsx'
import { useMe } from '../../../parts/site/site.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import type { Profile } from './length.ts'

export type TilesTab = 'posts' | 'videos'

type Call = <R extends 'GET /user/feeds/search/:username' | 'GET /performer-assets/videos/search'>(
  route: R,
  ask: RequestInput<R>,
) => Promise<Reply<R>>

/** A page of a tab: posts, or videos of their own. */
export function tilesPage(
  call: Call,
  { _id, username }: Pick<Profile, '_id' | 'username'>,
  tab: TilesTab,
  cursor: string | null,
): Promise<TilesPage> {
  const page = { pageSize: 12, ...(cursor ? { cursor } : {}) }
  return tab === 'videos'
    ? call('GET /performer-assets/videos/search', { query: { ...page, performerId: _id } })
    : call('GET /user/feeds/search/:username', {
        params: { username: username ?? _id },
        query: page,
      })
}
interface TilesPage {
  data: Item[]
  nextCursor: string | null
}

/** The items of a tab as a grid of images. */
export function Tiles({ profile, first, tab }: { profile: Profile; first: TilesPage; tab: TilesTab }) {
  const t = useT()
  const [search] = useSearchParams()
  const me = useMe()
  const pages = usePages(first, (cursor) => tilesPage(call, profile, tab, cursor))
  if (pages.items.length === 0)
    return me?._id === profile._id ? (
      <EmptyState
        title={t(`profile.empty.${tab}`)}
        action={
          <ButtonLink variant="primary" to={tab === 'videos' ? '/creator/videos/new' : '/creator/posts/new'}>
            {t(tab === 'videos' ? 'profile.firstVideo' : 'profile.firstPost')}
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
