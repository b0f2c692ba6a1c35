import type { Draft } from './draft.ts'
import type { UploadItem, UploadKind } from './uploads.ts'

// What is written but not saved stays on this device for a week, so that a reload or a closed tab loses nothing.

export interface KeptDraft {
  at: number
  /** When the post was last saved; a kept draft of an older state is not brought back. */
  base: string | null
  draft: Draft
  files: { fileId: string; kind: UploadKind; name: string }[]
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

export function keep(store: Store, key: string, base: string | null, draft: Draft, items: readonly UploadItem[]): void {
  const files = items.flatMap(({ fileId, kind, name }) => (fileId ? [{ fileId, kind, name }] : []))
  try {
    store.setItem(key, JSON.stringify({ at: Date.now(), base, draft, files } satisfies KeptDraft))
  } catch {
    // As above.
  }
}

export function forget(store: Store, key: string): void {
  try {
    store.removeItem(key)
  } catch {
    // As above.
  }
}

/** Files that were sent before the reload: followed again, without their picture until the post is saved. */
export const itemsOf = (kept: KeptDraft): UploadItem[] =>
  kept.files.map(({ fileId, kind, name }) => ({
    localId: fileId,
    name,
    kind,
    url: null,
    fileId,
    state: 'processing',
    progress: null,
    percent: 0,
    lostAt: null,
    losses: 0,
    problem: null,
    source: null,
  }))
