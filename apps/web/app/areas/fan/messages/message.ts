import type { Reply } from '../../../api/client.ts'
import type { OutgoingFile } from '../../../parts/messages/attachments.ts'

export type Conversation = Reply<'GET /conversations/:id'>['data']
export type Message = Reply<'GET /messages/conversations/:id'>['data'][number]

/** A message that is on its way: in the conversation before the server has answered. */
export interface Outgoing {
  clientId: string
  text: string
  files: readonly OutgoingFile[]
  /** Tokens, where it is sold. */
  price: number | null
  replyTo: Message['replyTo']
  /** Tokens that writing costs, as it was shown. */
  expectedPrice: number | null
  /** The version of the terms beside it. */
  expectedTerms?: string | null
  createdAt: string
  /** `sending` goes now or next, `waiting` goes again by itself, `failed` was refused. */
  state: 'sending' | 'waiting' | 'failed'
  /** Of the refusal. */
  code: string | null
}

/** Those of both lists in their order; of two with one id, the later found. */
export function merged(known: readonly Message[], found: readonly Message[]): Message[] {
  const all = new Map(known.map((message) => [message._id, message]))
  for (const message of found) all.set(message._id, withOldFiles(message, all.get(message._id)))
  return [...all.values()].toSorted((a, b) => a.sequence - b.sequence)
}

/** Each answer has new addresses of the same files. Those that are loaded stay, so that nothing loads twice. */
function withOldFiles(next: Message, known: Message | undefined): Message {
  if (!known || known.isLocked !== next.isLocked || known.files.length !== next.files.length) return next
  const isReady = known.files.every((file) => !file.isLocked && file.status === 'ready')
  return isReady && Date.now() - (fetchedAt.get(known.files) ?? 0) < freshMs ? { ...next, files: known.files } : next
}
/** Half a minute less than an address lives at least. */
const freshMs = 210_000
const fetchedAt = new WeakMap<object, number>()
/** Notes when these messages came, which says how long the addresses of their files are good for. */
export function stamped(messages: readonly Message[]): readonly Message[] {
  for (const { files } of messages) fetchedAt.set(files, Date.now())
  return messages
}

/** Newest last: the server sends them newest first. */
export const inOrder = (messages: readonly Message[]): Message[] => messages.toSorted((a, b) => a.sequence - b.sequence)

/** Messages of one person within a few minutes stand together. */
const togetherMs = 5 * 60_000
export const isTogether = (
  a: Pick<Message, 'senderId' | 'createdAt'>,
  b: Pick<Message, 'senderId' | 'createdAt'>,
): boolean => a.senderId === b.senderId && Math.abs(Date.parse(b.createdAt) - Date.parse(a.createdAt)) < togetherMs
