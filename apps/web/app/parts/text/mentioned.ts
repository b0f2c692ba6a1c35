import { mentionsMax } from '@fanlight/contract/limits'
import { useSyncExternalStore } from 'react'
import { call } from '../../api/client.ts'

// Which mentioned usernames have a page that this viewer may know of. All texts that are rendered together ask in one call.

const known = new Map<string, boolean>()
const wanted = new Set<string>()
const watchers = new Set<() => void>()

function resolve(): void {
  const usernames = [...wanted].slice(0, mentionsMax)
  wanted.clear()
  call('GET /performers/search/mentions', { query: { usernames: usernames.join() } }).then(
    ({ data }) => {
      for (const username of usernames) known.set(username, data.usernames.includes(username))
      for (const watcher of watchers) watcher()
    },
    // Without an answer they stay plain, and are tried again with the next page.
    () => {},
  )
}

/** Whether a mentioned username is linked. On the server none is yet. */
export function useMentioned(usernames: readonly string[]): (username: string) => boolean {
  useSyncExternalStore(
    (watcher) => {
      for (const username of usernames)
        if (!known.has(username)) {
          if (wanted.size === 0) setTimeout(resolve)
          wanted.add(username)
        }
      watchers.add(watcher)
      return () => watchers.delete(watcher)
    },
    () => known.size,
    () => 0,
  )
  return (username) => known.get(username) === true
}
