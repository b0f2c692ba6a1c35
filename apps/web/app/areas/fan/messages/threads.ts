import { useCallback, useSyncExternalStore } from 'react'
import { call } from '../../../api/client.ts'
import { asProblem } from '../../../api/problem.ts'
import { type Conversation, inOrder, merged, type Message, type Outgoing, stamped } from './message.ts'
import type { OutgoingFile } from '../../../parts/messages/attachments.ts'
import { readChat, writeChat } from './stored-chat.ts'

// Conversations of this tab. One that was open once is shown at once when it is opened again, and brought up to date behind it. Messages
// are numbered without gaps, so what is missing is known by its number, however events arrive.
// spec: messages.state, messages.order, error.silent

export interface Thread {
  conversation: Conversation
  /** Oldest first, without gaps. */
  messages: readonly Message[]
  outgoing: readonly Outgoing[]
  isTyping: boolean
}
export const pageSize = 25

const threads = new Map<string, Thread>()
const watchers = new Set<() => void>()
/** Whose conversations these are. */
let owner = ''

function change(id: string, next: (thread: Thread) => Partial<Thread>): void {
  const thread = threads.get(id)
  if (!thread) return
  threads.set(id, { ...thread, ...next(thread) })
  for (const watcher of watchers) watcher()
}
export const threadOf = (id: string): Thread | undefined => threads.get(id)

export function useThread(id: string, loaded: Thread | null): Thread | null {
  const read = useCallback(() => threads.get(id) ?? loaded, [id, loaded])
  const first = useCallback(() => loaded, [loaded])
  return useSyncExternalStore((watcher) => (watchers.add(watcher), () => watchers.delete(watcher)), read, first)
}

interface Loaded {
  conversation: Conversation
  messages: readonly Message[]
}
/** As the server rendered it. */
export const threadFrom = ({ conversation, messages }: Loaded): Thread => ({
  conversation,
  messages: inOrder(messages),
  outgoing: [],
  isTyping: false,
})

/** Takes what was loaded for an account; what this device has still to send goes with it. */
export function seed(accountId: string, { conversation, messages }: Loaded): void {
  if (owner !== accountId) threads.clear()
  owner = accountId
  const id = conversation._id
  stamped(messages)
  const newest = threads.get(id)?.messages.at(-1)?.sequence
  if (newest !== undefined) {
    const hasGap = messages.every(({ sequence }) => sequence > newest + 1)
    change(id, (thread) => ({ conversation, ...(hasGap ? {} : received(thread, messages)) }))
    if (hasGap && messages.length > 0) sync(id).catch(() => undefined)
    return
  }
  const stored = readChat(localStorage, owner, id)?.outgoing ?? []
  const known = inOrder(messages)
  const outgoing = stored
    .filter(({ clientId }) => !known.some((message) => message.clientId === clientId))
    .map((sending) => ({ ...sending, state: sending.state === 'failed' ? ('failed' as const) : ('sending' as const) }))
  threads.set(id, { conversation, messages: known, outgoing, isTyping: false })
  for (const watcher of watchers) watcher()
  if (outgoing.length > 0) void pump(id)
}

/** What came is no longer on its way. */
function received(thread: Thread, found: readonly Message[]): Pick<Thread, 'messages' | 'outgoing'> {
  const arrived = new Set(found.map(({ clientId }) => clientId))
  return {
    messages: merged(thread.messages, found),
    outgoing: thread.outgoing.filter(({ clientId }) => !arrived.has(clientId)),
  }
}
function store(id: string): void {
  const thread = threads.get(id)
  if (thread) writeChat(localStorage, owner, id, { outgoing: [...thread.outgoing] })
}

/** Loads a conversation; one that is known is brought up to date. */
export async function load(accountId: string, id: string): Promise<void> {
  const [{ data: conversation }, { data: messages }] = await Promise.all([
    call('GET /conversations/:id', { params: { id } }),
    call('GET /messages/conversations/:id', { params: { id }, query: { limit: pageSize } }),
  ])
  seed(accountId, { conversation, messages })
}

