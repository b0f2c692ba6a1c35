import * as contract from '@fanlight/contract/media'
import * as vaultContract from '@fanlight/contract/files'
import * as tus from '@fanlight/contract/uploads'
import type { Endpoint } from '@fanlight/contract/endpoint'
import type { Context } from '../../platform/context.ts'
import { publish } from '../../platform/events/events.ts'
import { pageOf } from '../../platform/db/cursor.ts'
import { type Call, parseFields, route } from '../../platform/http/http.ts'
import { refuse } from '../../platform/refusal.ts'
import { captionsOf, putCaptions, removeCaptions } from './serving/captions.ts'
import { itemFileStatus, presentStatus } from './serving/file-status.ts'
import * as uploads from './intake/uploads.ts'
import * as vault from './vault/vault.ts'
import { receiveUpload, type UploadRule } from './intake/receive.ts'
import * as store from './store.ts'
import { profileChanged } from '../people/accounts/events.ts'
import { fileDescribed } from './events.ts'

const takes =
  (rule: UploadRule) =>
  async (ctx: Context, { request }: Pick<Call<Endpoint>, 'request'>) => ({
    data: (await receiveUpload(ctx, request, rule)).file,
  })
/** The area was cut out on screen; the image itself is cut here, from the original. */
const cropOf = (fields: Record<string, unknown>) => parseFields(contract.uploadPerformerCover.body, fields).crop
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
      await publish(tx, profileChanged, { accountId: viewer.id })
    })
    return { data: { success: true as const } }
  }),

  route(contract.feedFileStatus, async (ctx, { params, viewer }) => ({
    data: await itemFileStatus(ctx, viewer, 'feed', params),
  })),
  route(contract.getCaptions, async (ctx, { params, viewer }) => ({
    data: await captionsOf(ctx, viewer, params.id, params.locale),
  })),
  route(contract.putCaptions, async (ctx, { params, viewer, body }) => ({
    data: await putCaptions(ctx, viewer, params.id, params.locale, body),
  })),
  route(contract.deleteCaptions, async (ctx, { params, viewer }) => {
    await removeCaptions(ctx, viewer, params.id, params.locale)
    return { data: { success: true as const } }
  }),
  route(contract.fileStatus, async (ctx, { params, viewer }) => {
    const file = await store.fileById(ctx, params.id)
    if (file?.ownerId !== viewer.id) refuse('NOT_FOUND')
    return { data: presentStatus(file) }
  }),
  route(tus.createUpload, (ctx, { viewer, request, reply }) => uploads.createUpload(ctx, viewer, request, reply)),
  route(tus.getUploadOffset, (ctx, { viewer, params, request, reply }) =>
    uploads.uploadOffset(ctx, viewer, params.id, request, reply),
  ),
  route(tus.sendUploadPart, (ctx, { viewer, params, request, reply }) =>
    uploads.receivePart(ctx, viewer, params.id, request, reply),
  ),
  route(tus.cancelUpload, (ctx, { viewer, params, request, reply }) =>
    uploads.cancelUpload(ctx, viewer, params.id, request, reply),
  ),
  route(vaultContract.listFiles, (ctx, { viewer, query }) => vault.listFiles(ctx, viewer, query, pageOf(query))),
  route(vaultContract.fileSummary, async (ctx, { viewer }) => ({ data: await vault.fileSummary(ctx, viewer) })),
  route(vaultContract.changeFile, async (ctx, { viewer, params, body }) => ({
    data: await vault.changeFile(ctx, viewer, params.id, body),
  })),
  route(vaultContract.linkToFile, async (ctx, { viewer, params }) => ({
    data: await vault.linkToFile(ctx, viewer, params.id),
  })),
  route(vaultContract.deleteFile, async (ctx, { viewer, params }) => {
    await vault.deleteFile(ctx, viewer, params.id)
    return { data: { success: true as const } }
  }),
  route(vaultContract.deleteFiles, async (ctx, { viewer, body }) => ({
    data: await vault.deleteFiles(ctx, viewer, body.ids),
  })),
  route(contract.describeFile, async (ctx, { params: { id }, body: { alt }, viewer }) => {
    await ctx.transaction(async (tx) => {
      if (!(await store.describe(tx, viewer.id, id, alt))) refuse('NOT_FOUND')
      await publish(tx, fileDescribed, { fileId: id, ownerId: viewer.id })
    })
    return { data: { _id: id, alt } }
  }),
]
