import type { Reply } from '../../api/client.ts'
import type { ImageSource } from '../../ui/image.tsx'
import { fileOf, imageOf, isOpen } from '../posts/files.ts'
import type { Item } from '../posts/kinds.ts'

export type Gallery = Reply<'GET /performer-assets/galleries/:id'>['data']
export type Photo = Reply<'GET /performer-assets/photos'>['data'][number]

/** A gallery for the parts that items of all kinds share: its cover represents it. */
export const asItem = (gallery: Omit<Gallery, 'gate' | 'expiresAt'> & Pick<Item, 'gate'>): Item => ({
  ...gallery,
  thumbnail: gallery.cover,
})

/** The image of a photo; null where it is locked or not processed yet. */
export function photoImage(photo: Pick<Photo, 'file'>): ImageSource | null {
  const file = fileOf(photo.file)
  return isOpen(file) ? imageOf(file) : null
}
export const photoPreview = (photo: Pick<Photo, 'file'>): string | null => fileOf(photo.file)?.preview ?? null
