import { expect, it } from 'vitest'
import { emptyItem } from './draft.ts'
import { itemsOf, keep, keyOf, readSavedDraft } from './saved-draft.ts'
import type { UploadItem } from './uploads.ts'

const memory = () => {
  const values = new Map<string, string>()
  return {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
  }
}
const key = keyOf('a', 'feed', undefined)
const draft = { ...emptyItem, title: 'Kiln' }
const sent = { fileId: 'f', kind: 'photo', name: 'one.jpg' } as UploadItem

it('a draft comes back with the files that were sent, and without those that were not', () => {
  const store = memory()
  keep(store, key, null, draft, [sent, { ...sent, fileId: null }])
  const saved = readSavedDraft(store, key, null, emptyItem)
  expect(saved?.draft.title).toBe('Kiln')
  expect(itemsOf(saved!).map(({ fileId, state }) => [fileId, state])).toEqual([['f', 'processing']])
})
it('a photo is restored with its small image, and where storage is too small for it the text is', () => {
  const store = memory()
  const images = new Map([['l', `data:image/jpeg;base64,${'A'.repeat(2000)}`]])
  const photo = { ...sent, localId: 'l' }
  keep(store, key, null, draft, [photo], images)
  expect(itemsOf(readSavedDraft(store, key, null, emptyItem)!)[0]?.url).toBe(images.get('l'))
  const small = memory()
  const full = {
    ...small,
    setItem: (name: string, value: string) => {
      if (value.length > 1500) throw new Error('QuotaExceededError')
      small.setItem(name, value)
    },
  }
  keep(full, key, null, draft, [photo], images)
  const saved = readSavedDraft(full, key, null, emptyItem)
  expect(saved?.draft.title).toBe('Kiln')
  expect(itemsOf(saved!).map(({ fileId, url }) => [fileId, url])).toEqual([['f', null]])
})
it('a draft of a post that was saved since is dropped', () => {
  const store = memory()
  keep(store, key, '2026-11-01T00:00:00Z', draft, [])
  expect(readSavedDraft(store, key, '2026-11-02T00:00:00Z', emptyItem)).toBeNull()
  expect(store.getItem(key)).toBeNull()
})
it('a draft older than a week is dropped, and so is one that cannot be read', () => {
  const store = memory()
  keep(store, key, null, draft, [])
  expect(readSavedDraft(store, key, null, emptyItem, Date.now() + 8 * 86_400_000)).toBeNull()
  store.setItem(key, '{')
  expect(readSavedDraft(store, key, null, emptyItem)).toBeNull()
})
it('a draft of a version without some field has that field as it is when empty', () => {
  const store = memory()
  const { expiresAt: _, ...older } = draft
  store.setItem(key, JSON.stringify({ at: Date.now(), base: null, draft: older, files: [] }))
  expect(readSavedDraft(store, key, null, emptyItem)?.draft.expiresAt).toBe('')
})
