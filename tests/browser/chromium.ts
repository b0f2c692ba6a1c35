import { spawnSync } from 'node:child_process'
import {
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { createBrotliDecompress } from 'node:zlib'
import { type Browser, type BrowserContext, chromium, type LaunchOptions } from 'playwright-core'

// The package's own flags switch off the rules whose breaking our tests should notice (CORS, CSP, processes).
const FLAGS = [
  // As people’s browsers say it: of “HeadlessChrome” the server would think that it is a robot, whose pages are rendered differently.
  '--user-agent=Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/153.0.0.0 Safari/537.36',
  // The tests also run as root and in containers, where Chromium's sandbox does not start.
  '--no-sandbox',
  // With its GPU process, Chromium sometimes fails to take a screenshot on a busy machine.
  '--disable-gpu',
  '--disable-software-rasterizer',
  '--use-fake-device-for-media-stream=fps=10',
  '--use-fake-ui-for-media-stream',
  // A test machine may be offline: the browser sends no requests except those of a page.
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-domain-reliability',
  '--disable-sync',
  '--no-first-run',
  '--no-pings',
]

/** For video between pages of one machine, none of which is paused while another is in front. */
export const liveVideoFlags = [
  '--allow-loopback-in-peer-connection',
  '--disable-features=WebRtcHideLocalIpsWithMdns,LocalNetworkAccessChecks',
  '--disable-renderer-backgrounding',
  '--disable-background-timer-throttling',
  '--disable-backgrounding-occluded-windows',
]

/** How long a page is waited for to show what it shall. */
const waitMsMax = 45_000

/** What Chromium says of something that a page tried and its Content-Security-Policy forbids, by whichever directive. */
const refused = /Content Security Policy|requires 'Trusted/

const provoked = new WeakSet<BrowserContext>()
/** In this context a test makes pages try what their policies forbid: that is no fault of theirs. */
export const provokeRefusals = (context: BrowserContext): void => void provoked.add(context)

/**
 * Starts the Chromium that comes with the packages; nothing has to be installed on the machine. `close()` throws where a page tried what its
 * own Content-Security-Policy forbids: either the page or the policy is wrong, also where nobody sees a difference.
 */
export async function launchChromium(options: LaunchOptions = {}): Promise<Browser> {
  const folder = await unpackedChromium()
  const browser = await chromium.launch({
    ...options,
    executablePath: join(folder, 'chromium'),
    args: [...FLAGS, ...(options.args ?? [])],
    env: { ...(options.env ?? definedEnvironment()), ...chromiumEnvironment(folder) },
  })
  // Beside other copies of the product a page may be long in coming; how long is measured elsewhere.
  const refusals = new Set<string>()
  browser.on('context', (context) => {
    context.setDefaultTimeout(waitMsMax)
    context.setDefaultNavigationTimeout(60_000)
    context.on('console', (message) => {
      if (refused.test(message.text()) && !provoked.has(context))
        refusals.add(`${message.page()?.url() ?? 'a worker'}: ${message.text()}`)
    })
  })
  const { close } = browser
  browser.close = async (closeOptions) => {
    await close.call(browser, closeOptions)
    if (refusals.size > 0) throw new Error(`Forbidden by the policies of pages:\n${[...refusals].join('\n')}`)
  }
  return browser
}

/** Closes the browser and then ends what its pages came from, whatever the browser says of them. */
export async function closeBrowser(browser: Browser | undefined, end: () => Promise<void>): Promise<void> {
  try {
    await browser?.close()
  } finally {
    await end()
  }
}

// The fonts are the package's on every machine: widths of text, and so what moves and wraps, depend on them.
const chromiumEnvironment = (folder: string) => ({
  LD_LIBRARY_PATH: join(folder, 'al2023', 'lib'),
  FONTCONFIG_FILE: join(folder, 'fonts.conf'),
})

/** Unpacks once per version, and leaves nothing half-done behind when it is killed. */
export async function unpackedChromium(): Promise<string> {
  const archive = dirname(dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium')))
  const { version } = JSON.parse(readFileSync(join(archive, 'package.json'), 'utf8')) as { version: string }
  const tools = fileURLToPath(new URL('../../.tools', import.meta.url))
  const folder = join(tools, `chromium-${version}`)
  if (existsSync(folder)) return folder
  const unfinished = `${folder}.${process.pid}`
  rmSync(unfinished, { recursive: true, force: true })
  mkdirSync(join(unfinished, 'al2023'), { recursive: true })
  const source = (name: string) => createReadStream(join(archive, 'bin', name)).pipe(createBrotliDecompress())
  await pipeline(source('chromium.br'), createWriteStream(join(unfinished, 'chromium'), { mode: 0o755 }))
  await untar(source('al2023.tar.br'), join(unfinished, 'al2023'))
  await untar(source('fonts.tar.br'), unfinished)
  // The package's list of font folders contains a path that does not exist here.
  const list = `<fontconfig><dir>${join(folder, 'fonts')}</dir><cachedir>${join(folder, 'font-cache')}</cachedir></fontconfig>`
  writeFileSync(join(unfinished, 'fonts.conf'), list)
  await untar(source('swiftshader.tar.br'), unfinished)
  try {
    renameSync(unfinished, folder)
  } catch (error) {
    // Another test process was faster.
    rmSync(unfinished, { recursive: true, force: true })
    if (!existsSync(folder)) throw error
  }
  return folder
}

// By way of a file: tar stops reading a pipe at the archive's end mark, and what is still on its way then fails.
async function untar(source: NodeJS.ReadableStream, folder: string): Promise<void> {
  const file = join(folder, 'unpacking.tar')
  await pipeline(source, createWriteStream(file))
  const { status, stderr } = spawnSync('tar', ['-x', '--no-same-owner', '-C', folder, '-f', file], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`tar could not unpack into ${folder}: ${stderr}`)
  rmSync(file)
}

function definedEnvironment(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined),
  )
}
