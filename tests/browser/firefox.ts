import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { centerOf, type Engine, eventually, isInstalled } from './engine.ts'

// Debian's firefox-esr, where the machine has it, driven by WebDriver BiDi over a WebSocket.

/** What is missing to run Firefox here; empty where nothing is. */
export const missingForFirefox = (): string[] => (isInstalled('firefox-esr') ? [] : ['firefox-esr'])

/** What Firefox reports of requests that end because their page is left. */
const endedByLeaving =
  /^(AbortError: |TypeError: (NetworkError when attempting to fetch resource|error loading dynamically imported module))/

// No questions, no updates, and no requests but those of pages.
const preferences = {
  'app.normandy.enabled': false,
  'app.update.disabledForTesting': true,
  'browser.aboutwelcome.enabled': false,
  'browser.safebrowsing.update.enabled': false,
  'browser.search.update': false,
  'browser.shell.checkDefaultBrowser': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'dom.push.connection.enabled': false,
  // As in the other journeys: what the worker does while a page is left is its own matter.
  'dom.serviceWorkers.enabled': false,
  'extensions.getAddons.cache.enabled': false,
  'intl.accept_languages': 'en-US',
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'remote.prefs.recommended': true,
  'services.settings.server': 'data:,',
  'toolkit.telemetry.reportingpolicy.firstRun': false,
}

export async function launchFirefox(): Promise<Engine> {
  const profile = mkdtempSync(join(tmpdir(), 'fanlight-firefox-'))
  const lines = Object.entries(preferences).map(([name, value]) => `user_pref('${name}', ${JSON.stringify(value)});`)
  writeFileSync(join(profile, 'user.js'), lines.join('\n'))
  const child = spawn(
    'firefox-esr',
    ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port=0', 'about:blank'],
    { stdio: ['ignore', 'ignore', 'pipe'], env: { ...process.env, HOME: profile, MOZ_CRASHREPORTER_DISABLE: '1' } },
  )
  const gone = new Promise<void>((done) => child.once('close', () => done()))
  const remove = async () => {
    child.kill()
    await gone
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
  }
  try {
    let said = ''
    child.stderr.on('data', (text: Buffer) => (said += text.toString()))
    const address = await eventually(async () => {
      const found = /WebDriver BiDi listening on (ws:\S+)/.exec(said)?.[1]
      if (!found) throw new Error(`Firefox does not listen: ${said.slice(-500)}`)
      return found
    })
    const faults: string[] = []
    const { send, close } = await connect(`${address}/session`, (method, params) => {
      if (method === 'log.entryAdded' && params['type'] === 'javascript' && params['level'] === 'error')
        if (!endedByLeaving.test(String(params['text']))) faults.push(String(params['text']))
    })
    await send('session.new', { capabilities: {} })
    await send('session.subscribe', { events: ['log.entryAdded'] })
    const { contexts } = (await send('browsingContext.getTree', {})) as { contexts: { context: string }[] }
    const { context } = contexts[0]!
    const run = async <T>(body: string): Promise<T | null> => {
      const reply = (await send('script.evaluate', {
        expression: `JSON.stringify((() => {${body}})() ?? null)`,
        target: { context },
        awaitPromise: false,
      })) as { type: string; result?: { value: string }; exceptionDetails?: { text: string } }
      if (!reply.result) throw new Error(reply.exceptionDetails?.text ?? 'Firefox ran nothing')
      return JSON.parse(reply.result.value) as T | null
    }
    const until = <T>(script: string) =>
      eventually(async () => {
        const found = await run<T>(script)
        if (found === null) throw new Error(`Nothing yet: ${script}`)
        return found
      })
    return {
      name: 'Firefox',
      faults,
      until,
      // A page that is just going elsewhere by itself ends the first try.
      open: async (url) => {
        await eventually(() => send('browsingContext.navigate', { context, url, wait: 'complete' }))
      },
      setCookie: async (url, name, value) => {
        const cookie = { name, value: { type: 'string', value }, domain: new URL(url).hostname, path: '/' }
        await send('storage.setCookie', { cookie })
      },
      setSize: async (width, height) => {
        await send('browsingContext.setViewport', { context, viewport: { width, height } })
      },
      async click(expression) {
        const { x, y } = await until<{ x: number; y: number }>(centerOf(expression))
        const actions = [
          { type: 'pointerMove', x, y },
          { type: 'pointerDown', button: 0 },
          { type: 'pointerUp', button: 0 },
        ]
        await send('input.performActions', { context, actions: [{ type: 'pointer', id: 'mouse', actions }] })
      },
      async photograph(expression) {
        await until(centerOf(expression))
        const clip = await until<object>(`
          const { left: x, top: y, width, height } = (${expression}).getBoundingClientRect()
          return { type: 'box', x, y, width, height }`)
        const { data } = (await send('browsingContext.captureScreenshot', { context, clip })) as { data: string }
        return Buffer.from(data, 'base64')
      },
      async stop() {
        await send('browser.close', {}).catch(() => undefined)
        close()
        await remove()
      },
    }
  } catch (error) {
    await remove()
    throw error
  }
}

type OnEvent = (method: string, params: Record<string, unknown>) => void
type Answer = { id?: number; method?: string; params?: Record<string, unknown>; result?: unknown; message?: string }

async function connect(url: string, onEvent: OnEvent) {
  const socket = new WebSocket(url)
  const waiting = new Map<number, { resolve: (result: unknown) => void; reject: (error: Error) => void }>()
  let last = 0
  socket.addEventListener('message', ({ data }) => {
    const { id, method, params, result, message } = JSON.parse(String(data)) as Answer
    if (id === undefined) return onEvent(method ?? '', params ?? {})
    const request = waiting.get(id)
    waiting.delete(id)
    if (result === undefined) request?.reject(new Error(`Firefox refused: ${message ?? ''}`))
    else request?.resolve(result)
  })
  socket.addEventListener('close', () => {
    for (const { reject } of waiting.values()) reject(new Error('Firefox is gone'))
    waiting.clear()
  })
  await new Promise<void>((resolve, reject) => {
    socket.addEventListener('open', () => resolve())
    socket.addEventListener('error', () => reject(new Error(`No answer at ${url}`)))
  })
  return {
    send: (method: string, params: object) =>
      new Promise<unknown>((resolve, reject) => {
        waiting.set(++last, { resolve, reject })
        socket.send(JSON.stringify({ id: last, method, params }))
      }),
    close: () => socket.close(),
  }
}
