import type { Draft } from './draft.ts'
import type { UploadItem, UploadKind } from './uploads.ts'

// What is written but not saved stays on this device for a week, so that a reload or a closed tab loses nothing.

export interface KeptDraft {
  at: number
  /** When the post was last saved; a kept draft of an older state is not brought back. */
  base: string | null
  draft: Draft
  files: { fileId: string; kind: UploadKind; name: string; picture: string | null }[]
}
const keptMs = 7 * 86_400_000
type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

export const keyOf = (accountId: string, postId: string | undefined): string =>
  `fanlight.draft.${accountId}.${postId ?? 'new'}`

export function readKept(store: Store, key: string, base: string | null, now = Date.now()): KeptDraft | null {
  try {
    const kept = JSON.parse(store.getItem(key) ?? 'null') as KeptDraft | null
    if (kept && kept.base === base && now - kept.at < keptMs) return kept
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
  pictures: ReadonlyMap<string, string> = new Map(),
): void {
  const write = (withPictures: boolean) => {
    const files = items.flatMap(({ fileId, localId, kind, name }) =>
      fileId ? [{ fileId, kind, name, picture: (withPictures && pictures.get(localId)) || null }] : [],
    )
    store.setItem(key, JSON.stringify({ at: Date.now(), base, draft, files } satisfies KeptDraft))
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

export function forget(store: Store, key: string): void {
  try {
    store.removeItem(key)
  } catch {
    // As above.
  }
}

/** Files that were sent before the reload: followed again, with a small picture of those that had one. */
export const itemsOf = (kept: KeptDraft): UploadItem[] =>
  kept.files.map(({ fileId, kind, name, picture }) => ({
    localId: fileId,
    name,
    kind,
    url: picture ?? null,
    fileId,
    state: 'processing',
    progress: null,
    percent: 0,
    lostAt: null,
    losses: 0,
    problem: null,
    source: null,
  }))
