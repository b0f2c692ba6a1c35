import type { Draft } from './draft.ts'
import type { UploadItem, UploadKind } from './uploads.ts'

// What is written but not saved stays on this device for a week, so that a reload or a closed tab loses nothing.

export interface SavedDraft {
  at: number
  /** When the post was last saved; a stored draft of an older version is not restored. */
  base: string | null
  draft: Draft
  files: { fileId: string; kind: UploadKind; name: string; image: string | null }[]
}
const retentionMs = 7 * 86_400_000
type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

export const keyOf = (accountId: string, postId: string | undefined): string =>
  `fanlight.draft.${accountId}.${postId ?? 'new'}`

export function readSavedDraft(store: Store, key: string, base: string | null, now = Date.now()): SavedDraft | null {
  try {
    const saved = JSON.parse(store.getItem(key) ?? 'null') as SavedDraft | null
    if (saved && saved.base === base && now - saved.at < retentionMs) return saved
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
  draft: Draft,
  items: readonly UploadItem[],
  images: ReadonlyMap<string, string> = new Map(),
): void {
  const write = (withImages: boolean) => {
    const files = items.flatMap(({ fileId, localId, kind, name }) =>
      fileId ? [{ fileId, kind, name, image: (withImages && images.get(localId)) || null }] : [],
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
  saved.files.map(({ fileId, kind, name, image }) => ({
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
  }))
