import { useEffect, useRef, useState } from 'react'
import { useMe } from '../../../parts/site.ts'
import type { StudioPost } from '../pieces/post-states.ts'
import { type Draft, draftOf, emptyDraft } from './draft.ts'
import { forget, itemsOf, keep, keyOf, readKept } from './kept-draft.ts'
import { useSmallPictures } from './small-pictures.ts'
import type { useUploads } from './uploads.ts'

/** What is being written: from the saved post, or from what this device kept of the last time. */
export function useDraft(post: StudioPost | null, zone: string, uploads: ReturnType<typeof useUploads>) {
  const key = keyOf(useMe()?._id ?? '', post?._id)
  const base = post?.updatedAt ?? null
  const [draft, setDraft] = useState<Draft>(() => (post ? draftOf(post, zone) : emptyDraft))
  const [keptAt, setKeptAt] = useState<number | null>(null)
  const dirty = useRef(false)
  const { items, restore } = uploads
  const pictures = useSmallPictures(items)

  // The device's zone is known a moment later than the page; times that nobody touched move with it.
  useEffect(() => {
    if (post && !dirty.current) setDraft(draftOf(post, zone))
  }, [post, zone])

  const looked = useRef(false)
  useEffect(() => {
    if (looked.current) return
    looked.current = true
    const kept = readKept(localStorage, key, base)
    if (!kept) return
    dirty.current = true
    setDraft(kept.draft)
    setKeptAt(kept.at)
    restore(itemsOf(kept))
  }, [key, base, restore])

  const sent = items.map(({ fileId }) => fileId).join(' ')
  const first = useRef(sent)
  if (sent !== first.current) dirty.current = true
  useEffect(() => {
    if (!dirty.current) return
    const timer = setTimeout(() => dirty.current && keep(localStorage, key, base, draft, items, pictures), 400)
    return () => clearTimeout(timer)
  }, [draft, items, key, base, pictures])
  useEffect(() => {
    const last = () => dirty.current && keep(localStorage, key, base, draft, items, pictures)
    addEventListener('pagehide', last)
    return () => removeEventListener('pagehide', last)
  }, [draft, items, key, base, pictures])

  return {
    draft,
    /** Whether something would be lost by leaving. Read when it matters, so that typing draws nothing twice. */
    dirty,
    /** When what was brought back was written. */
    keptAt,
    set: (change: Partial<Draft>) => {
      dirty.current = true
      setDraft((now) => ({ ...now, ...change }))
    },
    saved: () => {
      dirty.current = false
      first.current = sent
      setKeptAt(null)
      forget(localStorage, key)
    },
    /** Back to what is saved. */
    discard: () => {
      dirty.current = false
      setKeptAt(null)
      forget(localStorage, key)
      setDraft(post ? draftOf(post, zone) : emptyDraft)
    },
  }
}
