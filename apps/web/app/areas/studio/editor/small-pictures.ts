import { useEffect, useRef } from 'react'
import type { UploadItem } from './uploads.ts'

const side = 160

/** A few kilobytes of each photo that is on this device, by the place it has in the list; a kept draft is drawn from them. */
export function useSmallPictures(items: readonly UploadItem[]): ReadonlyMap<string, string> {
  const made = useRef(new Map<string, string>())
  const asked = useRef(new Set<string>())
  useEffect(() => {
    for (const { localId, kind, url } of items) {
      if ((kind !== 'photo' && kind !== 'thumbnail') || !url || asked.current.has(localId)) continue
      asked.current.add(localId)
      if (url.startsWith('data:')) made.current.set(localId, url)
      else if (url.startsWith('blob:'))
        // A format that this browser can't draw goes without.
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
