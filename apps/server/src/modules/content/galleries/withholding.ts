import type { Context } from '../../../platform/context.ts'
import * as content from '../items/changing-files.ts'
import { galleryTable } from './gallery-rows.ts'
import * as store from './store.ts'
import { changed, setOrder, takeOut } from './studio.ts'

// A photo that staff take from everyone, its creator included, while the other photos of its gallery stay.

/** False where there is no such photo in a gallery that is there, or it is the last one: then the gallery is to be withheld. */
export async function withholdPhoto(tx: Context, id: string): Promise<boolean> {
  const locked = await lockGallery(tx, id)
  if (!locked || locked.photo.isWithheld) return false
  const { gallery, photo } = locked
  if ((await store.photosOf(tx, gallery.id)).length < 2) return false
  await takeOut(tx, gallery, { id, fileId: photo.fileId }, 'staff')
  await store.setWithheld(tx, id, true)
  return true
}

/** Returns the photo to its gallery, as the last one. */
export async function returnPhoto(tx: Context, id: string): Promise<void> {
  const locked = await lockGallery(tx, id)
  if (!locked?.photo.isWithheld) return
  const { gallery, photo } = locked
  const others = await store.photosOf(tx, gallery.id)
  await store.setWithheld(tx, id, false)
  await content.addMainFiles(tx, gallery.id, [photo.fileId], others.length)
  await setOrder(tx, gallery.id, [...others, { id, fileId: photo.fileId }])
  await changed(tx, gallery, 1)
}

async function lockGallery(tx: Context, id: string) {
  const found = await store.anyPhoto(tx, id)
  const gallery = found && (await content.lockOwn(tx, found.performerId, galleryTable.kind, found.galleryId))
  // Read again behind the lock: its creator may have moved or deleted it.
  const photo = gallery && (await store.anyPhoto(tx, id))
  return photo?.galleryId === gallery?.id && photo && gallery ? { gallery, photo } : null
}
