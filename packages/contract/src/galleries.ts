import { photosPerGalleryMax } from './limits.ts'
import { z } from 'zod'
import { done, endpoint, many, one } from './endpoint.ts'
import { id } from './fields.ts'
import {
  bookmarkQuery,
  browseQuery,
  fileIds,
  itemChangeFields,
  itemFields,
  itemWriteRefusals,
  shownItem,
  studioItemFields,
  studioListQuery,
} from './items.ts'
import { mediaFile } from './media.ts'

// Galleries: photos in an order, with one gate for all. The photos themselves are in photos.ts.
// spec: publish.galleries

/** A gallery in lists and on its page. `files` has the first of its photos; `GET /performer-assets/photos` lists all. */
export const shownGallery = shownItem.extend({
  kind: z.literal('gallery'),
  /** Shown to everyone. */
  cover: mediaFile.nullable(),
  files: z.array(mediaFile),
  photoCount: z.int(),
})
export type ShownGallery = z.infer<typeof shownGallery>

/** A gallery as its performer sees it in the studio. */
export const studioGallery = shownGallery.extend({ ...studioItemFields, coverPhotoId: z.string().nullable() })

const galleryFiles = fileIds(photosPerGalleryMax)
const params = z.object({ id })

export const createGallery = endpoint('POST /performer/performer-assets/galleries', {
  group: 'galleries',
  summary: 'Saves a gallery of photos uploaded before. It is published when they are ready and its time has come.',
  who: 'approved',
  limit: 'write',
  refuses: itemWriteRefusals,
  body: z.strictObject({ ...itemFields, fileIds: galleryFiles.default([]) }),
  reply: one(studioGallery),
})
export type GalleryInput = z.output<typeof createGallery.body>

export const listOwnGalleries = endpoint('GET /performer/performer-assets/galleries/search', {
  group: 'galleries',
  summary: 'One’s own galleries, drafts included.',
  who: 'performer',
  limit: 'read',
  query: z.object(studioListQuery),
  reply: many(studioGallery),
})
export const getOwnGallery = endpoint('GET /performer/performer-assets/galleries/:id/view', {
  group: 'galleries',
  summary: 'One of one’s own galleries.',
  who: 'performer',
  limit: 'read',
  params,
  reply: one(studioGallery),
})
/**
 * `fileIds` adds photos at the end; those that it has already keep their places together, in the order sent. `removedFileIds` takes
 * photos out of a draft, and those that it hasn't are ignored. `photoIds` are the photos that come first, in this order; the others
 * follow as they are.
 */
export const updateGallery = endpoint('PUT /performer/performer-assets/galleries/:id', {
  group: 'galleries',
  summary: 'Changes a gallery; what is not sent stays as it is.',
  who: 'approved',
  limit: 'write',
  refuses: itemWriteRefusals,
  params,
  body: z.strictObject({
    ...itemChangeFields,
    fileIds: galleryFiles.optional(),
    removedFileIds: galleryFiles.optional(),
    photoIds: galleryFiles.optional(),
  }),
  reply: one(studioGallery),
})
export type GalleryChanges = z.output<typeof updateGallery.body>

export const deleteGallery = endpoint('DELETE /performer/performer-assets/galleries/:id', {
  group: 'galleries',
  summary: 'Deletes a gallery. Users who bought it still have access.',
  who: 'performer',
  limit: 'write',
  params,
  reply: one(z.object({ success: z.literal(true), archived: z.boolean() })),
})

export const browseGalleries = endpoint('GET /performer-assets/galleries/search', {
  group: 'galleries',
  summary: 'Published galleries: of everyone, of one creator, with a tag, or those that match `q`.',
  who: 'public',
  limit: 'read',
  query: z.object(browseQuery),
  reply: many(shownGallery),
})
export const getGallery = endpoint('GET /performer-assets/galleries/:id', {
  group: 'galleries',
  summary: 'One gallery.',
  who: 'public',
  limit: 'read',
  refuses: ['AGE_REQUIRED'],
  params,
  reply: one(shownGallery),
})
export const viewGallery = endpoint('POST /performer-assets/galleries/:id/view', {
  group: 'galleries',
  summary: 'Counts a view of a gallery, once per viewer and day.',
  who: 'public',
  limit: 'write',
  refuses: ['AGE_REQUIRED'],
  params,
  reply: done,
})
export const bookmarkedGalleries = endpoint('GET /reactions/galleries/bookmark', {
  group: 'galleries',
  summary: 'Galleries one has bookmarked, newest bookmark first.',
  who: 'any',
  limit: 'read',
  query: z.object(bookmarkQuery),
  reply: many(shownGallery),
})
