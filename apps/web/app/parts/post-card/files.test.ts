import { describe, expect, it } from 'vitest'
import { coverOf, pictureOf, type Post, previewOf } from './files.ts'

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

// spec: feed.preview-order
describe('the picture that stands for a post', () => {
  const open = (kind: string, name: string) => ({
    isLocked: false,
    kind,
    averageColor: null,
    sources: kind === 'video' ? [] : [{ ...source('jpeg', 640), url: name }],
    poster: kind === 'video' ? [{ ...source('jpeg', 640), url: name }] : [],
  })
  const post = (parts: { thumbnail?: object; teaser?: object; files?: object[] }) =>
    ({ thumbnail: null, teaser: null, files: [], ...parts }) as unknown as Post
  const thumbnail = open('thumbnail', 'thumbnail')
  const teaser = open('video', 'teaser')
  const files = [open('video', 'video'), open('photo', 'photo')]

  it('is its thumbnail, else its first photo, else the teaser, else the first video', () => {
    expect(coverOf(post({ thumbnail, teaser, files }))?.src).toBe('thumbnail')
    expect(coverOf(post({ teaser, files }))?.src).toBe('photo')
    expect(coverOf(post({ teaser, files: [open('video', 'video')] }))?.src).toBe('teaser')
    expect(coverOf(post({ files: [open('video', 'video')] }))?.src).toBe('video')
    expect(coverOf(post({}))).toBeNull()
  })
  it('is the leaf where a post has files and none of them a picture; words stand for themselves', () => {
    const sound = { ...open('audio', 'sound'), sources: [] }
    expect(previewOf(post({ files: [sound] }))?.src).toBe('/leaf.svg')
    expect(previewOf(post({ files: [sound, open('photo', 'photo')] }))?.src).toBe('photo')
    expect(previewOf(post({}))).toBeNull()
  })
  it('is never that of something locked', () => {
    expect(coverOf(post({ files: [{ isLocked: true, kind: 'photo', preview: 'x' }] }))).toBeNull()
  })
})
