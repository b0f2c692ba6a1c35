import { afterEach, expect, test, vi } from 'vitest'
import { endStreamsQuietly } from './end-streams.ts'

afterEach(() => void vi.useRealTimers())

test('an error that was not caught is reported, but not after its page was left', () => {
  const page = new EventTarget()
  endStreamsQuietly(page)
  const isReported = () => page.dispatchEvent(new Event('unhandledrejection', { cancelable: true }))
  expect(isReported()).toBe(true)
  page.dispatchEvent(new Event('pagehide'))
  expect(isReported()).toBe(false)
  page.dispatchEvent(new Event('pageshow'))
  expect(isReported()).toBe(true)
})

test('the error of a stream is passed on a moment later; what reads the whole reply reads it as ever', async () => {
  const replies: Response[] = []
  const client = { fetch: () => Promise.resolve(replies.shift()!) }
  endStreamsQuietly(new EventTarget(), client)
  const request = client.fetch as () => Promise<Response>
  const cut = new ReadableStream({
    start: (controller) => controller.enqueue(new TextEncoder().encode('half')),
    pull: (controller) => controller.error(new TypeError('Error in input stream')),
  })
  replies.push(new Response(cut), new Response('{"a":1}'), new Response('whole'), new Response(null, { status: 204 }))
  const reader = (await request()).body!.getReader()
  expect(new TextDecoder().decode((await reader.read()).value)).toBe('half')
  let isPassedOn = false
  vi.useFakeTimers()
  const rest = reader.read().finally(() => (isPassedOn = true))
  await vi.advanceTimersByTimeAsync(1_000)
  expect(isPassedOn).toBe(false)
  const caught = expect(rest).rejects.toThrow('Error in input stream')
  await vi.advanceTimersByTimeAsync(4_000)
  await caught
  vi.useRealTimers()
  const whole = await request()
  expect(whole.body).not.toBeNull()
  expect(await whole.json()).toEqual({ a: 1 })
  expect(await new Response((await request()).body).text()).toBe('whole')
  expect((await request()).body).toBeNull()
})
