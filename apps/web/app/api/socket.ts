import { useEffect, useSyncExternalStore } from 'react'
import type { Socket } from 'socket.io-client'
import { publicConfig } from '../page.ts'
import { call } from './client.ts'

// spec: socket.transports, socket.reconnection, socket.states, error.socket, socket.relogin

export type SocketStatus = 'initialized' | 'connected' | 'disconnect' | 'reconnecting' | 'failed'

/** Heard by the root of every page, which has no need of the connection itself. */
const siteChanged = 'fanlight-site-changed'

let status: SocketStatus = 'initialized'
let connecting: Promise<Socket> | undefined
const watchers = new Set<() => void>()

function become(next: SocketStatus): void {
  status = next
  for (const watcher of watchers) watcher()
}

/** The one live connection of a signed-in page; its code is fetched when it is first wanted. */
export function liveSocket(): Promise<Socket> {
  connecting ??= open().catch((error: unknown) => {
    // What did not come, as where the network is away, may come the next time.
    connecting = undefined
    throw error
  })
  return connecting
}

async function open(): Promise<Socket> {
  const { io } = await import('socket.io-client')
  const socket = io(publicConfig().socketUrl || location.origin, {
    path: '/socket.io',
    transports: ['websocket', 'polling'],
    reconnection: true,
    reconnectionAttempts: Number.POSITIVE_INFINITY,
    reconnectionDelay: 1000,
    reconnectionDelayMax: 10_000,
    withCredentials: true,
  })
  // `connect` fires again after every reconnection: the ticket is good for one use, so each connection fetches its own.
  socket.on('connect', async () => {
    become('connected')
    try {
      const { data } = await call('POST /auth/socket-ticket')
      socket.emit('auth/login', { token: data.ticket })
    } catch {
      become('failed')
    }
  })
  socket.on('disconnect', () => become('disconnect'))
  socket.on('session/revoked', ({ reason }: { reason: string }) => {
    // After a log-out by the user, the page itself redirects.
    if (reason === 'logout') return
    const here = location.pathname + location.search
    location.assign(`/auth/login?redirect=${encodeURIComponent(here)}&reason=forbidden`)
  })
  for (const name of ['settings/changed', 'system/maintenance', 'terms/changed'])
    socket.on(name, () => dispatchEvent(new Event(siteChanged)))
  socket.on('connect_error', () => become(socket.active ? 'reconnecting' : 'failed'))
  socket.io.on('reconnect_attempt', () => become('reconnecting'))
  socket.io.on('reconnect_failed', () => become('failed'))
  return socket
}

export const socketStatus = (): SocketStatus => status

export const useSocketStatus = (): SocketStatus =>
  useSyncExternalStore(
    (watcher) => (watchers.add(watcher), () => watchers.delete(watcher)),
    socketStatus,
    () => 'initialized',
  )

/** Listens to a live message while the component is on the page. Give a stable handler (useCallback or a module function). */
export function useSocketEvent<T>(name: string, handler: (message: T) => void): void {
  useEffect(() => {
    let socket: Socket | undefined
    let gone = false
    const listen = () => {
      liveSocket().then(
        (open) => {
          if (gone) return
          socket = open
          open.on(name, handler as (message: unknown) => void)
        },
        // Its code could not be had: pages live without it until the network is back.
        () => gone || addEventListener('online', listen, { once: true }),
      )
    }
    listen()
    return () => {
      gone = true
      removeEventListener('online', listen)
      socket?.off(name, handler as (message: unknown) => void)
    }
  }, [name, handler])
}
