import { useCallback, useEffect, useRef, useSyncExternalStore } from 'react'
import { call } from '../../api/client.ts'
import { useSocketMessage, useSocketRefetch } from '../../api/socket.ts'
import type { Me } from '../../api/request-context.ts'
import { useMe } from './site.ts'

/** How much is new to who is signed in: the badges in the navigation show it. */
export type Unread = Me['unread'] & { notifications: number }
const nothing: Unread = { messages: 0, notifications: 0 }

// The newest totals, as replies and the live socket said. The page's own copy is from when it was loaded.
let newest: { owner: string; unread: Partial<Unread> } | undefined
const watchers = new Set<() => void>()

export function setUnread(owner: string | undefined, change: Partial<Unread>): void {
  if (!owner) return
  newest = { owner, unread: { ...(newest?.owner === owner ? newest.unread : {}), ...change } }
  for (const watcher of watchers) watcher()
}

export function useUnread(): Unread {
  const me = useMe()
  const loaded = { ...nothing, ...me?.unread }
  const live = useSyncExternalStore(
    (watcher) => (watchers.add(watcher), () => watchers.delete(watcher)),
    () => newest,
    () => undefined,
  )
  return live && live.owner === me?._id ? { ...loaded, ...live.unread } : loaded
}

/** Keeps the totals fresh in every open page; one layout calls it. */
export function useUnreadEvents(): void {
  const owner = useMe()?._id
  const show = useCallback(({ total }: { total: number }) => setUnread(owner, { messages: total }), [owner])
  useSocketMessage('unread/changed', show)
  useSocketRefetch(
    useCallback(
      // Where it fails, the next page that is loaded has the total.
      () =>
        void call('GET /messages/total-unread-messages').then(
          ({ data }) => show(data),
          () => {},
        ),
      [show],
    ),
  )
}

/** The same for notifications, whose total is not part of a page: it is counted through the access policy. */
export function useUnreadNotifications(): void {
  const owner = useMe()?._id
  const round = useRef(0)
  const count = useCallback(() => {
    if (!owner) return
    const mine = ++round.current
    // An answer may come after that of a later request, which knows more.
    void call('GET /notifications/unread-total').then(
      ({ data }) => mine === round.current && setUnread(owner, { notifications: data.total }),
      () => {},
    )
  }, [owner])
  useEffect(() => count(), [count])
  useSocketMessage('notification/created', count)
  useSocketMessage('notification/read', count)
  useSocketRefetch(count)
}
