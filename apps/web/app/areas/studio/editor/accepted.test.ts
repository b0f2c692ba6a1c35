import { uploadBytesMax } from '@fanlight/contract/media'
import { describe, expect, it } from 'vitest'
import { bytesMax, kindOf, refusedFile } from './accepted.ts'

describe('files before they are sent', () => {
  it('are measured as the server measures them', () => {
    const { product: digital, ...others } = bytesMax
    expect(uploadBytesMax).toMatchObject({ ...others, digital })
  })
  it.each([
    ['image/png', 'a.png', 'photo'],
    ['', 'IMG_1.HEIC', 'photo'],
    ['video/quicktime', 'a.mov', 'video'],
    ['', 'a.mkv', 'video'],
    ['audio/mpeg', 'a.mp3', 'audio'],
    ['application/pdf', 'a.pdf', null],
    ['image/svg+xml', 'a.svg', null],
    ['image/bmp', 'renamed.jpg', null],
  ])('%s %s is a %s', (type, name, kind) => expect(kindOf({ type, name })).toBe(kind))
  it('are refused where they are empty, too large or of another kind', () => {
    const file = (size: number, type = 'image/png', name = 'a.png') => ({ size, type, name })
    expect(refusedFile(file(1), 'photo')).toBeNull()
    expect(refusedFile(file(0), 'photo')?.code).toBe('FILE_EMPTY')
    expect(refusedFile(file(26 * 1024 * 1024), 'photo')?.code).toBe('TOO_LARGE')
    expect(refusedFile(file(1, 'video/mp4', 'a.mp4'), 'thumbnail')?.code).toBe('UNSUPPORTED_MEDIA')
    expect(refusedFile(file(1, 'text/plain', 'a.txt'), null)?.code).toBe('UNSUPPORTED_MEDIA')
  })
})

describe('the file of a digital product', () => {
  it.each([
    ['book.epub', 'application/epub+zip', null],
    ['book.epub', '', null],
    ['pattern.pdf', 'application/pdf', null],
    ['pack.zip', 'application/x-zip-compressed', null],
    ['song.mp3', 'audio/mpeg', null],
    ['setup.exe', 'application/x-msdownload', 'UNSUPPORTED_MEDIA'],
  ] as const)('%s of type %j', (name, type, code) =>
    expect(refusedFile({ name, type, size: 1 }, 'product')?.code ?? null).toBe(code),
  )
})
