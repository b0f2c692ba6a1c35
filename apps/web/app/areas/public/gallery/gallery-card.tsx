import { useState } from 'react'
import type { Reply } from '../../../api/client.ts'
import type { ProblemData } from '../../../api/problem.ts'
import { useT } from '../../../i18n/context.tsx'
import { PhotoGrid } from '../../../parts/galleries/photo-grid.tsx'
import { asItem, type Gallery } from '../../../parts/galleries/photos.ts'
import { fileOf, imageOf, isOpen } from '../../../parts/posts/files.ts'
import { type ItemSheet, ItemSheets } from '../../../parts/posts/item-sheets.tsx'
import { usePages } from '../../../parts/posts/pages.tsx'
import { Actions } from '../../../parts/posts/post-actions.tsx'
import { LinkedText } from '../../../parts/text/linked-text.tsx'
import { PostHead } from '../../../parts/posts/post-head.tsx'
import { Locked } from '../../../parts/posts/post-locked.tsx'
import { useProblemText } from '../../../ui/form.tsx'
import { ResponsiveImage } from '../../../ui/image.tsx'
import { PartialState } from '../../../ui/states.tsx'

type Photos = Reply<'GET /performer-assets/photos'>
interface GalleryCardProps {
  gallery: Gallery
  photos: Photos | ProblemData
  loadMore: (cursor: string) => Promise<Photos>
  /** The gallery was unlocked, or its creator followed: there may be more to show. */
  onChanged: () => Promise<void>
}

/** A gallery as a fan sees it: its text and all its photos, or what it costs to see them. */
export function GalleryCard({ gallery, photos, loadMore, onChanged }: GalleryCardProps) {
  const t = useT()
  const problemText = useProblemText()
  const [sheet, setSheet] = useState<ItemSheet>(null)
  const { performer } = gallery
  const name = t('post.titleOf.gallery', { name: performer.name })
  const item = asItem(gallery)
  const cover = fileOf(gallery.cover)
  const coverImage = isOpen(cover) ? imageOf(cover) : null
  return (
    <article
      aria-label={name}
      className="min-w-0 bg-surface px-4 pt-3.5 pb-1 ring-1 ring-line max-md:-mx-4 md:rounded-lg md:px-5 md:pt-[18px] md:pb-2"
    >
      <PostHead post={item} />
      {gallery.title && !gallery.locked ? (
        // Said once: it is the heading of the page, which is seen on phones.
        <p
          aria-hidden="true"
          lang={item.performer.locale}
          dir="auto"
          className="mt-3 font-display text-xl wrap-anywhere max-md:hidden"
        >
          {gallery.title}
        </p>
      ) : null}
      <p className="num mt-1.5 text-sm text-ink-3">{t('post.photos', { count: gallery.photoCount })}</p>
      {gallery.text ? (
        <p lang={item.performer.locale} dir="auto" className="mt-1.5 whitespace-pre-line text-pretty wrap-anywhere">
          <LinkedText text={gallery.text} />
        </p>
      ) : null}
      <div className="mt-3.5 grid grid-cols-[minmax(0,1fr)] gap-3">
        {gallery.locked ? (
          <>
            {coverImage ? (
              <ResponsiveImage
                source={coverImage}
                alt=""
                eager
                sizes="(min-width: 1280px) 820px, 100vw"
                className="max-h-[60dvh] max-md:-mx-4 md:rounded-md"
              />
            ) : null}
            <Locked
              post={item}
              alone
              onUnlock={() => setSheet('unlock')}
              onChanged={onChanged}
              renewFile={() => Promise.resolve(null)}
            />
          </>
        ) : null}
        {'data' in photos ? (
          <Photos
            key={gallery.can.view ? 'open' : 'locked'}
            first={photos}
            loadMore={loadMore}
            alt={gallery.title || name}
          />
        ) : (
          <PartialState onRetry={() => void onChanged()}>{problemText(photos)}</PartialState>
        )}
      </div>
      <Actions post={item} onTip={() => setSheet('tip')} alone />
      <ItemSheets item={item} open={sheet} onOpenChange={setSheet} onUnlocked={onChanged} />
    </article>
  )
}

function Photos({ first, loadMore, alt }: { first: Photos; loadMore: GalleryCardProps['loadMore']; alt: string }) {
  const pages = usePages(first, loadMore)
  return <PhotoGrid pages={pages} total={first.total} alt={alt} />
}
