import { spawn } from 'node:child_process'
import { globSync } from 'node:fs'
import { freeTcpPort } from '@fanlight/server/platform/process/free-port'
import { centerOf, type Engine, eventually, isInstalled } from './engine.ts'

// Safari's engine, where the machine has it: Debian's webkit2gtk-driver and xvfb. It is driven by WebDriver, because Playwright's own
// build of WebKit is a download of its own.

const [miniBrowser] = globSync('/usr/lib/*/webkit2gtk-4.*/MiniBrowser')

/** What is missing to run WebKit here; empty where nothing is. */
export const missingForWebkit = (): string[] => [
  ...['WebKitWebDriver', 'Xvfb'].filter((program) => !isInstalled(program)),
  ...(miniBrowser ? [] : ['MiniBrowser']),
]

const answerMsMax = 30_000

export async function launchWebkit(): Promise<Engine> {
  const display = `:${100 + (process.pid % 800)}`
  const screen = spawn('Xvfb', [display, '-screen', '0', '1600x1100x24', '-nolisten', 'tcp'], { stdio: 'ignore' })
  const port = await freeTcpPort()
  const driver = spawn('WebKitWebDriver', [`--port=${port}`], {
    stdio: 'ignore',
    env: {
      ...process.env,
      DISPLAY: display,
      // As with Chromium: its sandbox does not start as root and in containers.
      WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
      WEBKIT_DISABLE_COMPOSITING_MODE: '1',
      LIBGL_ALWAYS_SOFTWARE: '1',
    },
  })
  const gone = [driver, screen].map((child) => new Promise<void>((done) => child.once('close', () => done())))
  const stop = async () => {
    for (const child of [driver, screen]) child.kill()
    // The next one may take the same display.
    await Promise.all(gone)
  }
  const send = async <T>(method: string, path: string, body?: object): Promise<T> => {
    const reply = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(answerMsMax),
    })
    const { value } = (await reply.json()) as { value: T }
    if (!reply.ok) throw new Error(`WebKit refused ${path}: ${JSON.stringify(value).slice(0, 300)}`)
    return value
  }
  try {
    await eventually(() => send('GET', '/status'))
    const capabilities = {
      alwaysMatch: { 'webkitgtk:browserOptions': { binary: miniBrowser, args: ['--automation'] } },
    }
    const { sessionId } = await eventually(() => send<{ sessionId: string }>('POST', '/session', { capabilities }))
    const session = `/session/${sessionId}`
    const until = <T>(script: string) =>
      eventually(async () => {
        const found = await send<T | null>('POST', `${session}/execute/sync`, { script, args: [] })
        if (found === null) throw new Error(`Nothing yet: ${script}`)
        return found
      })
    return {
      name: 'WebKit',
      faults: [],
      until,
      open: (url) => send('POST', `${session}/url`, { url }),
      async setCookie(url, name, value) {
        // Cookies are set for the page that is open.
        await send('POST', `${session}/url`, { url: `${url}/contact` })
        await send('POST', `${session}/cookie`, { cookie: { name, value, path: '/' } })
      },
      setSize: (width, height) => send('POST', `${session}/window/rect`, { x: 0, y: 0, width, height }),
      async click(expression) {
        await until(centerOf(expression))
        const element = await until<Record<string, string>>(`return ${expression}`)
        await send('POST', `${session}/element/${Object.values(element)[0]}/click`, {})
      },
      async photograph(expression) {
        await until(centerOf(expression))
        const element = await until<Record<string, string>>(`return ${expression}`)
        return Buffer.from(
          await send<string>('GET', `${session}/element/${Object.values(element)[0]}/screenshot`),
          'base64',
        )
      },
      async stop() {
        await send('DELETE', session).catch(() => undefined)
        await stop()
      },
    }
  } catch (error) {
    await stop()
    throw error
  }
}
