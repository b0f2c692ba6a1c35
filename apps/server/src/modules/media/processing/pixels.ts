import { photoPixelsMax } from '@fanlight/contract/media'
import { GIF } from 'image-size/types/gif'
import { HEIF } from 'image-size/types/heif'
import type { IImage } from 'image-size/types/interface'
import { JPG } from 'image-size/types/jpg'
import { PNG } from 'image-size/types/png'
import { WEBP } from 'image-size/types/webp'

// The size that an image declares, read from its first bytes without decoding. If they don't contain it, the worker determines it.

const headers: Record<string, IImage> = {
  'image/jpeg': JPG,
  'image/png': PNG,
  'image/webp': WEBP,
  'image/gif': GIF,
  'image/avif': HEIF,
  'image/heic': HEIF,
}
/** Enough for the tiles of a phone's image; the parser searches the rest of the bytes for each of them. */
const headBytesMax = 32 * 1024

/** Whether an image announces more than is ever decoded. */
export function isPixelLimit(mime: string, head: Buffer): boolean {
  try {
    const dimensions = headers[mime]?.calculate(head.subarray(0, headBytesMax))
    // A HEIF file contains the sizes of its tiles and its thumbnails in addition to that of the image.
    return (
      dimensions !== undefined &&
      [dimensions, ...(dimensions.images ?? [])].some((image) => image.width * image.height > photoPixelsMax)
    )
  } catch {
    return false
  }
}
