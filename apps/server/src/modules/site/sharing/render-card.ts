import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { buffer, text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import type { Config } from '../../../platform/config.ts'
import { archAt, type Card } from './template.ts'

/** Changes with fonts and template: what was rendered before is rendered anew. */
export const cardTemplateVersion = 1
const secondsMax = 30
/** Crawlers may send many requests at once; requests beyond this queue length get the site's own image. */
const waitingMax = 8
let waiting = 0
let turn: Promise<unknown> = Promise.resolve()

/** The card as PNG; one is rendered at a time. Returns undefined if too many requests are queued. */
export async function renderCard(config: Config, card: Card): Promise<Buffer | undefined> {
  if (waiting >= waitingMax) return undefined
  waiting++
  const rendered = turn.then(() => renderNow(config, card))
  turn = rendered.catch(() => {})
  return rendered.finally(() => waiting--)
}

async function renderNow(config: Config, card: Card): Promise<Buffer> {
  const worker = fileURLToPath(new URL('./render-worker.ts', import.meta.url))
  const fonts = join(config.dataDir, `fonts-${cardTemplateVersion}`, 'fonts.conf')
  const child = spawn(process.execPath, ['--no-warnings', '--max-old-space-size=256', worker, fonts], {
    env: { FONTCONFIG_FILE: fonts, LC_ALL: 'C' },
    stdio: ['pipe', 'pipe', 'pipe'],
    timeout: secondsMax * 1000,
    killSignal: 'SIGKILL',
  })
  const ended = new Promise<number | null>((resolve, reject) => child.once('error', reject).once('close', resolve))
  child.stdin.on('error', () => {})
  child.stdin.end(
    JSON.stringify({
      back: card.back,
      layers: card.layers.map(({ bytes, shape, ...box }) => ({
        ...box,
        bytes: bytes.toString('base64'),
        outline: shape === 'arch' ? outlineOf(box.width, box.height) : null,
      })),
      front: card.front,
    }),
  )
  const [png, output, code] = await Promise.all([buffer(child.stdout), text(child.stderr), ended])
  if (code !== 0 || png.length === 0)
    throw new Error(`the share image could not be rendered (${code}): ${output.slice(0, 300)}`)
  return png
}
const outlineOf = (width: number, height: number) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><path d="${archAt(0, 0, width, height)}"/></svg>`
