import { describe, expect, it } from 'vitest'
import { coverOf, imageFrom, imageOf, type OpenFile, type Post, posterOf, previewOf } from './files.ts'

const source = (width: number, formats: ('avif' | 'webp' | 'jpeg')[], name = String(width)) => ({
  name,
  width,
  height: width / 2,
  formats,
})

describe('an image out of its sizes and formats', () => {
  it('falls back to the JPEG that is nearest to the size of a post', () => {
    const sources = [source(320, ['jpeg']), source(640, ['avif']), source(1280, ['jpeg']), source(2560, ['jpeg'])]
    expect(imageFrom({ base: '/media/t/', averageColor: '#aabbcc' }, sources)).toMatchObject({
      src: '/media/t/1280.jpeg',
      width: 1280,
      height: 640,
      avif: '/media/t/640.avif 640w',
      webp: null,
      color: '#aabbcc',
    })
  })
  it('has every size in every format that was made of it', () => {
    const sources = [source(320, ['avif', 'webp']), source(640, ['avif', 'webp'])]
    expect(imageFrom({ base: '/media/t/' }, sources)).toMatchObject({
      src: '/media/t/640.avif',
      color: null,
      avif: '/media/t/320.avif 320w, /media/t/640.avif 640w',
      webp: '/media/t/320.webp 320w, /media/t/640.webp 640w',
    })
  })
  it('has the shape of its file, and the usual names and formats where its sizes say nothing else', () => {
    const sources = [{ width: 320 }, { width: 1280 }, { name: 'animation', width: 640, height: 480, formats: ['webp'] }]
    const file = { base: '/media/t/', width: 3024, height: 4032, sources, poster: [{ width: 640 }] } as OpenFile
    expect(imageOf(file)).toMatchObject({
      src: '/media/t/1280.jpeg',
      width: 1280,
      height: 1707,
      avif: '/media/t/320.avif 320w, /media/t/1280.avif 1280w',
      webp: '/media/t/320.webp 320w, /media/t/1280.webp 1280w, /media/t/animation.webp 640w',
    })
    expect(posterOf(file)).toMatchObject({ src: '/media/t/poster-640.jpeg', height: 853, avif: null })
  })
  it('is the one on this device where nothing is uploaded yet', () => {
    expect(imageOf({ base: '', sources: [], localUrl: 'blob:1' } as unknown as OpenFile)?.src).toBe('blob:1')
  })
  it('is nothing while there are no files', () => {
    expect(imageFrom({ base: '/media/t/' }, [])).toBeNull()
  })
})

// spec: feed.preview-order
describe('the preview image of a post', () => {
  const open = (kind: string, name: string) => ({
    isLocked: false,
    kind,
    base: '',
    sources: kind === 'video' ? [] : [source(640, ['jpeg'], name)],
    poster: kind === 'video' ? [source(640, ['jpeg'], name)] : [],
  })
  const post = (parts: { thumbnail?: object; teaser?: object; files?: object[] }) =>
    ({ thumbnail: null, teaser: null, files: [], ...parts }) as unknown as Post
  const thumbnail = open('thumbnail', 'thumbnail')
  const teaser = open('video', 'teaser')
  const files = [open('video', 'video'), open('photo', 'photo')]

  it('is its thumbnail, else its first photo, else the teaser, else the first video', () => {
    expect(coverOf(post({ thumbnail, teaser, files }))?.src).toBe('thumbnail.jpeg')
    expect(coverOf(post({ teaser, files }))?.src).toBe('photo.jpeg')
    expect(coverOf(post({ teaser, files: [open('video', 'video')] }))?.src).toBe('teaser.jpeg')
    expect(coverOf(post({ files: [open('video', 'video')] }))?.src).toBe('video.jpeg')
    expect(coverOf(post({}))).toBeNull()
  })
  it('is the leaf where a post has files without an image; a post of text has none', () => {
    const audio = { ...open('audio', 'audio'), sources: [] }
    expect(previewOf(post({ files: [audio] }))?.src).toBe('/leaf.svg')
    expect(previewOf(post({ files: [audio, open('photo', 'photo')] }))?.src).toBe('photo.jpeg')
    expect(previewOf(post({}))).toBeNull()
  })
  it('is never that of something locked', () => {
    expect(coverOf(post({ files: [{ isLocked: true, kind: 'photo', preview: 'x' }] }))).toBeNull()
  })
})
