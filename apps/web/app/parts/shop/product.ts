import type { MediaFile } from '@fanlight/contract/media'
import type { Reply } from '../../api/client.ts'
import type { ImageSource } from '../../ui/image.tsx'
import { imageOf, isOpen } from '../posts/files.ts'

export type Product = Reply<'GET /performer-assets/products/:id'>['data']

export const imagesOf = (product: Pick<Product, 'images'>): (ImageSource & { id: string; alt?: string })[] =>
  (product.images as unknown as MediaFile[]).flatMap((file) => {
    const source = isOpen(file) ? imageOf(file) : null
    return source && isOpen(file) ? [{ ...source, id: file._id }] : []
  })
