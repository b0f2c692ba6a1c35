import { describe, expect, it } from 'vitest'
import { tagsOf } from '../editor/draft.ts'
import type { UploadItem } from '../editor/uploads.ts'
import { emptyPost, typeOf } from './post-draft.ts'

const item = (kind: UploadItem['kind']) => ({ kind }) as UploadItem

describe('what a post is', () => {
  it('follows from what is in it', () => {
    expect(typeOf(emptyPost, [])).toBe('text')
    expect(typeOf(emptyPost, [item('thumbnail')])).toBe('text')
    expect(typeOf(emptyPost, [item('video'), item('teaser')])).toBe('video')
    expect(typeOf({ ...emptyPost, poll: { question: '', options: [], endsAt: '' } }, [])).toBe('poll')
  })
})
it('reads tags from typed text', () =>
  expect(tagsOf('#Kiln, glaze glaze  two words!')).toEqual(['kiln', 'glaze', 'two']))
