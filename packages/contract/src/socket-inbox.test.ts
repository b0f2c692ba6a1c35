import { expect, test } from 'vitest'
import { SocketInbox } from './socket-inbox.ts'

const inbox = () => {
  const handled: string[] = []
  const it = new SocketInbox(({ data }) => handled.push(data.id))
  const send = (id: string, seq = '1.1') => it.receive({ name: 'unread/changed', data: { id, seq } })
  return { it, send, handled }
}

test('a message is handled once, however often it comes', () => {
  const { send, handled } = inbox()
  for (const id of ['7.0', '7.1', '7.0', '8.0', '7.1']) send(id)
  expect(handled).toEqual(['7.0', '7.1', '8.0'])
})

test('what comes while a gap is closed is handled after it, in the order of events', () => {
  const { it, send, handled } = inbox()
  send('7.0')
  it.hold()
  // A live message, then those of the gap, which the live one is among.
  send('12.0')
  send('9.0')
  send('10.0')
  send('10.1')
  send('12.0')
  expect(handled).toEqual(['7.0'])
  it.release()
  expect(handled).toEqual(['7.0', '9.0', '10.0', '10.1', '12.0'])
})

test('the position moves only when nothing before it can be missing', () => {
  const { it, send } = inbox()
  expect(it.position).toBeUndefined()
  it.hold()
  send('3.0', '5.3')
  expect(it.position).toBeUndefined()
  it.release()
  expect(it.position).toBe('5.3')
  it.hold()
  send('9.0', '8.9')
  // The connection is lost again before the gap is closed.
  it.hold()
  expect(it.position).toBe('5.3')
  send('9.0', '9.9')
  it.release()
  expect(it.position).toBe('9.9')
})

test('signals, which are no events, are not held back', () => {
  const { it, send, handled } = inbox()
  it.hold()
  send('5f1c7a2e-0000-7000-8000-000000000000')
  expect(handled).toHaveLength(1)
})
