import { useEffect, useRef, useState } from 'react'
import { useMe } from '../../../parts/site/site.ts'
import type { StudioItem, StudioKindName } from '../pieces/studio-items.ts'
import type { ItemDraft } from './draft.ts'
import { discardDraft, itemsOf, keep, keyOf, readSavedDraft } from './saved-draft.ts'
import { useSmallImages } from './photo-previews.ts'
import type { useUploads } from './uploads.ts'

interface Drafted<Item extends StudioItem, Draft extends ItemDraft> {
  kind: StudioKindName
  item: Item | null
  /** The same at each rendering: the draft of a new item, and that of a saved one. */
  empty: Draft
  draftOf: (item: Item, zone: string) => Draft
  zone: string
  uploads: ReturnType<typeof useUploads>
  /** Its files join those that it has: a version that lists others has lost none of them. */
  addsFiles?: boolean
}

/** The content of the editor: from the saved item, or from the last draft stored on this device. */
export function useDraft<Item extends StudioItem, Draft extends ItemDraft>({
  kind,
  item,
  empty,
  draftOf,
  zone,
  uploads,
  addsFiles = false,
}: Drafted<Item, Draft>) {
  // What this page has kept on the server since it was opened.
  const [kept, setKept] = useState<Item | null>(null)
  const known = kept && (!item || kept.updatedAt > item.updatedAt) ? kept : item
  const key = keyOf(useMe()?._id ?? '', kind, known?._id)
  const base = known?.updatedAt ?? null
  const edits = useRef(0)
  const [draft, setDraft] = useState<Draft>(() => (item ? draftOf(item, zone) : empty))
  const [savedAt, setSavedAt] = useState<number | null>(null)
  const dirty = useRef(false)
  const { items, restore } = uploads
  const images = useSmallImages(items)

  // The device's time zone is known shortly after the page is rendered; times that the user did not edit change with it.
  useEffect(() => {
    if (item && !dirty.current) setDraft(draftOf(item, zone))
  }, [item, zone, draftOf])

  /** What was written here before this page was loaded, until this page has saved something itself. */
  const restored = useRef<{ draft: Draft; fileIds: string[] } | null>(null)
  const wasRead = useRef(false)
  useEffect(() => {
    if (wasRead.current) return
    wasRead.current = true
    const saved = readSavedDraft(localStorage, key, base, empty)
    if (!saved) return
    dirty.current = true
    restored.current = { draft: saved.draft, fileIds: saved.files.map(({ fileId }) => fileId) }
    setDraft(saved.draft)
    setSavedAt(saved.at)
    restore(itemsOf(saved))
  }, [key, base, empty, restore])

  const sent = items.map(({ fileId }) => fileId).join(' ')
  // Null once it is saved: then what the next render has is what is saved.
  const first = useRef<string | null>(sent)
  first.current ??= sent
  if (sent !== first.current) dirty.current = true
  const sentBefore = useRef(sent)
  if (sentBefore.current !== sent) edits.current++
  sentBefore.current = sent
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
    /** The item as it was saved last. */
    known,
    /**
     * Whether a version of the item is what was written here before this page was loaded: what was sent as the page was left may arrive
     * after the next one has asked for the item.
     */
    isOwnEarlier: (version: Item, fileIds: readonly (string | null)[]): boolean =>
      restored.current !== null &&
      isSame(draftOf(version, zone), restored.current.draft) &&
      (addsFiles || isSame(fileIds, restored.current.fileIds)),
    /** How often it was edited, to tell whether an answer is about what is written now. */
    edits,
    set: (change: Partial<Draft>) => {
      dirty.current = true
      edits.current++
      setDraft((now) => ({ ...now, ...change }))
    },
    /** A draft was kept on the server as it was after `upTo` edits. */
    keptAt: (saved: Item, upTo: number) => {
      discardDraft(localStorage, key)
      restored.current = null
      setKept(saved)
      if (edits.current !== upTo) return
      dirty.current = false
      first.current = sentBefore.current
      setSavedAt(null)
    },
    saved: () => {
      dirty.current = false
      first.current = null
      setSavedAt(null)
      discardDraft(localStorage, key)
    },
    /** Back to what is saved. */
    discard: () => {
      dirty.current = false
      setSavedAt(null)
      discardDraft(localStorage, key)
      setDraft(item ? draftOf(item, zone) : empty)
    },
  }
}

/** Of what JSON keeps, whatever the order of its fields. */
const isSame = (one: object, other: object): boolean => {
  const text = (value: object) =>
    JSON.stringify(Object.entries(JSON.parse(JSON.stringify(value)) as object).toSorted(([a], [b]) => (a < b ? -1 : 1)))
  return text(one) === text(other)
}
