import { describe, expect, it } from 'vitest'
import { emptyDraft, tagsOf, typeOf } from './draft.ts'
import type { UploadItem } from './uploads.ts'

const item = (kind: UploadItem['kind']) => ({ kind }) as UploadItem

describe('what a post is', () => {
  it('follows from what is in it', () => {
    expect(typeOf(emptyDraft, [])).toBe('text')
    expect(typeOf(emptyDraft, [item('thumbnail')])).toBe('text')
    expect(typeOf(emptyDraft, [item('video'), item('teaser')])).toBe('video')
    expect(typeOf({ ...emptyDraft, poll: { question: '', options: [], endsAt: '' } }, [])).toBe('poll')
  })
})
it('reads tags from typed text', () =>
  expect(tagsOf('#Kiln, glaze glaze  two words!')).toEqual(['kiln', 'glaze', 'two']))
