import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keepShownPage } from './keep-shown-page.ts'

const origin = 'https://fanlight.example'
const lost = () => Promise.reject(new TypeError('Failed to fetch'))
let shown = '/creator/vault'
let sent: string[] = []
let answers: (() => Promise<Response>)[] = []
let page = new EventTarget()

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('location', new URL(`${origin}/anything`))
  shown = '/creator/vault'
  sent = []
  answers = []
  page = new EventTarget()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function kept() {
  const client = {
    fetch: ((input: URL) => {
      sent.push(input.pathname)
      return (answers.shift() ?? lost)()
    }) as typeof fetch,
  }
  const stop = keepShownPage(() => shown, page, client)
  return { client, stop, load: (path: string, init?: RequestInit) => client.fetch(new URL(path, origin), init) }
}

test('data of the page that is shown are requested until they come, after waits that grow', async () => {
  answers = [lost, lost, lost, async () => new Response('files')]
  const reply = kept().load('/creator/vault.data?kind=photo')
  await vi.advanceTimersByTimeAsync(999)
  expect(sent).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(sent).toHaveLength(2)
  await vi.advanceTimersByTimeAsync(1_999)
  expect(sent).toHaveLength(2)
  await vi.advanceTimersByTimeAsync(1)
  expect(sent).toHaveLength(3)
  await vi.advanceTimersByTimeAsync(4_000)
  expect(await (await reply).text()).toBe('files')
  expect(sent).toHaveLength(4)
  expect(vi.getTimerCount()).toBe(0)
})

test('they are requested at once when the network is back', async () => {
  const reply = kept().load('/creator/vault.data')
  await vi.advanceTimersByTimeAsync(100)
  answers = [async () => new Response('files')]
  page.dispatchEvent(new Event('online'))
  expect(await (await reply).text()).toBe('files')
  expect(vi.getTimerCount()).toBe(0)
})

test('an answer that breaks off on its way is none', async () => {
  const broken = new ReadableStream<Uint8Array>({
    start: (body) => body.enqueue(new TextEncoder().encode('fil')),
    pull: (body) => body.error(new TypeError('network error')),
  })
  const headers = { 'x-remix-response': 'yes' }
  answers = [async () => new Response(broken), async () => new Response('files', { status: 202, headers })]
  const reply = kept().load('/creator/vault.data')
  await vi.advanceTimersByTimeAsync(1_000)
  expect([(await reply).status, Object.fromEntries((await reply).headers), await (await reply).text()]).toEqual([
    202,
    { 'content-type': 'text/plain;charset=UTF-8', ...headers },
    'files',
  ])
  expect(sent).toHaveLength(2)
})

test('whatever the server says is an answer', async () => {
  answers = [async () => new Response('busy', { status: 503 })]
  expect((await kept().load('/creator/vault.data')).status).toBe(503)
  expect(sent).toHaveLength(1)
})

test('the page at the top of the site is one as well', async () => {
  shown = '/'
  answers = [lost, async () => new Response('home')]
  const reply = kept().load('/_.data')
  await vi.advanceTimersByTimeAsync(1_000)
  expect(await (await reply).text()).toBe('home')
})

test('another page, a form and another site fail as ever', async () => {
  const { load, client } = kept()
  await expect(load('/creator/posts.data')).rejects.toThrow('Failed to fetch')
  await expect(load('/creator/vault.data', { method: 'POST' })).rejects.toThrow('Failed to fetch')
  await expect(load('/api/creator/vault')).rejects.toThrow('Failed to fetch')
  await expect(client.fetch(new URL('https://elsewhere.example/creator/vault.data'))).rejects.toThrow('Failed to fetch')
  expect(sent).toHaveLength(4)
})

test('who leaves the page ends the wait', async () => {
  const leaving = new AbortController()
  const { load } = kept()
  const ended = expect(load('/creator/vault.data', { signal: leaving.signal })).rejects.toThrow('left')
  await vi.advanceTimersByTimeAsync(500)
  leaving.abort(new Error('left'))
  await ended
  // A page that became another while it waited is no longer what is shown.
  const other = expect(load('/creator/vault.data')).rejects.toThrow('Failed to fetch')
  await vi.advanceTimersByTimeAsync(500)
  shown = '/creator/posts'
  await vi.advanceTimersByTimeAsync(500)
  await other
  expect(sent).toHaveLength(3)
  expect(vi.getTimerCount()).toBe(0)
})

test('once ended, every request fails as ever', async () => {
  const { load, stop } = kept()
  stop()
  await expect(load('/creator/vault.data')).rejects.toThrow('Failed to fetch')
})
