import { useEffect, useRef } from 'react'
import type { UploadItem } from './uploads.ts'

const side = 160

/** A preview of a few kilobytes for each photo on this device, by its ID in the list; a restored draft renders these previews. */
export function useSmallImages(items: readonly UploadItem[]): ReadonlyMap<string, string> {
  const made = useRef(new Map<string, string>())
  const requested = useRef(new Set<string>())
  useEffect(() => {
    for (const { localId, kind, url } of items) {
      if ((kind !== 'photo' && kind !== 'thumbnail') || !url || requested.current.has(localId)) continue
      requested.current.add(localId)
      if (url.startsWith('data:')) made.current.set(localId, url)
      else if (url.startsWith('blob:'))
        // A format that this browser can't render has no preview.
        void smallOf(url).then(
          (small) => made.current.set(localId, small),
          () => undefined,
        )
    }
  }, [items])
  return made.current
}

async function smallOf(url: string): Promise<string> {
  const image = new Image()
  image.src = url
  await image.decode()
  const share = Math.min(1, side / Math.min(image.naturalWidth, image.naturalHeight))
  const canvas = document.createElement('canvas')
  // A panorama is cut in its middle.
  canvas.width = Math.min(side * 2, Math.round(image.naturalWidth * share))
  canvas.height = Math.min(side * 2, Math.round(image.naturalHeight * share))
  const [width, height] = [image.naturalWidth * share, image.naturalHeight * share]
  canvas.getContext('2d')?.drawImage(image, (canvas.width - width) / 2, (canvas.height - height) / 2, width, height)
  return canvas.toDataURL('image/jpeg', 0.6)
}
