import type { Reply } from '../../api/client.ts'
import type { ProblemData } from '../../api/problem.ts'

export type PublicChat = Reply<'GET /conversations/stream/performer/:id'>['data']
export type PublicMessage = Reply<'GET /messages/stream/:id'>['data'][number]

/** What is on its way. It was refused where there is a problem. */
export interface Sending {
  clientId: string
  text: string
}
export interface ChatState {
  /** Oldest first. */
  messages: readonly PublicMessage[]
  /** Those that wait for approval: for who moderates all, for others their own. Oldest first. */
  held: readonly PublicMessage[]
  sending: readonly Sending[]
  /** Why the last message was refused; its text is back in the field. */
  problem: ProblemData | null
}
export type ChatChange =
  | { type: 'received'; messages: readonly PublicMessage[] }
  | { type: 'waiting'; messages: readonly PublicMessage[] }
  | { type: 'deleted'; id: string }
  | { type: 'cleared' }
  | { type: 'sending'; sending: Sending }
  | { type: 'refused'; clientId: string; problem: ProblemData }
  | { type: 'corrected' }

/** So many messages a page shows; what was said before is with the server. */
const shownMax = 200

export const chatFrom = (newestFirst: readonly PublicMessage[]): ChatState => ({
  messages: merged([], newestFirst),
  held: [],
  sending: [],
  problem: null,
})

/** Messages are known by their id, so that the same one may come twice and in any order. */
export function chatReducer(state: ChatState, change: ChatChange): ChatState {
  switch (change.type) {
    case 'received': {
      const arrived = new Set(change.messages.map(({ clientId }) => clientId))
      const shown = change.messages.filter(({ isHeld }) => !isHeld)
      const known = new Set(shown.map(({ _id }) => _id))
      return {
        ...state,
        messages: merged(state.messages, shown),
        held: inTime([...state.held, ...change.messages.filter(({ isHeld }) => isHeld)]).filter(
          ({ _id }) => !known.has(_id),
        ),
        sending: state.sending.filter(({ clientId }) => !arrived.has(clientId)),
      }
    }
    case 'waiting':
      return { ...state, held: inTime(change.messages) }
    case 'deleted':
      return {
        ...state,
        held: state.held.filter(({ _id }) => _id !== change.id),
        messages: state.messages.map((message) =>
          message._id === change.id ? { ...message, isDeleted: true, text: '', tip: null } : message,
        ),
      }
    case 'cleared':
      return { ...state, messages: [], held: [] }
    case 'sending':
      return { ...state, sending: [...state.sending, change.sending], problem: null }
    case 'refused':
      return {
        ...state,
        sending: state.sending.filter(({ clientId }) => clientId !== change.clientId),
        problem: change.problem,
      }
    case 'corrected':
      return state.problem ? { ...state, problem: null } : state
  }
}

/** Each once. */
const inTime = (messages: readonly PublicMessage[]): readonly PublicMessage[] =>
  [...new Map(messages.map((message) => [message._id, message])).values()].toSorted((one, other) =>
    one.createdAt < other.createdAt ? -1 : 1,
  )

function merged(known: readonly PublicMessage[], found: readonly PublicMessage[]): readonly PublicMessage[] {
  const byId = new Map(known.map((message) => [message._id, message]))
  for (const message of found) {
    // The socket tells everyone the same: only one's own reply says which message it was.
    const clientId = message.clientId ?? byId.get(message._id)?.clientId ?? null
    byId.set(message._id, { ...message, clientId })
  }
  return [...byId.values()].toSorted((one, other) => one.sequence - other.sequence).slice(-shownMax)
}
