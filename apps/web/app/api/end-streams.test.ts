import { expect, test } from 'vitest'
import { endStreamsQuietly } from './end-streams.ts'

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
