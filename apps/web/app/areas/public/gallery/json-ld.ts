import type { Gallery } from '../../../parts/galleries/photos.ts'

/** The gallery for machines. What it shows of a locked gallery is what the page shows of it. */
export function galleryData(gallery: Gallery, origin: string): object {
  const { performer, stats } = gallery
  const url = `${origin}/gallery/${gallery._id}`
  return {
    '@type': 'ImageGallery',
    url,
    mainEntityOfPage: url,
    name: gallery.title || performer.name,
    ...(gallery.text && { description: gallery.text }),
    ...(gallery.publishedAt && { datePublished: gallery.publishedAt }),
    isAccessibleForFree: !gallery.locked,
    author: { '@type': 'Person', name: performer.name, url: `${origin}/${performer.username ?? performer._id}` },
    commentCount: stats.comments,
  }
}
