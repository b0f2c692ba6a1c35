import { call, type Reply } from '../../../api/client.ts'
import { useT } from '../../../i18n/context.tsx'
import { PhotoGrid } from '../../../parts/galleries/photo-grid.tsx'
import { asItem } from '../../../parts/galleries/photos.ts'
import { MorePages, usePages } from '../../../parts/posts/pages.tsx'
import { PostTile } from '../../../parts/posts/post-tile.tsx'
import { useMe } from '../../../parts/site/site.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import type { Profile } from './length.ts'

export const galleriesQuery = (performerId: string, cursor?: string) => ({
  performerId,
  pageSize: 12,
  ...(cursor ? { cursor } : {}),
})
export const photosQuery = (cursor?: string) => ({ pageSize: 30, ...(cursor ? { cursor } : {}) })

interface GalleriesProps {
  profile: Profile
  first: Reply<'GET /performer-assets/galleries/search'>
}
/** The galleries of a creator, a tile each. */
export function Galleries({ profile, first }: GalleriesProps) {
  const t = useT()
  const pages = usePages(first, (cursor) =>
    call('GET /performer-assets/galleries/search', { query: galleriesQuery(profile._id, cursor) }),
  )
  if (pages.items.length === 0) return <NoGalleries profile={profile} title={t('profile.empty.galleries')} />
  return (
    <>
      <div className="grid grid-cols-2 gap-2 md:grid-cols-3 md:gap-3">
        {pages.items.map((gallery, at) => (
          <PostTile key={gallery._id} post={asItem(gallery)} eager={at < 3} />
        ))}
      </div>
      <MorePages pages={pages} label={t('post.home.loadMore')} />
    </>
  )
}

interface PhotosProps {
  profile: Profile
  first: Reply<'GET /performer-assets/photos/:performerId'>
}
/** All photos of the galleries of a creator. */
export function Photos({ profile, first }: PhotosProps) {
  const t = useT()
  const pages = usePages(first, (cursor) =>
    call('GET /performer-assets/photos/:performerId', {
      params: { performerId: profile._id },
      query: photosQuery(cursor),
    }),
  )
  if (pages.items.length === 0) return <NoGalleries profile={profile} title={t('profile.empty.photos')} />
  return <PhotoGrid pages={pages} total={first.total} alt={profile.name} withGallery />
}

function NoGalleries({ profile, title }: { profile: Profile; title: string }) {
  const t = useT()
  const me = useMe()
  if (me?._id !== profile._id)
    return <EmptyState title={title}>{t('profile.emptyHint', { name: profile.name })}</EmptyState>
  return (
    <EmptyState
      title={title}
      action={
        <ButtonLink variant="primary" to="/creator/galleries/new">
          {t('profile.firstGallery')}
        </ButtonLink>
      }
    >
      {t('profile.emptyOwnGalleries')}
    </EmptyState>
  )
}
