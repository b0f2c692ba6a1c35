// Videos and audio files need a decoder. Where the machine has no ffmpeg, a library is fetched into .tools: it is no package of ours,
// because its program part is under the GPL (docs/decisions/0025-process-video-without-an-installed-ffmpeg.md).
import { spawnSync } from 'node:child_process'
import {
  accessSync,
  constants,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { installPnpm, pnpmCommand, runTool, tools } from './bootstrap.mjs'
import { withLock } from './lock.mjs'

const source = fileURLToPath(new URL('./video-engine/', import.meta.url))
const target = join(tools, 'video-engine')

/**
 * Does nothing where there is an engine already; `beside`: fetches the library also where there is ffmpeg, for tests of both. Without
 * network everything but video and audio works.
 */
export async function prepareVideoEngine({ log = (line) => console.error(line), beside = false } = {}) {
  if ((hasFfmpeg() && !beside) || isInstalled()) return
  try {
    await withLock(
      join(tools, 'video-engine.lock'),
      { log, waitingFor: 'another start that fetches the video engine' },
      () => (isInstalled() ? undefined : install(log)),
    )
  } catch (error) {
    if (hasFfmpeg()) log(`The library beside ffmpeg could not be fetched, so its tests are skipped. ${error.message}`)
    else log(`Videos and audio files will be refused: the video engine could not be fetched. ${error.message}`)
  }
}

async function install(log) {
  const { 'node-av': version } = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8')).dependencies
  log(`To process video and audio without an installed ffmpeg, node-av ${version} is fetched (63 MB).`)
  log(
    'Its program part is FFmpeg with x264, under the GNU General Public License, version 3; it stays in .tools, apart',
  )
  log('from Fanlight’s own code. To do without it, install ffmpeg and remove .tools/video-engine.')
  await installPnpm(log)
  const unfinished = `${target}.unfinished`
  rmSync(unfinished, { recursive: true, force: true })
  mkdirSync(unfinished, { recursive: true })
  for (const name of readdirSync(source)) copyFileSync(join(source, name), join(unfinished, name))
  await runTool(pnpmCommand, ['install', '--frozen-lockfile', '--ignore-scripts', '--reporter=append-only'], {
    cwd: unfinished,
  })
  rmSync(target, { recursive: true, force: true })
  renameSync(unfinished, target)
}

/** The lockfile beside the library says which one it is. */
function isInstalled() {
  const lockfile = join(target, 'pnpm-lock.yaml')
  return (
    existsSync(join(target, 'node_modules', 'node-av')) &&
    existsSync(lockfile) &&
    readFileSync(lockfile, 'utf8') === readFileSync(join(source, 'pnpm-lock.yaml'), 'utf8')
  )
}

function hasFfmpeg() {
  const [ffmpeg, ffprobe] = ['ffmpeg', 'ffprobe'].map((name) =>
    (process.env.PATH ?? '')
      .split(delimiter)
      .map((folder) => join(folder, process.platform === 'win32' ? `${name}.exe` : name))
      .find(isProgram),
  )
  if (!ffmpeg || !ffprobe) return false
  const { stdout = '' } = spawnSync(ffmpeg, ['-hide_banner', '-encoders'], { encoding: 'utf8' })
  return / libx264 /.test(stdout) && / aac /.test(stdout)
}

function isProgram(path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
