import { useSyncExternalStore } from 'react'
import { call } from '../../api/client.ts'
import { useSocketMessage } from '../../api/socket.ts'
import { useMe } from '../site/site.ts'

// What the wallet holds, as the newest answer said. The page's own copy is from when it was loaded.
let newest: { owner: string; balance: number } | undefined
const watchers = new Set<() => void>()

/** Called for every receipt, and by the socket. */
export function setBalance(owner: string | undefined, balance: number): void {
  if (!owner) return
  newest = { owner, balance }
  for (const watcher of watchers) watcher()
}

/** Reads what the wallet holds now; where it can't be read, the next answer says it. */
export async function refreshBalance(owner: string | undefined): Promise<void> {
  if (!owner) return
  await call('GET /users/me').then(
    ({ data }) => setBalance(data._id, data.balance),
    () => undefined,
  )
}

export function useBalance(): number {
  const me = useMe()
  const publishedBalance = useSyncExternalStore(
    (watcher) => (watchers.add(watcher), () => watchers.delete(watcher)),
    () => newest,
    () => undefined,
  )
  return publishedBalance && publishedBalance.owner === me?._id ? publishedBalance.balance : (me?.balance ?? 0)
}

const changed = (owner: string | undefined) => (message: { balance?: number }) => {
  if (typeof message.balance === 'number') setBalance(owner, message.balance)
}
const handlers = new Map<string, (message: { balance?: number }) => void>()

/** Keeps the balance fresh while a page that shows it is open. */
export function useBalanceEvents(): void {
  const owner = useMe()?._id ?? ''
  let handler = handlers.get(owner)
  if (!handler) {
    handler = changed(owner)
    handlers.set(owner, handler)
  }
  useSocketMessage('balance/changed', handler)
}
