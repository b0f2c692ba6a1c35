import type { StudioKindName } from '../pieces/studio-items.ts'
import type { ItemDraft } from './draft.ts'
import type { UploadItem, UploadKind } from './uploads.ts'

// What is written but not saved stays on this device for a week, so that a reload or a closed tab loses nothing.

export interface SavedDraft<Draft extends ItemDraft = ItemDraft> {
  at: number
  /** When the item was last saved; a stored draft of an older version is not restored. */
  base: string | null
  draft: Draft
  files: { fileId: string; kind: UploadKind; name: string; image: string | null; alt?: string }[]
}
const retentionMs = 7 * 86_400_000
type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

export const keyOf = (accountId: string, kind: StudioKindName, itemId: string | undefined): string =>
  `fanlight.draft.${accountId}.${itemId ?? (kind === 'feed' ? 'new' : `new-${kind}`)}`

/** The stored draft; fields that it lacks, because they are new, are those of `empty`. */
export function readSavedDraft<Draft extends ItemDraft>(
  store: Store,
  key: string,
  base: string | null,
  empty: Draft,
  now = Date.now(),
): SavedDraft<Draft> | null {
  try {
    const saved = JSON.parse(store.getItem(key) ?? 'null') as SavedDraft<Draft> | null
    if (saved && saved.base === base && now - saved.at < retentionMs)
      return { ...saved, draft: { ...empty, ...saved.draft } }
    store.removeItem(key)
  } catch {
    // Storage is full or switched off: then a draft lives as long as its page.
  }
  return null
}

export function keep(
  store: Store,
  key: string,
  base: string | null,
  draft: ItemDraft,
  items: readonly UploadItem[],
  images: ReadonlyMap<string, string> = new Map(),
): void {
  const write = (withImages: boolean) => {
    const files = items.flatMap(({ fileId, localId, kind, name, alt }) =>
      fileId ? [{ fileId, kind, name, image: (withImages && images.get(localId)) || null, alt }] : [],
    )
    store.setItem(key, JSON.stringify({ at: Date.now(), base, draft, files } satisfies SavedDraft))
  }
  try {
    write(true)
  } catch {
    // What is written matters more than how its files look.
    try {
      write(false)
    } catch {
      // As above.
    }
  }
}

export function discardDraft(store: Store, key: string): void {
  try {
    store.removeItem(key)
  } catch {
    // As above.
  }
}

/** Files that were sent before the reload: followed again, with a small image of those that had one. */
export const itemsOf = (saved: SavedDraft): UploadItem[] =>
  saved.files.map(({ fileId, kind, name, image, alt = '' }) => ({
    localId: fileId,
    name,
    kind,
    url: image ?? null,
    fileId,
    state: 'processing',
    progress: null,
    percent: 0,
    lostAt: null,
    losses: 0,
    problem: null,
    source: null,
    alt,
    savedAlt: null,
  }))