const running = new Map<string, { again: boolean; done: Promise<void> }>()
/** Fetches what follows the newest known message, until nothing does. At most one of these runs for a conversation. */
export function sync(id: string): Promise<void> {
  const now = running.get(id)
  if (now) {
    now.again = true
    return now.done
  }
  const state = { again: true, done: Promise.resolve() }
  running.set(id, state)
  state.done = (async () => {
    try {
      while (state.again) {
        state.again = false
        const thread = threads.get(id)
        if (!thread) return
        const after = thread.messages.at(-1)?.sequence ?? 0
        const { data } = await call('GET /messages/conversations/:id', { params: { id }, query: { after, limit: 100 } })
        if (data.length === 0) continue
        stamped(data)
        change(id, (known) => received(known, data))
        store(id)
        state.again ||= data.length === 100
      }
    } finally {
      running.delete(id)
    }
  })()
  return state.done
}
/** The same for all that were opened in this tab: after a time without the socket. */
export const syncAll = (): void => {
  for (const id of threads.keys()) sync(id).catch(() => undefined)
}
export const sendWaiting = (): void => {
  for (const id of threads.keys()) void pump(id)
}

/** Older messages before the first known one. */
export async function loadOlder(id: string, limit = pageSize): Promise<void> {
  const first = threads.get(id)?.messages[0]?.sequence
  if (first === undefined || first <= 1) return
  const { data } = await call('GET /messages/conversations/:id', {
    params: { id },
    query: { before: first, limit },
  })
  stamped(data)
  change(id, (thread) => received(thread, data))
}

/** One message again: it was deleted, bought, or its files have other addresses by now. */
export async function refresh(id: string, sequence: number): Promise<Message | undefined> {
  const { data } = await call('GET /messages/conversations/:id', {
    params: { id },
    query: { after: sequence - 1, limit: 1 },
  })
  stamped(data)
  // Its new files count, not the known ones.
  change(id, (thread) => ({
    messages: thread.messages.map((message) => data.find(({ _id }) => _id === message._id) ?? message),
  }))
  return data[0]
}

// What the socket sends

export const noteSeen = (id: string, readerId: string, sequence: number): void =>
  change(id, ({ messages, conversation }) =>
    readerId === owner
      ? { conversation: { ...conversation, totalNotSeenMessages: 0 } }
      : {
          messages: messages.map((message) =>
            message.senderId === owner && message.sequence <= sequence && message.seenAt === null
              ? { ...message, seenAt: new Date().toISOString() }
              : message,
          ),
        },
  )
const typingTimers = new Map<string, ReturnType<typeof setTimeout>>()
/** A browser that was closed says nothing more: it ends after a while. */
const typingMs = 8000
export function noteTyping(id: string, isTyping: boolean): void {
  clearTimeout(typingTimers.get(id))
  change(id, () => ({ isTyping }))
  if (isTyping)
    typingTimers.set(
      id,
      setTimeout(() => noteTyping(id, false), typingMs),
    )
}
export const patchConversation = (id: string, next: Partial<Conversation>): void =>
  change(id, ({ conversation }) => ({ conversation: { ...conversation, ...next } }))

/** It is no longer open to this account. */
export const invalidate = (id: string): void => void threads.delete(id)

// Reading

const reading = new Map<string, number>()
/** Marks what is on the screen as read. */
export async function markRead(id: string): Promise<void> {
  const thread = threads.get(id)
  const newest = thread?.messages.findLast(({ senderId }) => senderId !== owner)
  if (!thread || !newest || (reading.get(id) ?? 0) >= newest.sequence) return
  if (thread.conversation.totalNotSeenMessages === 0 && newest.seenAt !== null) return
  reading.set(id, newest.sequence)
  try {
    await call('POST /messages/read-all/:id', { params: { id } })
    patchConversation(id, { totalNotSeenMessages: 0 })
  } catch {
    reading.delete(id)
  }
}

// Sending

