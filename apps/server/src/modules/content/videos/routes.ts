import * as contract from '@fanlight/contract/videos'
import { unlockVideo } from '@fanlight/contract/wallet'
import type { Context } from '../../../platform/context.ts'
import { nextByCount, pageByCount, pageOf } from '../../../platform/db/cursor.ts'
import { route } from '../../../platform/http/http.ts'
import { refuseField } from '../../../platform/refusal.ts'
import type { SignedIn, Viewer } from '../../../platform/viewer.ts'
import { presentReceipt } from '../../money/charges/present.ts'
import { bookmarkedItems, browseOrSearch, type FoundPage } from '../items/browse.ts'
import { deleteItem } from '../items/delete-item.ts'
import { countInStudio, inStudio, loadItems } from '../items/item-rows.ts'
import { unlockItem } from '../items/unlock.ts'
import { countItemView, openItem, ownItem, viewItem } from '../items/view-item.ts'
import { itemFileStatus } from '../../media/serving/file-status.ts'
import { aboutVideo } from './about.ts'
import { linkToVideo } from './downloads.ts'
import { keepPosition } from './positions.ts'
import { presentOwnVideo, presentVideo, presentVideoPage } from './present.ts'
import { findRelated } from './related.ts'
import { saveFrom } from '../items/save-from.ts'
import { createVideo, removeFile, updateVideo, videoForm } from './studio.ts'
import { type VideoRow, videoTable } from './video-rows.ts'

export const videoRoutes = [
  route(contract.uploadVideo, async (ctx, { viewer, request }) => {
    const { body } = contract.uploadVideo
    return ownVideo(
      ctx,
      viewer,
      await saveFrom(ctx, request, viewer, { body, form: videoForm }, (tx, input) => createVideo(tx, viewer, input)),
    )
  }),
  route(contract.editVideo, async (ctx, { viewer, params, request }) => {
    const { body } = contract.editVideo
    const save = (tx: Context, changes: contract.VideoChanges) => updateVideo(tx, viewer, params.id, changes)
    return ownVideo(ctx, viewer, await saveFrom(ctx, request, viewer, { body, form: videoForm }, save))
  }),
  route(contract.listOwnVideos, async (ctx, { viewer, query }) => {
    const page = pageByCount(query)
    const [found, total] = await Promise.all([
      page.tooDeep ? [] : loadItems<VideoRow>(ctx, videoTable, viewer.id, inStudio(videoTable, query, page)),
      countInStudio(ctx, videoTable, viewer.id, query),
    ])
    return {
      data: found.map((video) => presentOwnVideo(ctx, viewer, video)),
      total,
      nextCursor: nextByCount(page, found.length, total),
    }
  }),
  route(contract.getOwnVideo, (ctx, { viewer, params }) => ownVideo(ctx, viewer, params.id)),
  route(contract.deleteVideo, async (ctx, { viewer, params }) => ({
    data: { success: true as const, ...(await deleteItem(ctx, viewer, videoTable.kind, params.id)) },
  })),
  route(contract.removeVideoFile, async (ctx, { viewer, params, query, body }) => {
    const type = body?.type ?? query.type
    if (!type) refuseField('INVALID_INPUT', 'type', 'MISSING')
    return ownVideo(ctx, viewer, await removeFile(ctx, viewer, params.id, type))
  }),

  route(contract.searchVideos, async (ctx, { viewer, query }) =>
    listed(ctx, viewer, await browseOrSearch<VideoRow>(ctx, viewer, videoTable, query, pageOf(query))),
  ),
  route(contract.getVideo, async (ctx, { viewer, params, request }) => {
    const { item, verdict } = await openItem<VideoRow>(ctx, viewer, videoTable, params.id)
    request.showsAdult = item.isAdult
    return { data: presentVideoPage(ctx, viewer, item, verdict, await aboutVideo(ctx, viewer, item, verdict)) }
  }),
  route(contract.downloadVideo, async (ctx, { viewer, params }) => ({
    data: await linkToVideo(ctx, viewer, params.id),
  })),
  route(contract.keepPosition, async (ctx, { viewer, params, body }) => {
    await keepPosition(ctx, viewer, params.id, body.seconds)
    return { data: { success: true as const } }
  }),
  route(contract.viewVideo, async (ctx, { viewer, params }) => {
    const { item, verdict } = await viewItem<VideoRow>(ctx, viewer, videoTable, params.id)
    await countItemView(ctx, viewer, item, verdict)
    return { data: { success: true as const } }
  }),
  route(contract.relatedVideos, async (ctx, { viewer, params }) => {
    const found = await findRelated(ctx, viewer, await viewItem<VideoRow>(ctx, viewer, videoTable, params.id))
    return listed(ctx, viewer, { found, total: found.length, nextCursor: null })
  }),
  route(contract.bookmarkedVideos, async (ctx, { viewer, query }) =>
    listed(ctx, viewer, await bookmarkedItems<VideoRow>(ctx, viewer, videoTable, query.sort, pageOf(query))),
  ),
  route(contract.videoFileStatus, async (ctx, { params, viewer }) => ({
    data: await itemFileStatus(ctx, viewer, videoTable.kind, params),
  })),
  route(unlockVideo, async (ctx, { params, body, viewer, key }) => {
    const unlock = { itemId: params.id, ...body, key }
    return { data: presentReceipt(await unlockItem(ctx, viewer, videoTable.kind, unlock)) }
  }),
]

const ownVideo = async (ctx: Context, viewer: SignedIn, id: string) => ({
  data: presentOwnVideo(ctx, viewer, await ownItem<VideoRow>(ctx, viewer, videoTable, id)),
})
const listed = (ctx: Context, viewer: Viewer, { found, ...page }: FoundPage<VideoRow>) => ({
  data: found.map(({ item, verdict }) => presentVideo(ctx, viewer, item, verdict)),
  ...page,
})
