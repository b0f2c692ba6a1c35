import type { OutgoingFile } from '../../../parts/messages/attachments.ts'
import type { Outgoing } from './message.ts'

// What is written but not sent, and what was sent but not answered, stays on this device for a week: a reload loses nothing.

export interface StoredChat {
  at: number
  text: string
  price: string
  files: OutgoingFile[]
  outgoing: Outgoing[]
}
const retentionMs = 7 * 86_400_000
type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

const keyOf = (accountId: string, conversationId: string): string => `fanlight.chat.${accountId}.${conversationId}`

export function readChat(store: Store, accountId: string, conversationId: string, now = Date.now()): StoredChat | null {
  try {
    const stored = JSON.parse(store.getItem(keyOf(accountId, conversationId)) ?? 'null') as StoredChat | null
    if (stored && now - stored.at < retentionMs) return stored
    store.removeItem(keyOf(accountId, conversationId))
  } catch {
    // Storage is full or switched off: then it lives as long as its page.
  }
  return null
}

/** Changes a part of what is stored; what has become empty is removed. */
export function writeChat(
  store: Store,
  accountId: string,
  conversationId: string,
  change: Partial<Omit<StoredChat, 'at'>>,
  now = Date.now(),
): void {
  const known = readChat(store, accountId, conversationId, now)
  const next = { text: '', price: '', files: [], outgoing: [], ...known, ...change, at: now }
  // Addresses of files on this device end with the page.
  const stripped = (files: readonly OutgoingFile[]) => files.map(({ fileId, kind, name }) => ({ fileId, kind, name }))
  try {
    if (!next.text && !next.price && next.files.length === 0 && next.outgoing.length === 0)
      store.removeItem(keyOf(accountId, conversationId))
    else
      store.setItem(
        keyOf(accountId, conversationId),
        JSON.stringify({
          ...next,
          files: stripped(next.files),
          outgoing: next.outgoing.map((sending) => ({ ...sending, files: stripped(sending.files) })),
        }),
      )
  } catch {
    // As above.
  }
}