/** Shows a message at once and sends it behind that; messages go one after another, in the order in which they were written. */
export function send(
  id: string,
  message: Pick<Outgoing, 'text' | 'files' | 'price' | 'replyTo' | 'expectedPrice' | 'expectedTerms'>,
): void {
  const outgoing: Outgoing = {
    ...message,
    clientId: crypto.randomUUID(),
    createdAt: new Date().toISOString(),
    state: 'sending',
    code: null,
  }
  change(id, (thread) => ({ outgoing: [...thread.outgoing, outgoing] }))
  store(id)
  void pump(id)
}
/** Shows a message that was sent outside of the queue: the first one, with its payment. What writing costs is another afterwards. */
export async function noteSent(id: string, message: Message, files: readonly OutgoingFile[]): Promise<void> {
  for (const file of files) if (file.url) localImages.set(file.fileId, file.url)
  stamped([message])
  // What the other person sent in between comes first; what can't be read now comes later.
  await sync(id).catch(() => undefined)
  change(id, (thread) => received(thread, [message]))
  store(id)
  await refreshWriting(id)
}
/** Reads again whether one may write, and what it costs; without an answer it stays what it was. */
export const refreshWriting = (id: string): Promise<void> =>
  call('GET /conversations/:id', { params: { id } }).then(
    ({ data }) => patchConversation(id, { writing: data.writing }),
    () => undefined,
  )
export function retry(id: string, clientId: string): void {
  mark(id, clientId, { state: 'sending', code: null })
  void pump(id)
}
export function discard(id: string, clientId: string): void {
  change(id, ({ outgoing }) => ({ outgoing: outgoing.filter((sending) => sending.clientId !== clientId) }))
  store(id)
}
function mark(id: string, clientId: string, next: Partial<Outgoing>): void {
  change(id, ({ outgoing }) => ({
    outgoing: outgoing.map((sending) => (sending.clientId === clientId ? { ...sending, ...next } : sending)),
  }))
  store(id)
}

const pumping = new Set<string>()
const waits = new Map<string, { timer: ReturnType<typeof setTimeout>; ms: number }>()
const waitMsMax = 10_000
/** Sends what waits. Without any answer it may have arrived all the same: it goes again under the same id, which the server knows. */
async function pump(id: string): Promise<void> {
  if (pumping.has(id)) return
  pumping.add(id)
  clearTimeout(waits.get(id)?.timer)
  try {
    for (;;) {
      const next = threads.get(id)?.outgoing.find(({ state }) => state !== 'failed')
      if (!next) return
      const { clientId, text, files, price, replyTo, expectedPrice, expectedTerms } = next
      try {
        const { data } = await call('POST /messages/conversations/:id', {
          params: { id },
          body: {
            text,
            clientId,
            fileIds: files.map(({ fileId }) => fileId),
            ...(price !== null && { price }),
            ...(replyTo && { replyToId: replyTo._id }),
            ...(expectedPrice !== null && { expectedPrice }),
            ...(expectedTerms && { expectedTerms }),
          },
        })
        for (const file of files) if (file.url) localImages.set(file.fileId, file.url)
        stamped([data])
        // What the other person sent in between comes first.
        if (data.sequence > (threads.get(id)?.messages.at(-1)?.sequence ?? 0) + 1) await sync(id)
        change(id, (thread) => received(thread, [data]))
        store(id)
        waits.delete(id)
      } catch (error) {
        const { status, code } = asProblem(error)
        // Whatever the server answered, its sender decides whether it goes again.
        if (status !== 0) {
          mark(id, clientId, { state: 'failed', code: status < 500 ? code : null })
          continue
        }
        mark(id, clientId, { state: 'waiting' })
        const ms = Math.min(waitMsMax, (waits.get(id)?.ms ?? 500) * 2)
        waits.set(id, { ms, timer: setTimeout(() => void pump(id), ms) })
        return
      }
    }
  } finally {
    pumping.delete(id)
  }
}
/** Images of files that were sent from this tab: shown until the server's are ready. */
export const localImages = new Map<string, string>()
