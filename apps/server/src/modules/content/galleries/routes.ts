import * as contract from '@fanlight/contract/galleries'
import * as photos from '@fanlight/contract/photos'
import { unlockGallery } from '@fanlight/contract/wallet'
import type { Context } from '../../../platform/context.ts'
import { nextByCount, pageByCount, pageOf } from '../../../platform/db/cursor.ts'
import { parseFields, route } from '../../../platform/http/http.ts'
import { refuse, refuseRule } from '../../../platform/refusal.ts'
import type { SignedIn, Viewer } from '../../../platform/viewer.ts'
import { visibleItem } from '../../access/items.ts'
import { presentReceipt } from '../../money/charges/present.ts'
import { bookmarkedItems, browseOrSearch, type FoundItem } from '../items/browse.ts'
import { deleteItem } from '../items/delete-item.ts'
import { countInStudio, inStudio, loadItems } from '../items/item-rows.ts'
import { unlockItem } from '../items/unlock.ts'
import { countItemView, openItem, ownItem } from '../items/view-item.ts'
import { receiveUpload } from '../../media/intake/receive.ts'
import { performerFoundFor } from '../../people/performers/visible.ts'
import { type GalleryRow, galleryTable } from './gallery-rows.ts'
import * as rows from './photo-rows.ts'
import { presentGallery, presentOwnGallery, presentOwnPhoto, presentPhoto } from './present.ts'
import * as studio from './studio.ts'

const ownGallery = async (ctx: Context, viewer: SignedIn, id: string) =>
  presentOwnGallery(ctx, viewer, await ownItem<GalleryRow>(ctx, viewer, galleryTable, id))
const ownPhoto = async (ctx: Context, viewer: SignedIn, by: { id: string } | { fileId: string }) =>
  presentOwnPhoto(ctx, viewer, (await rows.loadOwnPhoto(ctx, viewer, by)) ?? refuse('NOT_FOUND'))

const shown =
  (ctx: Context, viewer: Viewer) =>
  ({ item, verdict }: FoundItem<GalleryRow>) =>
    presentGallery(ctx, viewer, item, verdict)

