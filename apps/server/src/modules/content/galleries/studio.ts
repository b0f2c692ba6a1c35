import { photosPerGalleryMax } from '@fanlight/contract/limits'
import { type GalleryChanges, type GalleryInput } from '@fanlight/contract/galleries'
import type { PhotoChanges } from '@fanlight/contract/photos'
import type { Context } from '../../../platform/context.ts'
import { publish } from '../../../platform/events/events.ts'
import { newId } from '../../../platform/ids.ts'
import { refuse, refuseField, refuseIf, refuseRule } from '../../../platform/refusal.ts'
import type { SignedIn } from '../../../platform/viewer.ts'
import * as content from '../items/changing-files.ts'
import { publishDue } from '../items/publishing.ts'
import { type ItemPart, lockOwnItem, mergedInput, saveItem } from '../items/save-item.ts'
import { publishedCount } from '../items/withdrawing.ts'
import { count } from '../counters/roll-up.ts'
import { isUnderWithdrawnConsent, requireUsable } from '../../media/vault/quarantine.ts'
import { galleryTable } from './gallery-rows.ts'
import * as store from './store.ts'
import { itemChanged } from '../items/events.ts'

// Rules for galleries and their photos in the studio. The gallery is locked before its photos change, so that their order has no gaps
// and the counter of published photos is right. Only a draft may have no photo.

const { kind } = galleryTable
const purpose = 'feed-photo'

export function createGallery(ctx: Context, performer: SignedIn, { fileIds, ...input }: GalleryInput): Promise<string> {
  return ctx.transaction(async (tx) => {
    const id = newId()
    if (fileIds.length === 0 && input.status === 'published') refuseRule('fileIds', 'FILES_MISSING')
    await saveItem(tx, performer, { id, kind, stored: null }, input, fileIds.map(mainPart))
    // Its files are locked by now: of two galleries at once, the second sees the photos of the first.
    if ((await store.photosAmong(tx, fileIds)).size > 0) refuseField('FILE_IN_USE', 'fileIds')
    await store.insertGallery(tx, id)
    const photos = fileIds.map((fileId) => ({ id: newId(), fileId }))
    await store.insertPhotos(tx, { galleryId: id, performerId: performer.id, photos, from: 0, title: '' })
    return id
  })
}

/**
 * Fields that are not sent are unchanged. Files that are photos of this gallery already are not added again: they take the places that
 * they have among themselves in the order in which they are sent.
 */
export function updateGallery(
  ctx: Context,
  performer: SignedIn,
  id: string,
  { fileIds = [], removedFileIds = [], photoIds, ...changes }: GalleryChanges,
): Promise<void> {
  return ctx.transaction(async (tx) => {
    const stored = await lockOwnItem(tx, performer, kind, id, changes.basedOn)
    if (removedFileIds.length > 0) await removePhotos(tx, stored, removedFileIds, fileIds)
    const present = new Set(stored.files.map((file) => file.fileId))
    const added = fileIds.filter((fileId) => !present.has(fileId))
    if (added.length > 0) await addPhotos(tx, performer, stored, added, { field: 'fileIds', title: '' })
    if (photoIds) await putFirst(tx, id, photoIds)
    if (fileIds.length > 0) await putInOrder(tx, id, fileIds)
    const photos = await store.photosOf(tx, id)
    const input = mergedInput(stored, changes)
    if (photos.length === 0 && input.status === 'published') refuseRule('fileIds', 'FILES_MISSING')
    const cover = stored.files.filter(({ role, fileId }) => role === 'cover' && !removedFileIds.includes(fileId))
    const parts = [
      ...photos.map(({ fileId }) => mainPart(fileId)),
      ...cover.map(({ fileId }): ItemPart => ({ fileId, role: 'cover', field: 'fileIds', purpose })),
    ]
    await saveItem(tx, performer, { id, kind, stored: { ...stored, files: parts } }, input, parts, !!changes.gate)
  })
}

/** Adds one photo, in the transaction that stores its file. */
export async function addPhoto(
  tx: Context,
  performer: SignedIn,
  { galleryId, title }: { galleryId: string; title: string },
  fileId: string,
): Promise<void> {
  const gallery = await lockOwnItem(tx, performer, kind, galleryId)
  await addPhotos(tx, performer, gallery, [fileId], { field: 'photo', title })
}

