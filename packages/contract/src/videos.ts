import { z } from 'zod'
import { done, endpoint, many, one } from './endpoint.ts'
import { says } from './field-errors.ts'
import { id, instant, line, tokens } from './fields.ts'
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
import { chapterSecondsMin, chaptersMax } from './limits.ts'
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

/** From which second on a part of a video is called what. */
export const chapter = z.strictObject({ at: z.int().min(0), title: line(1, 80) })
export type Chapter = z.infer<typeof chapter>
/** None, or from the beginning on in their order. */
export const chapters = z
  .array(chapter)
  .max(chaptersMax)
  .refine((list) => list.length === 0 || list[0]?.at === 0, { message: says('CHAPTER_FIRST') })
  .refine((list) => list.every(({ at }, n) => n === 0 || at - list[n - 1]!.at >= chapterSecondsMin), {
    message: says('CHAPTERS_CLOSE'),
  })

/** What a video has, as a buyer is shown it before: nothing that is in it. */
export const insideVideo = z.object({
  /** Lines of its best quality; null while it is processed. */
  height: z.int().nullable(),
  chapters: z.int(),
  /** In how many languages it has captions. */
  captions: z.int(),
  download: z.boolean(),
})
/** The least expensive plan that opens a locked video, and what else it opens of this creator; counts are exact to 1,000. */
export const includedWith = z.object({
  name: z.string(),
  /** A month, in the site's currency. */
  pricePerMonth: z.number(),
  videos: z.int(),
  posts: z.int(),
})
/** A video on its own page. */
export const videoPage = shownVideo.extend({
  /** While it is locked. */
  inside: insideVideo.optional(),
  includedWith: includedWith.optional(),
  /** Where the viewer bought it: when, and for how many tokens. */
  bought: z.object({ at: instant, tokens }).optional(),
  chapters: z.array(chapter).optional(),
  /** Whether the viewer may save it. */
  canDownload: z.boolean(),
  /** The second at which the viewer stopped last; left out at the beginning. */
  position: z.int().optional(),
})
export type VideoPage = z.infer<typeof videoPage>

/** A video as its performer sees it in the studio. */
export const studioVideo = shownVideo.extend({
  ...studioItemFields,
  chapters: z.array(chapter),
  /** Whether those who buy it may save it. */
  buyersMayDownload: z.boolean(),
})

const videoBody = z.strictObject({
  ...itemFields,
  videoId: id.nullish(),
  teaserId: id.nullish(),
  thumbnailId: id.nullish(),
  chapters: chapters.default([]),
  buyersMayDownload: z.boolean().default(true),
})
export type VideoInput = z.output<typeof videoBody>
const videoChanges = z.strictObject({
  ...itemChangeFields,
  videoId: id.nullish(),
  teaserId: id.nullish(),
  thumbnailId: id.nullish(),
  chapters: chapters.optional(),
  buyersMayDownload: z.boolean().optional(),
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
  summary:
    'Changes a video; what is not sent stays as it is. A published video keeps its files until new ones are ready.',
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
  reply: one(videoPage),
})
export const downloadVideo = endpoint('GET /performer-assets/videos/:id/download-link', {
  group: 'videos',
  summary:
    'A link to the video as it was uploaded, good for ten minutes: for its creator, and for who bought it where buyers may download it.',
  who: 'any',
  limit: 'read',
  refuses: ['PURCHASE_REQUIRED', 'AGE_REQUIRED'],
  params,
  reply: one(z.object({ url: z.string(), expiresAt: instant })),
})
export const keepPosition = endpoint('PUT /performer-assets/videos/:id/position', {
  group: 'videos',
  summary: 'Keeps where one stopped in a video. Zero, at its beginning or end, forgets it.',
  who: 'any',
  limit: 'write',
  refuses: ['AGE_REQUIRED', 'PURCHASE_REQUIRED', 'FOLLOW_REQUIRED', 'SUBSCRIPTION_REQUIRED', 'NOT_ON_LIST'],
  params,
  body: z.strictObject({ seconds: z.int().min(0).max(604_800) }),
  reply: done,
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
  summary:
    'The newest other videos of the same creator, first those that one may watch, then others’ with the same tags; up to four of both.',
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
