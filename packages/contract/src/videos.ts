import { z } from 'zod'
import { done, endpoint, many, one } from './endpoint.ts'
import { id, instant } from './fields.ts'
import {
  bookmarkQuery,
  browseQuery,
  itemChangeFields,
  itemFields,
  itemWriteRefusals,
  shownItem,
  studioItemFields,
  studioListQuery,
} from './items.ts'
import { fileStatusReply, mediaFile } from './media.ts'

// Videos that creators publish on their own, beside their posts.

export const shownVideo = shownItem.extend({
  kind: z.literal('video'),
  /** The video itself. Drafts may have none. */
  files: z.array(mediaFile).max(1),
  /** Left out where there is none, as the teaser is. */
  thumbnail: mediaFile.optional(),
  teaser: mediaFile.optional(),
  /** When it was live, where it is the replay of a stream. */
  liveAt: instant.optional(),
})
export type ShownVideo = z.infer<typeof shownVideo>

/** A video as its performer sees it in the studio. */
export const studioVideo = shownVideo.extend(studioItemFields)

const videoBody = z.strictObject({
  ...itemFields,
  videoId: id.nullish(),
  teaserId: id.nullish(),
  thumbnailId: id.nullish(),
})
export type VideoInput = z.output<typeof videoBody>
const videoChanges = z.strictObject({
  ...itemChangeFields,
  videoId: id.nullish(),
  teaserId: id.nullish(),
  thumbnailId: id.nullish(),
})
export type VideoChanges = z.output<typeof videoChanges>

/** The file fields of a form. */
export const videoFileFields = ['video', 'teaser', 'thumbnail'] as const
export type VideoFileField = (typeof videoFileFields)[number]
const fileField = z.object({ type: z.enum(videoFileFields).optional() })

const params = z.object({ id })
const save = {
  group: 'videos',
  who: 'approved',
  limit: 'upload',
  idempotent: 'upload',
  files: videoFileFields,
  formOrJson: true,
  refuses: itemWriteRefusals,
  reply: one(studioVideo),
} as const

export const uploadVideo = endpoint('POST /performer/performer-assets/videos/upload', {
  ...save,
  summary:
    'Saves a video: its files in a form, or the ids of files that were uploaded before. It is published when its files are ready and its time has come.',
  body: videoBody,
})
export const editVideo = endpoint('PUT /performer/performer-assets/videos/edit/:id', {
  ...save,
  summary: 'Changes a video; what is not sent stays as it is. A published video takes files that are ready.',
  params,
  body: videoChanges,
})
export const listOwnVideos = endpoint('GET /performer/performer-assets/videos/search', {
  group: 'videos',
  summary: 'One’s own videos, drafts included.',
  who: 'performer',
  limit: 'read',
  query: z.object(studioListQuery),
  reply: many(studioVideo),
})
export const getOwnVideo = endpoint('GET /performer/performer-assets/videos/:id/view', {
  group: 'videos',
  summary: 'One of one’s own videos.',
  who: 'performer',
  limit: 'read',
  params,
  reply: one(studioVideo),
})
export const deleteVideo = endpoint('DELETE /performer/performer-assets/videos/:id', {
  group: 'videos',
  summary: 'Deletes a video. Users who bought it still have access.',
  who: 'performer',
  limit: 'write',
  params,
  reply: one(z.object({ success: z.literal(true), archived: z.boolean() })),
})
export const removeVideoFile = endpoint('DELETE /performer/performer-assets/videos/remove-file/:id', {
  group: 'videos',
  summary: 'Removes the teaser or the thumbnail of a video, or the main file of one that is not published.',
  who: 'approved',
  limit: 'write',
  refuses: ['ITEM_PUBLISHED', 'SOLD_FILES_STAY'],
  params,
  /** `type` is in the query or in the body. */
  query: fileField,
  body: fileField.optional(),
  reply: one(studioVideo),
})

export const searchVideos = endpoint('GET /performer-assets/videos/search', {
  group: 'videos',
  summary:
    'Published videos: the newest, of one creator, by tag; with `q` those that match. `total` is exact to 1,000.',
  who: 'public',
  limit: 'read',
  query: z.object(browseQuery),
  reply: many(shownVideo),
})
export const getVideo = endpoint('GET /performer-assets/videos/:id', {
  group: 'videos',
  summary: 'One video.',
  who: 'public',
  limit: 'read',
  refuses: ['AGE_REQUIRED'],
  params,
  reply: one(shownVideo),
})
export const viewVideo = endpoint('POST /performer-assets/videos/:id/view', {
  group: 'videos',
  summary: 'Counts a view, once per viewer and day. Players send it after 10 seconds.',
  who: 'public',
  limit: 'write',
  idempotent: 'none',
  refuses: ['AGE_REQUIRED'],
  params,
  reply: done,
})
export const relatedVideos = endpoint('GET /performer-assets/videos/:id/related', {
  group: 'videos',
  summary: 'The newest other videos of the same creator, then those with the same tags.',
  who: 'public',
  limit: 'read',
  refuses: ['AGE_REQUIRED'],
  params,
  reply: many(shownVideo),
})
export const bookmarkedVideos = endpoint('GET /reactions/videos/bookmark', {
  group: 'videos',
  summary: 'Videos one has bookmarked, newest bookmark first.',
  who: 'any',
  limit: 'read',
  query: z.object(bookmarkQuery),
  reply: many(shownVideo),
})
export const videoFileStatus = endpoint('GET /performer-assets/videos/:id/file/:fileId/status', {
  group: 'videos',
  summary: 'How far a file of a video is.',
  who: 'any',
  limit: 'read',
  params: z.object({ id, fileId: id }),
  reply: one(fileStatusReply),
})
