import { describe, expect, it } from 'vitest'
import { pictureOf } from './files.ts'

const source = (format: 'avif' | 'webp' | 'jpeg', width: number) => ({
  url: `/m/${format}-${width}`,
  format,
  width,
  height: width / 2,
})

describe('a picture out of its files', () => {
  it('falls back to the JPEG that is nearest to the size of a post', () => {
    const picture = pictureOf(
      [source('avif', 640), source('jpeg', 320), source('jpeg', 1280), source('jpeg', 2560)],
      '#aabbcc',
    )
    expect(picture).toMatchObject({
      src: '/m/jpeg-1280',
      width: 1280,
      height: 640,
      avif: '/m/avif-640 640w',
      webp: null,
      color: '#aabbcc',
    })
  })
  it('is nothing while there are no files', () => {
    expect(pictureOf([], null)).toBeNull()
  })
})
