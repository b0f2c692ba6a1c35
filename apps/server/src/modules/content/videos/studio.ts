import { type VideoChanges, type VideoFileField, type VideoInput, videoFileFields } from '@fanlight/contract/videos'
import type { Context } from '../../../platform/context.ts'
import { newId } from '../../../platform/ids.ts'
import { refuseIf, refuseRule } from '../../../platform/refusal.ts'
import type { SignedIn } from '../../../platform/viewer.ts'
import { isPublished, type ItemInput, type ItemPart, lockOwnItem, mergedInput, saveItem } from '../items/save-item.ts'
import type { FormFiles } from '../items/save-from.ts'
import { requireSoldFilesStay } from '../../access/sold-files.ts'
import { saveVideoDetails, type VideoDetails } from '../items/video-details.ts'
import { videoTable } from './video-rows.ts'

// Rules for videos in the studio beyond those for all items: one main file, which only drafts may lack, a teaser and a thumbnail.

const { kind } = videoTable

/** The main file keeps the field of the call that named it. */
const roleOf = { video: 'main', teaser: 'teaser', thumbnail: 'thumbnail' } as const satisfies Record<
  VideoFileField,
  ItemPart['role']
>
export const videoForm: FormFiles = {
  rules: videoFileFields.map((field) => ({ fieldName: field, purpose: `feed-${field}`, kind: field })),
  fieldsOf: (ids) => Object.fromEntries(Object.entries(ids).map(([name, id]) => [`${name}Id`, id])),
}

type SavedVideo = Omit<VideoInput, 'status' | 'participantIds' | 'chapters' | 'buyersMayDownload'> &
  Pick<ItemInput, 'status' | 'participantIds'>

export function createVideo(ctx: Context, performer: SignedIn, input: SavedVideo & VideoDetails): Promise<string> {
  return ctx.transaction(async (tx) => {
    const id = newId()
    await saveItem(tx, performer, { id, kind, stored: null }, input, partsOf(input))
    await saveVideoDetails(tx, id, input)
    return id
  })
}

/** Fields that are not sent are unchanged; the whole video is checked again. */
export function updateVideo(ctx: Context, performer: SignedIn, id: string, changes: VideoChanges): Promise<string> {
  return ctx.transaction(async (tx) => {
    const stored = await lockOwnItem(tx, performer, kind, id, changes.basedOn)
    const fileIn = (field: VideoFileField) => stored.wanted.find(({ role }) => role === roleOf[field])?.fileId
    const input: SavedVideo = {
      ...mergedInput(stored, changes),
      videoId: changes.videoId === undefined ? fileIn('video') : changes.videoId,
      teaserId: changes.teaserId === undefined ? fileIn('teaser') : changes.teaserId,
      thumbnailId: changes.thumbnailId === undefined ? fileIn('thumbnail') : changes.thumbnailId,
    }
    await saveItem(tx, performer, { id, kind, stored }, input, partsOf(input), changes.gate !== undefined)
    await saveVideoDetails(tx, id, changes)
    return id
  })
}

/** Without its main file a video is a draft, so it can't be removed from one that is published. */
export function removeFile(ctx: Context, performer: SignedIn, id: string, field: VideoFileField): Promise<string> {
  return ctx.transaction(async (tx) => {
    const stored = await lockOwnItem(tx, performer, kind, id)
    const isMain = field === 'video'
    if (isMain) await requireSoldFilesStay(tx, id, [])
    refuseIf(isMain && isPublished(stored), 'ITEM_PUBLISHED')
    return updateVideo(tx, performer, id, { [`${field}Id`]: null, ...(isMain && { status: 'draft' }) })
  })
}

function partsOf(input: SavedVideo): ItemPart[] {
  if (!input.videoId && input.status !== 'draft') refuseRule('videoId', 'FILES_MISSING')
  return videoFileFields.flatMap((name) => {
    const field = `${name}Id` as const
    const fileId = input[field]
    return fileId ? [{ fileId, role: roleOf[name], field, purpose: `feed-${name}` }] : []
  })
}
