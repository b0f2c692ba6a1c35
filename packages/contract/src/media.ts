import { altMax } from './limits.ts'
import { z } from 'zod'
import { says } from './field-errors.ts'
import { done, endpoint, one } from './endpoint.ts'
import { id, line, locale, text } from './fields.ts'
import { imageFormats, usualSources } from './image-sources.ts'
import { envelope } from './sockets.ts'

// spec: feed.files.types, feed.upload-field, files.status

export const fileKinds = ['photo', 'video', 'audio', 'document', 'thumbnail', 'teaser', 'digital'] as const
export type FileKind = (typeof fileKinds)[number]
export const fileStatuses = [
  'uploading',
  'uploaded',
  'scanning',
  'processing',
  'ready',
  'failed',
  'blocked',
  'deleted',
] as const
export type FileStatus = (typeof fileStatuses)[number]

/** Why a file was not accepted after its upload; screens translate `media.error.CODE`. */
export const fileErrors = [
  'FILE_BROKEN',
  'FILE_NO_IMAGE',
  'FILE_NO_SOUND',
  'FILE_TOO_MANY_PIXELS',
  'FILE_TOO_LONG',
  'FILE_BLOCKED',
  'CONSENT_WITHDRAWN',
  'UNSUPPORTED_MEDIA',
  'NO_VIDEO_ENGINE',
  'PROCESSING_FAILED',
] as const
export type FileError = (typeof fileErrors)[number]

const MiB = 1024 * 1024
/** How much an upload of each kind may weigh. */
export const uploadBytesMax = {
  photo: 25 * MiB,
  thumbnail: 25 * MiB,
  video: 5 * 1024 * MiB,
  teaser: 1024 * MiB,
  audio: 500 * MiB,
  document: 15 * MiB,
  digital: 1024 * MiB,
} as const satisfies Record<FileKind, number>
export const photoPixelsMax = 50_000_000

export const fileError = z.enum(fileErrors)
export const fileStatusReply = z.object({
  status: z.enum(fileStatuses),
  /** 0 to 100. */
  progress: z.int(),
  errorCode: fileError.nullable(),
})

export const uploadedFile = fileStatusReply.omit({ errorCode: true }).extend({
  _id: id,
  kind: z.enum(fileKinds),
  /** What it was uploaded for: `feed-photo`, `feed-video`, `avatar` … */
  type: z.string(),
  mime: z.string(),
  bytes: z.number(),
})

/**
 * One size of an image. In each of its formats it is at `${base}${name}.${format}`. What follows from the rest is left out:
 * `fullSource` of image-sources.ts adds it.
 */
export const mediaSource = z.object({
  name: z
    .string()
    .optional()
    .meta({ description: 'Where it is left out, the width; of a poster `poster-` and the width.' }),
  width: z.int(),
  height: z.int().optional().meta({
    description: 'Where it is left out, width × height of the file ÷ width of the file, rounded.',
  }),
  formats: z
    .array(z.enum(imageFormats))
    .optional()
    .meta({ default: usualSources.image.formats, description: 'The default of a poster is webp and jpeg.' }),
  isAnimated: z.boolean().optional(),
})
export type MediaSource = z.infer<typeof mediaSource>

/** Sheet of small frames for scrubbing: tile `n` shows the moment `n × intervalMs`. */
export const sprite = z.object({
  name: z.string(),
  columns: z.int(),
  rows: z.int(),
  count: z.int(),
  tileWidth: z.int(),
  tileHeight: z.int(),
  intervalMs: z.int(),
})

export type Sprite = z.infer<typeof sprite>

/** Captions of a video in one language, as WebVTT at `${base}${name}`. */
export const captionTrack = z.object({ locale: z.string(), label: z.string(), name: z.string() })
export type CaptionTrack = z.infer<typeof captionTrack>

/**
 * A file as returned to a viewer who may see it. Each of its URLs is the base plus a name: the name of a source, `hls`, `sprite`,
 * `audio` or `waveform`; what a file does not have is omitted. The base ends with a slash. It is valid for a few minutes and for this
 * viewer only; if the file is public, always and for everyone.
 */
export const openFile = z.object({
  isLocked: z.literal(false),
  _id: id,
  kind: z.enum(fileKinds),
  type: z.string(),
  status: z.enum(fileStatuses),
  progress: z.int(),
  errorCode: fileError.optional(),
  width: z.int().optional(),
  height: z.int().optional(),
  durationMs: z.int().optional(),
  /** What it shows, in its owner's words, for people who can't see or hear it. */
  alt: z.string().optional(),
  /** To show while the image arrives. */
  averageColor: z.string().optional(),
  /** A few dozen blurred pixels of a thumbnail or teaser, as a data URI: the placeholder for a post that may be locked. */
  preview: z.string().optional(),
  sources: z.array(mediaSource),
  hls: z.string().optional(),
  poster: z.array(mediaSource).optional(),
  sprite: sprite.optional(),
  audio: z.string().optional(),
  waveform: z.string().optional(),
  captions: z.array(captionTrack).optional(),
  base: z.string(),
})
/** A file as returned to viewers without access: nothing that reveals its true size, and no URL of it. */
export const lockedFile = z.object({
  isLocked: z.literal(true),
  kind: z.enum(fileKinds),
  type: z.string(),
  /** A few dozen blurred pixels as a data URI. */
  preview: z.string().nullable(),
  durationMs: z.int().nullable(),
})
export const mediaFile = z.discriminatedUnion('isLocked', [openFile, lockedFile])
export type MediaFile = z.infer<typeof mediaFile>

const upload = (summary: string, group: string, who: 'approved' | 'performer' | 'any', files: readonly [string]) =>
  ({
    group,
    summary,
    who,
    limit: 'upload',
    idempotent: 'upload',
    files,
    reply: one(uploadedFile),
  }) as const

