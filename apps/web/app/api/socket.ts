import type {
  SocketCommandName,
  SocketCommandPayload,
  SocketCommandReply,
  SocketMessageName,
  ReceivedMessage,
} from '@fanlight/contract/socket-messages'
import { SocketInbox } from '@fanlight/contract/socket-inbox'
import type { Acknowledgement } from '@fanlight/contract/sockets'
import { useEffect, useSyncExternalStore } from 'react'
import type { Socket } from 'socket.io-client'
import { pageInfo, publicConfig } from '../page.ts'
import { call } from './client.ts'

// spec: socket.transports, socket.reconnection, socket.states, error.socket, socket.relogin

export type SocketStatus = 'initialized' | 'connected' | 'disconnect' | 'reconnecting' | 'failed'

/** Heard by the root of every page, which has no need of the connection itself. */
const siteChanged = 'fanlight-site-changed'
/** Longer than the server gives a connection to sign in. */
const answerMs = 10_000
const delay = { leastMs: 1000, mostMs: 10_000 }

let status: SocketStatus = 'initialized'
let connecting: Promise<Socket> | undefined
const watchers = new Set<() => void>()
type Handler = (message: ReceivedMessage<SocketMessageName>) => void
const handlers = new Map<string, Set<Handler>>()
const refetchers = new Set<() => void>()
const inbox = new SocketInbox(({ name, data }) => {
  for (const handler of handlers.get(name) ?? []) handler(data as ReceivedMessage<SocketMessageName>)
})

function become(next: SocketStatus): void {
  status = next
  for (const watcher of watchers) watcher()
}

/** Whether the connection is signed in, for what waits to be sent. */
let signedIn = deferred()
function deferred(): { promise: Promise<void>; done: () => void } {
  let done = () => {}
  const promise = new Promise<void>((resolve) => (done = resolve))
  return { promise, done }
}

/** The one live connection of a signed-in page; its code is fetched when it is first wanted. */
export function pageSocket(): Promise<Socket> {
  connecting ??= open().catch((error: unknown) => {
    // What did not come, as where the network is away, may come the next time.
    connecting = undefined
    throw error
  })
  return connecting
}

async function open(): Promise<Socket> {
  // The first ticket travels with the connection, too. Without one the connection asks again once it is there.
  const [{ io }, first] = await Promise.all([import('socket.io-client'), newTicket().catch(() => undefined)])
  let ticket = first
  const socket = io(publicConfig().socketUrl || location.origin, {
    path: '/socket.io',
    transports: ['websocket', 'polling'],
    reconnection: true,
    reconnectionAttempts: Number.POSITIVE_INFINITY,
    reconnectionDelay: delay.leastMs,
    reconnectionDelayMax: delay.mostMs,
    // Half of the delay more or less, so that not everyone comes back in the same moment.
    randomizationFactor: 0.5,
    withCredentials: true,
    ...(ticket && { query: { token: ticket } }),
  })
  /** It was said why the connection ends: it does not come back by itself. */
  let isOver = false
  // `connect` fires again after every reconnection: a ticket is good for one sign-in, so each connection fetches its own.
  socket.on('connect', () => {
    isOver = false
    become('connected')
    void enter(socket, ticket)
    ticket = undefined
    socket.io.opts.query = {}
  })
  socket.onAny((name: string, data: { id: string; seq: string }) => inbox.receive({ name, data }))
  socket.on('disconnect', (reason) => {
    become('disconnect')
    signedIn = deferred()
    // The library comes back by itself, except where the server closed the connection.
    if (reason === 'io server disconnect' && !isOver)
      setTimeout(() => socket.connect(), delay.leastMs + Math.random() * (delay.mostMs - delay.leastMs))
  })
  socket.on('session/revoked', ({ reason }: { reason: string }) => {
    isOver = true
    // After a log-out by the user, the page itself redirects.
    if (reason === 'logout') return
    const here = location.pathname + location.search
    const why = reason === 'suspended' ? reason : 'forbidden'
    location.assign(`/auth/login?redirect=${encodeURIComponent(here)}&reason=${why}`)
  })
  for (const name of ['settings/changed', 'system/maintenance', 'terms/changed'])
    socket.on(name, () => {
      if (name !== 'settings/changed') isOver = true
      dispatchEvent(new Event(siteChanged))
    })
  socket.on('connect_error', () => become(socket.active ? 'reconnecting' : 'failed'))
  socket.io.on('reconnect_attempt', () => become('reconnecting'))
  socket.io.on('reconnect_failed', () => become('failed'))
  return socket
}

