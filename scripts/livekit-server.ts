// The LiveKit server that tests run against, built from Go's module proxy by the Go of this machine. It is kept outside the clone, by its version,
// as building takes some minutes.
import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, renameSync } from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'

const liveKitVersion = 'v1.13.5'
const liveKitModule = 'github.com/livekit/livekit-server'
/** What Go's database of checksums says of this version. */
const sum = 'h1:HWfxfKvi5k1czMVqLV/htGmPgEBhrqHMxpfyMvfhyVo='
const run = promisify(execFile)

const cache = join(process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'fanlight')
/** Where the program is, whether or not it was built. */
export const liveKitServer = join(cache, `livekit-server-${liveKitVersion}`)

const goOf = (): string | undefined =>
  [...(process.env['PATH'] ?? '').split(delimiter), '/usr/local/go/bin']
    .map((folder) => join(folder, 'go'))
    .find((program) => existsSync(program))

/** Builds it where it isn't there yet. Answers in one line what was done, or why it was not. */
async function prepareLiveKitServer(): Promise<string> {
  if (existsSync(liveKitServer)) return `The LiveKit server ${liveKitVersion} is there.`
  const go = goOf()
  if (!go) return 'There is no Go on this machine: the tests with a LiveKit server are skipped.'
  mkdirSync(cache, { recursive: true })
  const { Dir, Sum } = await download(go)
  if (!Dir) return 'Go’s module proxy can’t be reached: the tests with a LiveKit server are skipped.'
  if (Sum !== sum) throw new Error(`${liveKitModule}@${liveKitVersion} is ${Sum}, and should be ${sum}.`)
  const partial = `${liveKitServer}.${process.pid}`
  // In the folder of the module, so that its own list of checksums holds for all that it needs.
  // A test asks little of it: to compile it without making it fast saves a fifth of the time, collecting garbage seldom meanwhile included.
  const flags = ['-trimpath', '-buildvcs=false', '-gcflags=all=-N -l', '-ldflags=-s -w']
  const env = { ...process.env, GOGC: '800' }
  await run(go, ['build', ...flags, '-o', partial, './cmd/server'], { cwd: Dir, env, maxBuffer: 64 * 1024 * 1024 })
  renameSync(partial, liveKitServer)
  return `The LiveKit server ${liveKitVersion} was built.`
}

async function download(go: string): Promise<{ Dir?: string; Sum?: string }> {
  const name = `${liveKitModule}@${liveKitVersion}`
  try {
    const { stdout } = await run(go, ['mod', 'download', '-json', name], { cwd: cache })
    return JSON.parse(stdout) as { Dir?: string; Sum?: string }
  } catch {
    return {}
  }
}

if (import.meta.main) console.log(await prepareLiveKitServer())
