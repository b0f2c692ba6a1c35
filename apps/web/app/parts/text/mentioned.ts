import { useSyncExternalStore } from 'react'
import { call } from '../../api/client.ts'

// Which mentioned usernames have a page that this viewer may know of. All texts that are rendered together ask in one call.

const known = new Map<string, boolean>()
const wanted = new Set<string>()
const watchers = new Set<() => void>()
// As in the contract, whose schemas stay on the server.
const namesMax = 50
let version = 0

async function resolve(): Promise<void> {
  const usernames = [...wanted].slice(0, namesMax)
  wanted.clear()
  const found = await call('GET /performers/search/mentions', { query: { usernames: usernames.join() } }).then(
    ({ data }) => new Set(data.usernames),
    () => null,
  )
  // Without an answer they stay plain, and are tried again with the next page.
  if (!found) return
  for (const username of usernames) known.set(username, found.has(username))
  version += 1
  for (const watcher of watchers) watcher()
}

function watch(watcher: () => void, usernames: readonly string[]): () => void {
  watchers.add(watcher)
  const missing = usernames.filter((username) => !known.has(username))
  if (missing.length > 0 && wanted.size === 0) setTimeout(() => void resolve())
  for (const username of missing) wanted.add(username)
  return () => watchers.delete(watcher)
}

/** Whether a mentioned username is linked. On the server none is yet. */
export function useMentioned(usernames: readonly string[]): (username: string) => boolean {
  const key = usernames.join()
  useSyncExternalStore(
    (watcher) => watch(watcher, key ? key.split(',') : []),
    () => version,
    () => 0,
  )
  return (username) => known.get(username) === true
}