const newTicket = async (): Promise<string> => (await call('POST /auth/socket-ticket')).data.ticket

/** Signs in, and gets what was sent while the connection was away: at first, since the page was loaded. */
async function enter(socket: Socket, ticket?: string): Promise<void> {
  inbox.hold()
  const { id } = socket
  try {
    const token = ticket ?? (await newTicket())
    const reply = (await socket.timeout(answerMs).emitWithAck('auth/login', { token })) as Acknowledgement
    if (!reply.success) throw new Error(reply.code)
  } catch {
    // A later connection has its own state.
    if (socket.id === id) become('failed')
    return
  }
  const isComplete = await isCaughtUp(socket)
  // Lost again meanwhile: the next connection asks from the same position.
  if (socket.id !== id) return
  inbox.release()
  signedIn.done()
  if (!isComplete) for (const refetch of refetchers) refetch()
}

async function isCaughtUp(socket: Socket): Promise<boolean> {
  const { position } = inbox
  const { loadedAt } = pageInfo()
  if (position === undefined && loadedAt === undefined) return false
  try {
    const reply: Acknowledgement<SocketCommandReply<'sync/since'>> = await socket
      .timeout(answerMs)
      .emitWithAck('sync/since', position === undefined ? { at: loadedAt } : { seq: position })
    return reply.success && reply.data?.complete === true
  } catch {
    return false
  }
}

export const socketStatus = (): SocketStatus => status

export const useSocketStatus = (): SocketStatus =>
  useSyncExternalStore(
    (watcher) => (watchers.add(watcher), () => watchers.delete(watcher)),
    socketStatus,
    () => 'initialized',
  )

/** Connects while a component is on the page. */
function useConnection(): void {
  useEffect(() => {
    // Its code could not be had: pages live without it until the network is back.
    const connect = () => void pageSocket().catch(() => addEventListener('online', connect, { once: true }))
    connect()
    return () => removeEventListener('online', connect)
  }, [])
}

/** Listens to a live message while the component is on the page. Give a stable handler (useCallback or a module function). */
export function useSocketMessage<N extends SocketMessageName>(
  name: N,
  handler: (message: ReceivedMessage<N>) => void,
): void {
  useConnection()
  useEffect(() => listen(name, handler), [name, handler])
}

/** Called when more was missed than the server sends again: what is shown has to be fetched anew. Give a stable handler. */
export function useSocketRefetch(handler: () => void): void {
  useConnection()
  useEffect(() => onRefetch(handler), [handler])
}

/** The same outside of components; returns what ends it. */
export function listen<N extends SocketMessageName>(
  name: N,
  handler: (message: ReceivedMessage<N>) => void,
): () => void {
  const listeners = handlers.get(name) ?? new Set()
  handlers.set(name, listeners)
  listeners.add(handler as Handler)
  return () => void listeners.delete(handler as Handler)
}
export function onRefetch(handler: () => void): () => void {
  refetchers.add(handler)
  return () => void refetchers.delete(handler)
}

/** Sends a command once the connection is signed in. It never throws: without a connection the code is `NOT_CONNECTED`. */
export async function sendCommand<N extends SocketCommandName>(
  name: N,
  payload: SocketCommandPayload<N>,
): Promise<Acknowledgement<SocketCommandReply<N>>> {
  try {
    const socket = await pageSocket()
    await Promise.race([signedIn.promise, rejectedAfter(answerMs)])
    return (await socket.timeout(answerMs).emitWithAck(name, payload)) as Acknowledgement<SocketCommandReply<N>>
  } catch {
    return { success: false, code: 'NOT_CONNECTED', message: '' }
  }
}
const rejectedAfter = (ms: number) => new Promise<never>((_, reject) => setTimeout(() => reject(new Error('time')), ms))
