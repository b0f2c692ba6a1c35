import { useEffect, useRef, useState } from 'react'
import { useMe } from '../../../parts/site/site.ts'
import type { StudioPost } from '../pieces/post-states.ts'
import { type Draft, draftOf, emptyDraft } from './draft.ts'
import { discardDraft, itemsOf, keep, keyOf, readSavedDraft } from './saved-draft.ts'
import { useSmallImages } from './photo-previews.ts'
import type { useUploads } from './uploads.ts'

/** The content of the editor: from the saved post, or from the last draft stored on this device. */
export function useDraft(post: StudioPost | null, zone: string, uploads: ReturnType<typeof useUploads>) {
  const key = keyOf(useMe()?._id ?? '', post?._id)
  const base = post?.updatedAt ?? null
  const [draft, setDraft] = useState<Draft>(() => (post ? draftOf(post, zone) : emptyDraft))
  const [savedAt, setSavedAt] = useState<number | null>(null)
  const dirty = useRef(false)
  const { items, restore } = uploads
  const images = useSmallImages(items)

  // The device's time zone is known shortly after the page is rendered; times that the user did not edit change with it.
  useEffect(() => {
    if (post && !dirty.current) setDraft(draftOf(post, zone))
  }, [post, zone])

  const wasRead = useRef(false)
  useEffect(() => {
    if (wasRead.current) return
    wasRead.current = true
    const saved = readSavedDraft(localStorage, key, base)
    if (!saved) return
    dirty.current = true
    setDraft(saved.draft)
    setSavedAt(saved.at)
    restore(itemsOf(saved))
  }, [key, base, restore])

  const sent = items.map(({ fileId }) => fileId).join(' ')
  const first = useRef(sent)
  if (sent !== first.current) dirty.current = true
  useEffect(() => {
    if (!dirty.current) return
    const timer = setTimeout(() => dirty.current && keep(localStorage, key, base, draft, items, images), 400)
    return () => clearTimeout(timer)
  }, [draft, items, key, base, images])
  useEffect(() => {
    const last = () => dirty.current && keep(localStorage, key, base, draft, items, images)
    addEventListener('pagehide', last)
    return () => removeEventListener('pagehide', last)
  }, [draft, items, key, base, images])

  return {
    draft,
    /** Whether leaving would lose changes. Read only when needed, so that typing causes no second render. */
    dirty,
    /** When the restored draft was saved. */
    savedAt,
    set: (change: Partial<Draft>) => {
      dirty.current = true
      setDraft((now) => ({ ...now, ...change }))
    },
    saved: () => {
      dirty.current = false
      first.current = sent
      setSavedAt(null)
      discardDraft(localStorage, key)
    },
    /** Back to what is saved. */
    discard: () => {
      dirty.current = false
      setSavedAt(null)
      discardDraft(localStorage, key)
      setDraft(post ? draftOf(post, zone) : emptyDraft)
    },
  }
}
