import { expect, test } from 'vitest'
import { merged, type Message } from './message.ts'
import { readChat, writeChat } from './stored-chat.ts'

function storage(): Storage {
  const all = new Map<string, string>()
  return {
    getItem: (key: string) => all.get(key) ?? null,
    setItem: (key: string, value: string) => void all.set(key, value),
    removeItem: (key: string) => void all.delete(key),
    get length() {
      return all.size
    },
  } as Storage
}
const waiting = {
  clientId: 'c1',
  text: 'hello',
  files: [{ fileId: 'f1', kind: 'photo' as const, name: 'a.jpg', url: 'blob:1' }],
  price: null,
  replyTo: null,
  expectedPrice: null,
  createdAt: '2026-11-24T00:00:00.000Z',
  state: 'waiting' as const,
  code: null,
}

test('what is typed and what waits are stored together, by account and conversation', () => {
  const store = storage()
  writeChat(store, 'me', 'one', { text: 'half a sen' }, 1000)
  writeChat(store, 'me', 'one', { outgoing: [waiting] }, 2000)
  expect(readChat(store, 'me', 'one', 3000)).toMatchObject({ text: 'half a sen', outgoing: [{ clientId: 'c1' }] })
  expect(readChat(store, 'me', 'one', 3000)?.outgoing[0]?.files).toEqual([
    { fileId: 'f1', kind: 'photo', name: 'a.jpg' },
  ])
  expect(readChat(store, 'me', 'two', 3000)).toBeNull()
  expect(readChat(store, 'other', 'one', 3000)).toBeNull()
})

test('nothing remains of a conversation in which nothing is left to send, nor after a week', () => {
  const store = storage()
  writeChat(store, 'me', 'one', { text: 'a' }, 1000)
  writeChat(store, 'me', 'one', { text: '' }, 2000)
  expect(store).toHaveLength(0)
  writeChat(store, 'me', 'one', { text: 'a' }, 1000)
  expect(readChat(store, 'me', 'one', 8 * 86_400_000)).toBeNull()
  expect(store).toHaveLength(0)
})

test('messages of two answers stand in the order of their numbers, each once', () => {
  const message = (sequence: number, text = '') =>
    ({ _id: `m${sequence}`, sequence, text, files: [] }) as unknown as Message
  const all = merged([message(1), message(2)], [message(3), message(2, 'edited'), message(4)])
  expect(all.map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4])
  expect(all[1]?.text).toBe('edited')
})
