import { watchedMax } from '@fanlight/contract/limits'
import { useEffect, useSyncExternalStore } from 'react'
import { sendCommand, useSocketMessage, useSocketStatus } from '../../../api/socket.ts'

// Who of the people in one's conversations is online, as far as they let it be seen. Without a connection that is unknown.

const none: ReadonlySet<string> = new Set()
let online = none
const watchers = new Set<() => void>()

function change(next: ReadonlySet<string>): void {
  online = next
  for (const watcher of watchers) watcher()
}
const noteChange = ({ accountId, isOnline }: { accountId: string; isOnline: boolean }): void =>
  change(new Set(isOnline ? [...online, accountId] : [...online].filter((id) => id !== accountId)))

/** Watches these accounts in place of those before; one place of a page does. */
export function useWatchPresence(accountIds: readonly string[]): void {
  const isConnected = useSocketStatus() === 'connected'
  const wanted = [...new Set(accountIds)].slice(0, watchedMax).toSorted().join(' ')
  useEffect(() => {
    if (!isConnected) return change(none)
    let isOver = false
    void sendCommand('presence/watch', { accountIds: wanted ? wanted.split(' ') : [] }).then((reply) => {
      if (!isOver && reply.success && reply.data) change(new Set(reply.data.online))
    })
    return () => {
      isOver = true
    }
  }, [isConnected, wanted])
  useEffect(
    () => () => {
      change(none)
      void sendCommand('presence/watch', { accountIds: [] })
    },
    [],
  )
  useSocketMessage('presence/changed', noteChange)
}

export const useIsOnline = (accountId: string): boolean =>
  useSyncExternalStore(
    (watcher) => (watchers.add(watcher), () => watchers.delete(watcher)),
    () => online.has(accountId),
    () => false,
  )
