import { photosPerGalleryMax } from './limits.ts'
import { z } from 'zod'
import { done, endpoint, many, one } from './endpoint.ts'
import { id, instant, listQuery, text } from './fields.ts'
import { authorSummary, bookmarkQuery } from './items.ts'
import { mediaFile } from './media.ts'
import { nameOrId } from './posts.ts'
import { performerRefusals } from './refusals.ts'

// Photos of galleries. Each belongs to one gallery, whose gate decides who may see it.
// spec: photo.upload-field

export const shownPhoto = z.object({
  _id: z.string(),
  kind: z.literal('photo'),
  performer: authorSummary,
  gallery: z.object({ _id: z.string(), title: z.string() }),
  /** Empty while the gallery is locked. */
  title: z.string(),
  /** From 0, in its gallery. */
  position: z.int(),
  file: mediaFile,
  createdAt: instant,
  can: z.object({ view: z.boolean(), edit: z.boolean() }),
  stats: z.object({ likes: z.int(), bookmarks: z.int() }),
  isLiked: z.boolean(),
  isBookmarked: z.boolean(),
})
export type ShownPhoto = z.infer<typeof shownPhoto>

/** A photo as its performer sees it in the studio. */
export const studioPhoto = shownPhoto.extend({
  isCover: z.boolean(),
  updatedAt: instant,
  /** The status of the gallery. */
  galleryStatus: z.string(),
})

const params = z.object({ id })
const title = text(0, 200)

export const photosOfGallery = endpoint('GET /performer-assets/photos', {
  group: 'photos',
  summary:
    'The photos of a gallery in their order. Without `galleryId` those of all published galleries, newest first; they have no `position` to be sorted by. `total` is exact to 1,000.',
  who: 'public',
  limit: 'read',
  refuses: ['AGE_REQUIRED'],
  query: z.object({
    ...listQuery(['createdAt', 'updatedAt', 'position']),
    sortBy: z
      .enum(['createdAt', 'updatedAt', 'position'])
      .optional()
      .meta({ description: 'Where it is left out, `position` in a gallery, else `createdAt`.' }),
    sort: z
      .enum(['asc', 'desc'])
      .optional()
      .meta({ description: 'Where it is left out, `asc` by `position`, else `desc`.' }),
    galleryId: id.optional(),
  }),
  reply: many(shownPhoto),
})
export const photosOfPerformer = endpoint('GET /performer-assets/photos/:performerId', {
  group: 'photos',
  summary: 'All photos of the published galleries of a creator, newest first. `total` is exact to 1,000.',
  who: 'public',
  limit: 'read',
  refuses: performerRefusals,
  params: z.object({ performerId: nameOrId }),
  query: z.object(listQuery(['createdAt', 'updatedAt'])),
  reply: many(shownPhoto),
})
export const bookmarkedPhotos = endpoint('GET /reactions/:type/bookmark', {
  group: 'photos',
  summary: 'Photos one has bookmarked, newest bookmark first.',
  who: 'any',
  limit: 'read',
  params: z.object({ type: z.enum(['photos', 'photo']) }),
  query: z.object(bookmarkQuery),
  reply: many(shownPhoto),
})

export const listOwnPhotos = endpoint('GET /performer/performer-assets/photos/search', {
  group: 'photos',
  summary: 'One’s own photos, of all galleries or of one.',
  who: 'performer',
  limit: 'read',
  query: z.object({
    ...listQuery(['updatedAt', 'createdAt', 'position']),
    /** Needed where they are sorted by `position`. */
    galleryId: id.optional(),
    q: text(0, 100).optional(),
  }),
  reply: many(studioPhoto),
})
/** `galleryId` moves it to the end of another gallery of one’s own, or to `position` there. */
export const updatePhoto = endpoint('PUT /performer/performer-assets/photos/:id', {
  group: 'photos',
  summary: 'Changes the title of a photo, its place, or the gallery it is in.',
  who: 'approved',
  limit: 'write',
  refuses: ['CONFLICT', 'SOLD_FILES_STAY'],
  params,
  body: z.strictObject({
    title: title.optional(),
    galleryId: id.optional(),
    position: z
      .int()
      .min(0)
      .max(photosPerGalleryMax - 1)
      .optional(),
  }),
  reply: one(studioPhoto),
})
export type PhotoChanges = z.output<typeof updatePhoto.body>

export const deletePhoto = endpoint('DELETE /performer/performer-assets/photos/:id', {
  group: 'photos',
  summary: 'Deletes a photo. A published gallery has at least one.',
  who: 'performer',
  limit: 'write',
  refuses: ['CONFLICT', 'SOLD_FILES_STAY'],
  params,
  reply: done,
})
export const setGalleryCover = endpoint('POST /performer/performer-assets/photos/set-cover/:id', {
  group: 'photos',
  summary: 'Makes a photo the cover of its gallery, which everyone sees.',
  who: 'approved',
  limit: 'write',
  refuses: ['CONFLICT', 'SOLD_FILES_STAY'],
  params,
  reply: one(studioPhoto),
})
export const uploadPhoto = endpoint('POST /performer/performer-assets/photos/upload', {
  group: 'photos',
  summary: 'Uploads a photo to a gallery. It is shown there as soon as it is ready.',
  who: 'approved',
  limit: 'upload',
  idempotent: 'upload',
  files: ['photo'],
  refuses: ['CONFLICT', 'SOLD_FILES_STAY'],
  body: z.strictObject({ galleryId: id, title: title.default('') }),
  reply: one(studioPhoto),
})