export function updatePhoto(
  ctx: Context,
  performer: SignedIn,
  id: string,
  { title, galleryId, position }: PhotoChanges,
): Promise<void> {
  return ctx.transaction(async (tx) => {
    const { gallery, photo, target } = await lockOwnPhoto(tx, performer, id, galleryId)
    if (title !== undefined) await store.setTitle(tx, id, title)
    if (target.id !== gallery.id) {
      const others = await store.photosOf(tx, target.id)
      if (others.length >= photosPerGalleryMax) refuseRule('galleryId', 'TOO_MANY', photosPerGalleryMax)
      await requireUsable(tx, [photo.fileId], 'galleryId')
      await takeOut(tx, gallery, photo, 'owner')
      await store.setGallery(tx, id, target.id)
      await content.addMainFiles(tx, target.id, [photo.fileId], others.length)
      await setOrder(tx, target.id, insertedAt(others, photo, position))
      await changed(tx, target, 1)
    } else if (position !== undefined) {
      const others = (await store.photosOf(tx, gallery.id)).filter((other) => other.id !== id)
      await setOrder(tx, gallery.id, insertedAt(others, photo, position))
      await changed(tx, gallery, 0)
    }
  })
}

export function deletePhoto(ctx: Context, performer: SignedIn, id: string): Promise<void> {
  return ctx.transaction(async (tx) => {
    const { gallery, photo } = await lockOwnPhoto(tx, performer, id)
    await takeOut(tx, gallery, photo, 'owner')
    await store.deletePhoto(tx, id)
  })
}

export function setCover(ctx: Context, performer: SignedIn, id: string): Promise<void> {
  return ctx.transaction(async (tx) => {
    const { gallery, photo } = await lockOwnPhoto(tx, performer, id)
    await requireUsable(tx, [photo.fileId], 'photo')
    await content.setCover(tx, gallery.id, photo.fileId)
    await changed(tx, gallery, 0)
  })
}

async function addPhotos(
  tx: Context,
  performer: SignedIn,
  gallery: content.StoredItem,
  fileIds: readonly string[],
  { field, title }: { field: string; title: string },
): Promise<void> {
  const files = await content.lockFiles(tx, performer.id, fileIds)
  const taken = await store.photosAmong(tx, fileIds)
  for (const fileId of fileIds) {
    const file = files.find(({ id }) => id === fileId)
    if (!file) refuseField('NOT_FOUND', field)
    if (file.purpose !== purpose) refuseField('UNSUPPORTED_MEDIA', field)
    if (taken.has(fileId)) refuseField('FILE_IN_USE', field)
    if (isUnderWithdrawnConsent(file)) refuseRule(field, 'FILE_CONSENT_WITHDRAWN')
    if (['failed', 'blocked', 'deleted'].includes(file.status)) refuseField('FILE_BROKEN', field)
  }
  const from = (await store.photosOf(tx, gallery.id)).length
  if (from + fileIds.length > photosPerGalleryMax) refuseRule(field, 'TOO_MANY', photosPerGalleryMax)
  const photos = fileIds.map((fileId) => ({ id: newId(), fileId }))
  await store.insertPhotos(tx, { galleryId: gallery.id, performerId: performer.id, photos, from, title })
  await content.addMainFiles(tx, gallery.id, fileIds, from)
  await changed(tx, gallery, fileIds.length)
}

/** Takes photos out of a draft, by their files; `kept` are the files that are sent with them to stay. */
async function removePhotos(
  tx: Context,
  gallery: content.StoredItem,
  fileIds: readonly string[],
  kept: readonly string[],
): Promise<void> {
  refuseIf(gallery.status !== 'draft', 'ITEM_PUBLISHED')
  const removed = new Set(fileIds)
  if (kept.some((fileId) => removed.has(fileId))) refuseRule('removedFileIds', 'FILE_TWICE')
  const photos = await store.photosOf(tx, gallery.id)
  const leaving = photos.filter(({ fileId }) => removed.has(fileId))
  await store.deletePhotos(
    tx,
    leaving.map(({ id }) => id),
  )
  await store.setPositions(
    tx,
    photos.filter((photo) => !leaving.includes(photo)),
  )
}