export const galleryRoutes = [
  route(contract.createGallery, async (ctx, { viewer, body }) => ({
    data: await ownGallery(ctx, viewer, await studio.createGallery(ctx, viewer, body)),
  })),
  route(contract.listOwnGalleries, async (ctx, { viewer, query }) => {
    const page = pageByCount(query)
    const [found, total] = await Promise.all([
      page.tooDeep ? [] : loadItems<GalleryRow>(ctx, galleryTable, viewer.id, inStudio(galleryTable, query, page)),
      countInStudio(ctx, galleryTable, viewer.id, query),
    ])
    return {
      data: found.map((gallery) => presentOwnGallery(ctx, viewer, gallery)),
      total,
      nextCursor: nextByCount(page, found.length, total),
    }
  }),
  route(contract.getOwnGallery, async (ctx, { viewer, params }) => ({
    data: await ownGallery(ctx, viewer, params.id),
  })),
  route(contract.updateGallery, async (ctx, { viewer, params, body }) => {
    await studio.updateGallery(ctx, viewer, params.id, body)
    return { data: await ownGallery(ctx, viewer, params.id) }
  }),
  route(contract.deleteGallery, async (ctx, { viewer, params }) => ({
    data: { success: true as const, ...(await deleteItem(ctx, viewer, galleryTable.kind, params.id)) },
  })),

  route(contract.browseGalleries, async (ctx, { viewer, query }) => {
    const { found, ...list } = await browseOrSearch<GalleryRow>(ctx, viewer, galleryTable, query, pageOf(query))
    return { data: found.map(shown(ctx, viewer)), ...list }
  }),
  route(contract.getGallery, async (ctx, { viewer, params, request }) => {
    const { item, verdict } = await openItem<GalleryRow>(ctx, viewer, galleryTable, params.id)
    request.showsAdult = item.isAdult
    return { data: presentGallery(ctx, viewer, item, verdict) }
  }),
  route(contract.viewGallery, async (ctx, { viewer, params }) => {
    const { item, verdict } = await visibleItem(ctx, viewer, params.id, galleryTable.kind)
    await countItemView(ctx, viewer, item, verdict)
    return { data: { success: true as const } }
  }),
  route(contract.bookmarkedGalleries, async (ctx, { viewer, query }) => {
    const { found, ...list } = await bookmarkedItems<GalleryRow>(ctx, viewer, galleryTable, query.sort, pageOf(query))
    return { data: found.map(shown(ctx, viewer)), ...list }
  }),
  route(unlockGallery, async (ctx, { params, body, viewer, key }) => {
    const unlock = { itemId: params.id, ...body, key }
    return { data: presentReceipt(await unlockItem(ctx, viewer, galleryTable.kind, unlock)) }
  }),

  route(photos.photosOfGallery, async (ctx, { viewer, query }) => {
    const { galleryId, sortBy = galleryId ? 'position' : 'createdAt' } = query
    const order = { sortBy, sort: query.sort ?? (sortBy === 'position' ? 'asc' : 'desc') } as const
    if (!galleryId) {
      requireGallery(order.sortBy, galleryId)
      return photoList(ctx, viewer, rows.ofAll(ctx, viewer, order), query)
    }
    await openItem<GalleryRow>(ctx, viewer, galleryTable, galleryId)
    return photoList(ctx, viewer, rows.ofGallery(galleryId, order), query)
  }),
  route(photos.photosOfPerformer, async (ctx, { viewer, params, query }) => {
    const performer = await performerFoundFor(ctx, viewer, params.performerId)
    return photoList(ctx, viewer, rows.ofPerformer(performer.id, query), query)
  }),
  route(photos.bookmarkedPhotos, (ctx, { viewer, query }) =>
    photoList(ctx, viewer, rows.bookmarked(ctx, viewer, query.sort), query),
  ),
  route(photos.listOwnPhotos, async (ctx, { viewer, query }) => {
    requireGallery(query.sortBy, query.galleryId)
    const { found, ...list } = await rows.readPhotos(ctx, viewer, rows.ownPhotos(query), pageOf(query))
    return { data: found.map(({ photo }) => presentOwnPhoto(ctx, viewer, photo)), ...list }
  }),
  route(photos.updatePhoto, async (ctx, { viewer, params, body }) => {
    await studio.updatePhoto(ctx, viewer, params.id, body)
    return { data: await ownPhoto(ctx, viewer, params) }
  }),
  route(photos.deletePhoto, async (ctx, { viewer, params }) => {
    await studio.deletePhoto(ctx, viewer, params.id)
    return { data: { success: true as const } }
  }),
  route(photos.setGalleryCover, async (ctx, { viewer, params }) => {
    await studio.setCover(ctx, viewer, params.id)
    return { data: await ownPhoto(ctx, viewer, params) }
  }),
  route(photos.uploadPhoto, async (ctx, { viewer, request }) => {
    const { file } = await receiveUpload(ctx, request, {
      fieldName: 'photo',
      purpose: 'feed-photo',
      kind: 'photo',
      alongside: (tx, fileId, fields) =>
        studio.addPhoto(tx, viewer, parseFields(photos.uploadPhoto.body, fields), fileId),
    })
    return { data: await ownPhoto(ctx, viewer, { fileId: file._id }) }
  }),
]

/** Photos have positions in a gallery alone. */
function requireGallery(sortBy: string, galleryId: string | undefined): void {
  if (sortBy === 'position' && !galleryId) refuseRule('galleryId', 'MISSING')
}

async function photoList(
  ctx: Context,
  viewer: Viewer,
  list: rows.PhotoList,
  query: { current: number; pageSize: number; cursor?: string | undefined },
) {
  const { found, ...page } = await rows.readPhotos(ctx, viewer, list, pageOf(query))
  return { data: found.map((photo) => presentPhoto(ctx, viewer, photo)), ...page }
}
