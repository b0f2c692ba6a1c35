import type { MediaFile } from '@fanlight/contract/media'
import { imageOf, isOpen, posterOf } from '../posts/files.ts'
import type { OutgoingFile } from './attachments.ts'

/** Files of one's own that go with a saved message, as its form shows them. */
export const savedFiles = (files: readonly MediaFile[]): OutgoingFile[] =>
  files.flatMap((file) => {
    const { kind } = file
    if (!isOpen(file) || (kind !== 'photo' && kind !== 'video' && kind !== 'audio')) return []
    const image = kind === 'audio' ? null : (imageOf(file) ?? posterOf(file))
    return [{ fileId: file._id, kind, name: file.alt ?? '', image: image?.src }]
  })