/** The photos of these files take the places that they have together, in this order; the others stay. */
async function putInOrder(tx: Context, galleryId: string, fileIds: readonly string[]): Promise<void> {
  const photos = await store.photosOf(tx, galleryId)
  const byFile = new Map(photos.map((photo) => [photo.fileId, photo]))
  const ordered = fileIds.flatMap((fileId) => byFile.get(fileId) ?? [])
  const named = new Set(ordered)
  const next = ordered.values()
  await store.setPositions(
    tx,
    photos.map((photo) => (named.has(photo) ? next.next().value! : photo)),
  )
}

async function putFirst(tx: Context, galleryId: string, photoIds: readonly string[]): Promise<void> {
  const photos = await store.photosOf(tx, galleryId)
  const byId = new Map(photos.map((photo) => [photo.id, photo]))
  const first = photoIds.map((id) => byId.get(id) ?? refuseField('NOT_FOUND', 'photoIds'))
  const chosen = new Set(photoIds)
  await setOrder(tx, galleryId, [...first, ...photos.filter(({ id }) => !chosen.has(id))])
}

/** A photo of the performer’s own, with its gallery and the one it goes to, both locked. */
async function lockOwnPhoto(tx: Context, performer: SignedIn, id: string, targetId?: string) {
  const found = (await store.galleryOfPhoto(tx, performer.id, id)) ?? refuse('NOT_FOUND')
  const galleries = new Map<string, content.StoredItem>()
  // Two moves between the same galleries lock them in the same order.
  for (const galleryId of [...new Set([found.galleryId, targetId ?? found.galleryId])].sort()) {
    const gallery = await content.lockOwn(tx, performer.id, kind, galleryId)
    if (gallery) galleries.set(galleryId, gallery)
    else if (galleryId === found.galleryId) refuse('NOT_FOUND')
    else refuseField('NOT_FOUND', 'galleryId')
  }
  const now = (await store.galleryOfPhoto(tx, performer.id, id)) ?? refuse('NOT_FOUND')
  refuseIf(now.galleryId !== found.galleryId, 'CONFLICT')
  const gallery = galleries.get(found.galleryId)!
  return { gallery, photo: { id, fileId: found.fileId }, target: targetId ? galleries.get(targetId)! : gallery }
}

export async function takeOut(
  tx: Context,
  gallery: content.StoredItem,
  photo: store.StoredPhoto,
  by: 'owner' | 'staff',
): Promise<void> {
  const rest = (await store.photosOf(tx, gallery.id)).filter(({ id }) => id !== photo.id)
  if (rest.length === 0 && gallery.status !== 'draft') refuseRule('photo', 'FILES_MISSING')
  await content.removeFile(tx, gallery.id, photo.fileId, by)
  await setOrder(tx, gallery.id, rest)
  await changed(tx, gallery, -1)
  // The others may be ready while it was not.
  await publishDue(tx, [gallery.id])
}

const insertedAt = (others: readonly store.StoredPhoto[], photo: store.StoredPhoto, position = others.length) => [
  ...others.slice(0, position),
  photo,
  ...others.slice(position),
]

export async function setOrder(tx: Context, galleryId: string, photos: readonly store.StoredPhoto[]): Promise<void> {
  await store.setPositions(tx, photos)
  await content.orderMainFiles(
    tx,
    galleryId,
    photos.map(({ fileId }) => fileId),
  )
}

/** Pages and counts follow a gallery that is published, whose photos became more or fewer. */
export async function changed(tx: Context, { id, performerId, status }: content.StoredItem, by: number): Promise<void> {
  if (status !== 'published') return
  if (by !== 0) await count(tx, [publishedCount({ id, kind, performerId, files: Math.abs(by) }, by > 0 ? 1 : -1)])
  await publish(tx, itemChanged, { itemId: id, kind, performerId })
}

const mainPart = (fileId: string): ItemPart => ({ fileId, role: 'main', field: 'fileIds', purpose })
