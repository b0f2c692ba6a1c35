import * as contract from '@fanlight/contract/media'
import type { Endpoint } from '@fanlight/contract/endpoint'
import type { Context } from '../../platform/context.ts'
import { row, sql } from '../../platform/db.ts'
import { publish } from '../../platform/events.ts'
import { type Call, parseFields, route } from '../../platform/http.ts'
import { refuse } from '../../platform/refusal.ts'
import { decideFiles } from './access.ts'
import { receiveUpload, type UploadRule } from './receive.ts'
import * as store from './store.ts'

const takes =
  (rule: UploadRule) =>
  async (ctx: Context, { request }: Pick<Call<Endpoint>, 'request'>) => ({
    data: (await receiveUpload(ctx, request, rule)).file,
  })
/** The area was cut out on screen; the image itself is cut here, from the original. */
const cropOf = (fields: Record<string, string>) => parseFields(contract.uploadPerformerCover.body, fields).crop
const avatar = takes({ fieldName: 'avatar', purpose: 'avatar', kind: 'photo', cropOf })

export const mediaRoutes = [
  route(contract.uploadFeedPhoto, takes({ fieldName: 'file', purpose: 'feed-photo', kind: 'photo' })),
  route(contract.uploadFeedVideo, takes({ fieldName: 'file', purpose: 'feed-video', kind: 'video' })),
  route(contract.uploadFeedAudio, takes({ fieldName: 'file', purpose: 'feed-audio', kind: 'audio' })),
  route(contract.uploadFeedThumbnail, takes({ fieldName: 'file', purpose: 'feed-thumbnail', kind: 'thumbnail' })),
  route(contract.uploadFeedTeaser, takes({ fieldName: 'file', purpose: 'feed-teaser', kind: 'teaser' })),
  route(contract.uploadUserAvatar, avatar),
  route(contract.uploadUserAvatarById, async (ctx, call) => {
    if (call.params.id !== call.viewer.id) refuse('NOT_FOUND')
    return avatar(ctx, call)
  }),
  route(contract.uploadPerformerAvatar, avatar),
  route(contract.uploadPerformerCover, takes({ fieldName: 'cover', purpose: 'cover', kind: 'photo', cropOf })),
  route(contract.uploadWelcomeVideo, takes({ fieldName: 'file', purpose: 'welcome-video', kind: 'video' })),

  route(contract.removeWelcomeVideo, async (ctx, { viewer }) => {
    await ctx.transaction(async (tx) => {
      await store.removeWelcomeVideo(tx, viewer.id)
      await publish(tx, 'profile.changed', { accountId: viewer.id })
    })
    return { data: { success: true as const } }
  }),

  route(contract.feedFileStatus, async (ctx, { params, viewer }) => {
    const isPart = await row(
      ctx.db,
      sql<{
        found: number
      }>`SELECT 1 AS found FROM item_files WHERE item_id = ${params.id} AND file_id = ${params.fileId}`,
    )
    const file = isPart && (await store.fileById(ctx, params.fileId))
    if (!file || !(await decideFiles(ctx, viewer, [file])).get(file.id)?.granted) refuse('NOT_FOUND')
    return { data: presentStatus(file) }
  }),
  route(contract.fileStatus, async (ctx, { params, viewer }) => {
    const file = await store.fileById(ctx, params.id)
    if (file?.ownerId !== viewer.id) refuse('NOT_FOUND')
    return { data: presentStatus(file) }
  }),
]

/** What every status call of a file answers. */
export const presentStatus = ({ status, progress, errorCode }: store.FileRow) => ({
  status,
  progress,
  errorCode: errorCode as contract.FileError | null,
})
