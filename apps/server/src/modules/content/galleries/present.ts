import type { ShownGallery, studioGallery } from '@fanlight/contract/galleries'
import type { ShownPhoto, studioPhoto } from '@fanlight/contract/photos'
import type { z } from 'zod'
import type { Context } from '../../../platform/context.ts'
import { idOf, type Viewer } from '../../../platform/viewer.ts'
import type { Verdict } from '../../access/policy.ts'
import { showItemFile } from '../items/item-files.ts'
import {
  presentAuthor,
  presentItemFiles,
  presentItemRelations,
  presentItemText,
  presentOwnItem,
} from '../items/present.ts'
import type { GalleryRow } from './gallery-rows.ts'
import type { FoundPhoto, PhotoRow } from './photo-rows.ts'

// The only code that puts fields of a gallery or of a photo into a response.

export function presentGallery(ctx: Context, viewer: Viewer, gallery: GalleryRow, verdict: Verdict): ShownGallery {
  const isOwn = idOf(viewer) === gallery.performerId
  // Its creator sees photos before they are ready.
  const shown = {
    ...gallery,
    files: (gallery.files ?? []).filter(
      (file) => isOwn || (file.isPlayable && file.status !== 'blocked' && file.status !== 'deleted'),
    ),
  }
  return {
    kind: 'gallery',
    ...presentItemText(viewer, gallery, verdict),
    ...presentItemRelations(ctx, gallery, verdict),
    cover: presentItemFiles(ctx, viewer, shown, verdict, 'cover')[0] ?? null,
    files: presentItemFiles(ctx, viewer, shown, verdict, 'main'),
    photoCount: isOwn ? gallery.photoCount : gallery.readyCount,
  }
}

const asOwner: Verdict = { granted: true, as: 'owner', epoch: 0 }

export const presentOwnGallery = (
  ctx: Context,
  viewer: Viewer,
  gallery: GalleryRow,
): z.input<typeof studioGallery> => ({
  ...presentGallery(ctx, viewer, gallery, asOwner),
  ...presentOwnItem(ctx, viewer, gallery),
  processing: { ready: gallery.readyCount, total: gallery.photoCount, failed: gallery.failedCount },
  coverPhotoId: gallery.coverPhotoId,
})

export const presentPhoto = (ctx: Context, viewer: Viewer, { photo, verdict }: FoundPhoto): ShownPhoto => ({
  _id: photo.id,
  kind: 'photo',
  performer: presentAuthor(ctx, photo, verdict),
  gallery: { _id: photo.galleryId, title: photo.galleryTitle },
  title: verdict.granted ? photo.title : '',
  position: photo.position,
  file: showItemFile(ctx, viewer, photo, photo.file, verdict),
  createdAt: photo.createdAt.toISOString(),
  can: { view: verdict.granted, edit: idOf(viewer) === photo.performerId },
  stats: { likes: Number(photo.likes), bookmarks: Number(photo.bookmarks) },
  isLiked: photo.reactions?.includes('like') ?? false,
  isBookmarked: photo.reactions?.includes('bookmark') ?? false,
})

export const presentOwnPhoto = (ctx: Context, viewer: Viewer, photo: PhotoRow): z.input<typeof studioPhoto> => ({
  ...presentPhoto(ctx, viewer, { photo, verdict: asOwner }),
  isCover: photo.isCover,
  updatedAt: photo.updatedAt.toISOString(),
  galleryStatus: photo.status,
})
