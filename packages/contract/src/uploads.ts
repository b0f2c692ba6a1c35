import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id } from './fields.ts'
import type { FileKind } from './media.ts'

// Uploads that go on where they stopped, by the protocol tus 1.0.0 (tus.io): POST declares a file and answers its address, PATCH sends
// the next part, HEAD says how much has arrived, DELETE cancels. The calls for forms remain; both end in the same processing.

/** What a file may be uploaded for, and its kind. */
export const uploadKinds = {
  'feed-photo': 'photo',
  'feed-video': 'video',
  'feed-audio': 'audio',
  'feed-thumbnail': 'thumbnail',
  'feed-teaser': 'teaser',
  'product-file': 'digital',
} as const satisfies Record<string, FileKind>
export type UploadPurpose = keyof typeof uploadKinds
export const uploadPurposes = Object.keys(uploadKinds) as UploadPurpose[]

/** `Upload-Metadata`: what it is for, its name, and whether its owner keeps it although nothing uses it. */
export const uploadMetadata = z.object({
  type: z.enum(uploadPurposes as [UploadPurpose, ...UploadPurpose[]]),
  filename: z.string().max(1000).default(''),
  keep: z.enum(['true', 'false']).default('false'),
})
/** Of one account. */
export const unfinishedUploadsMax = 50
/** An unfinished upload is deleted this long after its last part. */
export const unfinishedHours = 24

const tus = { group: 'uploads', who: 'approved', protocol: 'tus', idempotent: 'none' } as const
const params = z.object({ id })

export const createUpload = endpoint('POST /uploads', {
  ...tus,
  summary:
    'Declares a file: its length in `Upload-Length`; in `Upload-Metadata` its `type`, its `filename`, and `keep` for the vault. Answers its address.',
  limit: 'upload',
  refuses: [
    'STORAGE_FULL',
    'TOO_MANY_UPLOADS',
    'FILE_EMPTY',
    'UNSUPPORTED_MEDIA',
    'FILE_TOO_MANY_PIXELS',
    'CONFLICT',
    'RULE_BROKEN',
    'NOT_FOUND',
  ],
  reply: z.object({}),
})
export const getUploadOffset = endpoint('HEAD /uploads/:id', {
  ...tus,
  summary: 'How many bytes of an upload of one’s own have arrived, in `Upload-Offset`.',
  limit: 'uploadPart',
  refuses: ['FILE_EMPTY', 'UNSUPPORTED_MEDIA', 'FILE_TOO_MANY_PIXELS', 'STORAGE_FULL', 'CONFLICT', 'TOO_LARGE'],
  params,
  reply: z.object({}),
})
export const sendUploadPart = endpoint('PATCH /uploads/:id', {
  ...tus,
  summary:
    'Sends the next part of an upload, from `Upload-Offset` on. With the last one the file is stored under the id of the upload.',
  limit: 'uploadPart',
  refuses: ['FILE_EMPTY', 'UNSUPPORTED_MEDIA', 'FILE_TOO_MANY_PIXELS', 'STORAGE_FULL', 'CONFLICT'],
  params,
  reply: z.object({}),
})
export const cancelUpload = endpoint('DELETE /uploads/:id', {
  ...tus,
  summary: 'Cancels an unfinished upload and deletes what has arrived of it.',
  limit: 'write',
  refuses: ['CONFLICT'],
  params,
  reply: z.object({}),
})
