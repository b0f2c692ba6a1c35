import { expect, test } from 'vitest'
import { chatFrom, chatReducer, type PublicMessage } from './chat-state.ts'

const message = (sequence: number, more: Partial<PublicMessage> = {}): PublicMessage => ({
  _id: `m${sequence}`,
  conversationId: 'c',
  sequence,
  clientId: null,
  sender: { _id: 'a', name: 'Ana', username: 'ana', avatar: '/a', isVerified: false },
  authorKind: null,
  senderRole: null,
  isHeld: false,
  text: `Message ${sequence}`,
  tip: null,
  isDeleted: false,
  createdAt: '2026-01-01T00:00:00Z',
  ...more,
})
const ids = (state: { messages: readonly PublicMessage[] }) => state.messages.map(({ _id }) => _id)

test('messages are shown once and in their order, however they come', () => {
  const state = chatFrom([message(3), message(1)])
  const next = chatReducer(state, { type: 'received', messages: [message(4), message(2), message(3)] })
  expect(ids(next)).toEqual(['m1', 'm2', 'm3', 'm4'])
})

test('one’s own message is on its way until it arrived, whether the reply or the socket says so first', () => {
  const sending = chatReducer(chatFrom([]), { type: 'sending', sending: { clientId: 'x', text: 'Hello' } })
  expect(sending.sending).toHaveLength(1)
  const heard = chatReducer(sending, { type: 'received', messages: [message(1)] })
  expect(heard.sending).toHaveLength(1)
  const answered = chatReducer(heard, { type: 'received', messages: [message(1, { clientId: 'x' })] })
  expect([answered.sending, ids(answered)]).toEqual([[], ['m1']])
  // What the socket says later takes nothing away.
  expect(chatReducer(answered, { type: 'received', messages: [message(1)] }).messages[0]?.clientId).toBe('x')
})

test('a deleted message leaves its place, and nothing of what it said', () => {
  const state = chatReducer(chatFrom([message(1, { tip: { tokens: 5, isOrder: false } })]), {
    type: 'deleted',
    id: 'm1',
  })
  expect(state.messages[0]).toMatchObject({ isDeleted: true, text: '', tip: null })
  expect(chatReducer(state, { type: 'cleared' }).messages).toEqual([])
})

test('what waits is beside the chat until it is approved or refused, in the order in which it was written', () => {
  const waiting = (n: number) => message(0, { _id: `h${n}`, isHeld: true, createdAt: `2026-01-01T00:00:0${n}Z` })
  const state = chatReducer(chatFrom([message(1)]), {
    type: 'received',
    messages: [waiting(2), waiting(1), waiting(2)],
  })
  expect([ids(state), state.held.map(({ _id }) => _id)]).toEqual([['m1'], ['h1', 'h2']])
  const approved = chatReducer(state, { type: 'received', messages: [message(2, { _id: 'h1' })] })
  expect([ids(approved), approved.held.map(({ _id }) => _id)]).toEqual([['m1', 'h1'], ['h2']])
  const refused = chatReducer(approved, { type: 'deleted', id: 'h2' })
  expect([ids(refused), refused.held]).toEqual([['m1', 'h1'], []])
  expect(chatReducer(refused, { type: 'waiting', messages: [waiting(3)] }).held).toHaveLength(1)
})

test('a refusal is said until something else is written', () => {
  const problem = {
    status: 409,
    code: 'SLOW_MODE' as const,
    message: 'Wait.',
    errors: [],
    requestId: null,
    details: {},
  }
  const sending = chatReducer(chatFrom([]), { type: 'sending', sending: { clientId: 'x', text: 'Hello' } })
  const refused = chatReducer(sending, { type: 'refused', clientId: 'x', problem })
  expect([refused.sending, refused.problem]).toEqual([[], problem])
  expect(chatReducer(refused, { type: 'corrected' }).problem).toBeNull()
})

test('a page keeps the newest two hundred', () => {
  const many = Array.from({ length: 260 }, (_, n) => message(n + 1))
  expect(ids(chatFrom(many)).slice(0, 1)).toEqual(['m61'])
})