export const uploadFeedPhoto = endpoint(
  'POST /performer/feeds/photo/upload',
  upload('Uploads a photo for a feed.', 'performer-feeds', 'approved', ['file']),
)
export const uploadFeedVideo = endpoint(
  'POST /performer/feeds/video/upload',
  upload('Uploads a video for a feed.', 'performer-feeds', 'approved', ['file']),
)
export const uploadFeedAudio = endpoint(
  'POST /performer/feeds/audio/upload',
  upload('Uploads an audio file for a feed.', 'performer-feeds', 'approved', ['file']),
)
export const uploadFeedThumbnail = endpoint(
  'POST /performer/feeds/thumbnail/upload',
  upload('Uploads the thumbnail of a feed.', 'performer-feeds', 'approved', ['file']),
)
export const uploadFeedTeaser = endpoint(
  'POST /performer/feeds/teaser/upload',
  upload('Uploads a short open video for a feed.', 'performer-feeds', 'approved', ['file']),
)
/** Which part of an image is shown: per cent of its width and height, seen upright. */
const percent = z.number().min(0).max(100)
export const cropArea = z
  .strictObject({ x: percent, y: percent, width: percent, height: percent })
  .refine(({ x, y, width, height }) => width >= 1 && height >= 1 && x + width <= 100.01 && y + height <= 100.01, {
    message: says('CROP_OUTSIDE'),
  })
export type CropArea = z.infer<typeof cropArea>
/** A form's field is text: the area as JSON. */
const cropField = z
  .string()
  .max(300)
  .transform((value, issues) => {
    try {
      return JSON.parse(value) as unknown
    } catch {
      issues.addIssue({ code: 'custom', message: says('UNREADABLE') })
      return z.NEVER
    }
  })
  .pipe(cropArea)
const cropped = { body: z.object({ crop: cropField.optional() }) }

export const uploadUserAvatar = endpoint('POST /users/avatar/upload', {
  ...upload('Uploads one’s own avatar.', 'users', 'any', ['avatar']),
  ...cropped,
})
export const uploadUserAvatarById = endpoint('POST /users/:id/avatar/upload', {
  ...upload('Uploads one’s own avatar, with the account’s id in the path.', 'users', 'any', ['avatar']),
  ...cropped,
  params: z.object({ id }),
})
export const uploadPerformerAvatar = endpoint('POST /performers/avatar/upload', {
  ...upload('Uploads a creator’s avatar.', 'performers', 'performer', ['avatar']),
  ...cropped,
})
export const uploadPerformerCover = endpoint('POST /performers/cover/upload', {
  ...upload('Uploads a creator’s cover.', 'performers', 'performer', ['cover']),
  ...cropped,
})
export const uploadWelcomeVideo = endpoint(
  'POST /performers/welcome-video/upload',
  upload('Uploads the video that greets everybody on the profile.', 'performers', 'approved', ['file']),
)

export const removeWelcomeVideo = endpoint('DELETE /performers/welcome-video', {
  group: 'performers',
  summary: 'Takes the welcome video from the profile, and drops one that is still on its way.',
  who: 'performer',
  limit: 'write',
  reply: done,
})

export const feedFileStatus = endpoint('GET /user/feeds/:id/file/:fileId/status', {
  group: 'user-feeds',
  summary: 'How far a file of a feed is.',
  who: 'any',
  limit: 'read',
  params: z.object({ id, fileId: id }),
  reply: one(fileStatusReply),
})
export const fileStatus = endpoint('GET /files/:id/status', {
  group: 'files',
  summary: 'How far a file of one’s own is.',
  who: 'any',
  limit: 'read',
  params: z.object({ id }),
  reply: one(fileStatusReply),
})

export const describeFile = endpoint('PUT /files/:id', {
  group: 'files',
  summary: 'Describes a file of one’s own for people who can’t see or hear it. Empty text removes the description.',
  who: 'any',
  limit: 'write',
  params: z.object({ id }),
  body: z.strictObject({ alt: text(0, altMax) }),
  reply: one(z.object({ _id: id, alt: z.string() })),
})
export const captionBytesMax = 512 * 1024
export const captionLocalesMax = 20
const captions = {
  group: 'files',
  who: 'any',
  params: z.object({ id, locale }),
} as const
export const getCaptions = endpoint('GET /files/:id/captions/:locale', {
  ...captions,
  summary: 'Captions of a video of one’s own.',
  limit: 'read',
  reply: one(z.object({ locale, label: z.string(), vtt: z.string() })),
})
export const putCaptions = endpoint('PUT /files/:id/captions/:locale', {
  ...captions,
  summary: 'Adds or replaces the captions of a video of one’s own in one language, as WebVTT.',
  limit: 'write',
  refuses: ['UNSUPPORTED_MEDIA', 'FILE_UNUSABLE'],
  // As JSON, in which each line break is two characters.
  bodyBytesMax: 3 * captionBytesMax,
  body: z.strictObject({ label: line(1, 60), vtt: z.string().min(1).max(captionBytesMax) }),
  reply: one(z.object({ locale, label: z.string(), name: z.string() })),
})
export const deleteCaptions = endpoint('DELETE /files/:id/captions/:locale', {
  ...captions,
  summary: 'Removes the captions of a video of one’s own in one language.',
  limit: 'write',
  reply: done,
})

/** To the owner's own sockets, twice a second at most while a file is worked on. */
export const mediaMessages = {
  'file/progressed': envelope.extend({
    fileId: id,
    status: z.enum(fileStatuses),
    progress: z.int(),
    errorCode: fileError.nullable(),
  }),
}
