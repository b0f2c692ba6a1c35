import { type ChildProcess, spawn } from 'node:child_process'
import { chmod, chown, lstat, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

// Runs a decoder on an untrusted file. The decoder gets an empty environment, no network, a root it can't write, one folder it
// can, and limits on time, memory, output and processes. Commands are argument lists; no name of a person's file is among them.

export type SandboxKind = 'bubblewrap' | 'namespaces' | 'plain'

export interface SandboxLimits {
  seconds: number
  cpuSeconds: number
  memoryBytes: number
  /** All that it leaves in its folder, and any single file. */
  outputBytes: number
}
export interface SandboxJob {
  /** The working folder and the only folder that the decoder can write to. A file named `source` in it stays read-only. */
  folder: string
  command: string
  args: readonly string[]
  /** Further paths that it may read, such as an interpreter and its libraries. */
  readable?: readonly string[]
  limits: SandboxLimits
  onLine?: (line: string) => void
  signal?: AbortSignal
}
export interface SandboxResult {
  exitCode: number | null
  /** Which limit ended it, if one did. */
  ended: 'time' | 'output' | null
  stdout: string
  stderr: string
}

const processesMax = 192
const captureBytesMax = 256 * 1024
const watchEveryMs = 500
const unprivilegedId = 65534
const isRoot = process.getuid?.() === 0
/** Programs are searched in the usual folders of the system, whatever the environment of this process says. */
const programFolders = ['/usr/local/bin', '/usr/bin', '/bin', '/usr/sbin', '/sbin', '/opt/homebrew/bin']
export const findProgram = (name: string): string | undefined =>
  programFolders.map((folder) => join(folder, name)).find((path) => existsSync(path))

const emptyEnvironment = {
  PATH: '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin',
  LC_ALL: 'C',
  TZ: 'UTC',
  TMPDIR: '.',
  OPENSSL_CONF: '/dev/null',
}
const systemPaths = ['/usr', '/lib', '/lib64', '/bin', '/sbin', '/etc/ld.so.cache', '/etc/alternatives'].filter(
  (path) => existsSync(path),
)

/** Runs one decoder. The strongest kind that this machine offers is found once. */
export async function runInSandbox(job: SandboxJob): Promise<SandboxResult> {
  return runAs(await sandboxKind(), job)
}

/** The sandbox of this machine in one sentence, for the start line and for operators. */
export async function describeSandbox(): Promise<{ kind: SandboxKind; isWeak: boolean; sentence: string }> {
  const kind = await sandboxKind()
  const sentence = {
    bubblewrap: 'Uploads are decoded under bubblewrap: no network, nothing to read but the decoder itself.',
    namespaces: 'Uploads are decoded in namespaces of their own: no network, nothing to read but the decoder itself.',
    plain: isRoot
      ? 'Uploads are decoded as an own user with limits alone: this system offers no namespaces. Install bubblewrap.'
      : 'Uploads are decoded with limits alone: this system offers no namespaces. Install bubblewrap.',
  }[kind]
  return { kind, isWeak: kind === 'plain', sentence }
}

let found: Promise<SandboxKind> | undefined
export const sandboxKind = (): Promise<SandboxKind> => (found ??= strongest())

async function strongest(): Promise<SandboxKind> {
  for (const kind of ['bubblewrap', 'namespaces'] as const) if (await works(kind)) return kind
  return 'plain'
}

/** Whether a kind works here; tests run every kind that does. */
export async function works(kind: SandboxKind): Promise<boolean> {
  const needed = {
    bubblewrap: ['bwrap', 'setpriv', 'prlimit'],
    namespaces: ['unshare', 'setpriv', 'prlimit', 'chroot'],
    plain: [],
  }[kind]
  const probe = findProgram('true')
  if (!probe || needed.some((name) => !findProgram(name))) return false
  const folder = await mkdtemp(join(tmpdir(), 'fanlight-sandbox-'))
  try {
    const limits = { seconds: 10, cpuSeconds: 5, memoryBytes: 256 * 2 ** 20, outputBytes: 2 ** 20 }
    return (await runAs(kind, { folder, command: probe, args: [], limits })).exitCode === 0
  } catch {
    return false
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Starts a decoder that runs for as long as it gets input. It ends with this process; of its limits, the time and the bytes in its folder are the caller's. */
export async function spawnInSandbox(job: SandboxJob): Promise<ChildProcess> {
  return spawnAs(await sandboxKind(), job, 'pipe')
}

export async function runAs(kind: SandboxKind, job: SandboxJob): Promise<SandboxResult> {
  return watch(await spawnAs(kind, job, 'ignore'), job)
}

async function spawnAs(kind: SandboxKind, job: SandboxJob, input: 'ignore' | 'pipe'): Promise<ChildProcess> {
  // If this process runs as root, the decoder runs as an unprivileged user, which must own its folder.
  if (isRoot) await giveAway(job.folder)
  await chmod(job.folder, 0o700)
  const [command, ...args] = { bubblewrap: underBubblewrap, namespaces: inNamespaces, plain: withLimits }[kind](job)
  return spawn(command!, args, {
    cwd: job.folder,
    env: emptyEnvironment,
    stdio: [input, 'pipe', 'pipe'],
    detached: true,
    ...(kind === 'plain' && isRoot && { uid: unprivilegedId, gid: unprivilegedId }),
  })
}

async function giveAway(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    const entry = await lstat(path)
    if (entry.isDirectory()) await giveAway(path)
  }
  await chown(folder, unprivilegedId, unprivilegedId)
}

const limitsOf = ({ limits }: SandboxJob): string[] => {
  const prlimit = findProgram('prlimit')
  if (!prlimit) return []
  return [
    // Memory is limited by what is written to, not by addresses: interpreters reserve far more of these than they use.
    prlimit,
    `--cpu=${limits.cpuSeconds}`,
    `--data=${limits.memoryBytes}`,
    `--fsize=${limits.outputBytes}`,
    '--nofile=256',
    '--core=0',
  ]
}
const processLimit = `--nproc=${processesMax}`
const unprivilegedArguments = () => [
  findProgram('setpriv')!,
  ...(isRoot ? [`--reuid=${unprivilegedId}`, `--regid=${unprivilegedId}`, '--clear-groups'] : []),
  '--no-new-privs',
  '--inh-caps=-all',
  '--bounding-set=-all',
  '--',
]
/** If this process is killed, the decoder goes with it. */
const dieTogether = () => [findProgram('setpriv')!, '--pdeathsig', 'KILL', '--']
const niceness = () => [findProgram('nice')!, '-n', '10']

function underBubblewrap(job: SandboxJob): string[] {
  const paths = [...systemPaths, ...(job.readable ?? [])]
  // Folders above a mount would otherwise be closed to everybody but root.
  const above = [...new Set(paths.flatMap(foldersAbove))].flatMap((path) => ['--perms', '0755', '--dir', path])
  const readOnly = paths.flatMap((path) => ['--ro-bind', path, path])
  return [
    findProgram('bwrap')!,
    '--die-with-parent',
    '--new-session',
    '--unshare-ipc',
    '--unshare-pid',
    '--unshare-net',
    '--unshare-uts',
    ...(isRoot ? [] : ['--unshare-user']),
    '--hostname',
    'decoder',
    '--clearenv',
    ...Object.entries(emptyEnvironment).flatMap(([name, value]) => ['--setenv', name, value]),
    ...above,
    ...readOnly,
    '--proc',
    '/proc',
    '--dev',
    '/dev',
    '--remount-ro',
    '/dev',
    '--bind',
    job.folder,
    '/job',
    '--ro-bind-try',
    join(job.folder, 'source'),
    '/job/source',
    '--remount-ro',
    '/',
    '--chdir',
    '/job',
    '--',
    ...niceness(),
    ...limitsOf(job),
    processLimit,
    ...unprivilegedArguments(),
    job.command,
    ...job.args,
  ]
}

function foldersAbove(path: string): string[] {
  const parent = dirname(path)
  return parent === '/' ? [] : [...foldersAbove(parent), parent]
}

// The same by hand. A constant text; everything that varies arrives as an argument.
const mountScript = `set -eu
umask 022
root=$1 folder=$2; shift 2
mount --make-rprivate /
mount -t tmpfs -o mode=755,size=1m decoder "$root"
mkdir "$root/job" "$root/proc" "$root/dev"
while [ "$1" != -- ]; do
  if [ -d "$1" ]; then mkdir -p "$root$1"; else mkdir -p "$root\${1%/*}"; : > "$root$1"; fi
  mount --rbind "$1" "$root$1"
  mount -o remount,bind,ro "$root$1"
  shift
done
shift
for device in null zero urandom random; do : > "$root/dev/$device"; mount --bind "/dev/$device" "$root/dev/$device"; done
mount -t proc proc "$root/proc" 2>/dev/null || true
mount --bind "$folder" "$root/job"
if [ -e "$folder/source" ]; then mount --bind "$folder/source" "$root/job/source"; mount -o remount,bind,ro "$root/job/source"; fi
mount -o remount,bind,ro "$root"
exec chroot "$root" /usr/bin/env -C /job "$@"`

function inNamespaces(job: SandboxJob): string[] {
  const root = '/mnt'
  return [
    ...dieTogether(),
    findProgram('unshare')!,
    ...(isRoot ? [] : ['--user', '--map-root-user']),
    '--net',
    '--mount',
    '--pid',
    '--ipc',
    '--uts',
    '--fork',
    '--kill-child',
    '--',
    '/bin/sh',
    '-c',
    mountScript,
    'sh',
    root,
    job.folder,
    ...systemPaths,
    ...(job.readable ?? []),
    '--',
    ...niceness(),
    ...limitsOf(job),
    processLimit,
    ...unprivilegedArguments(),
    job.command,
    ...job.args,
  ]
}

function withLimits(job: SandboxJob): string[] {
  // Without an own user the limit would count everything else that this user runs.
  const limits = limitsOf(job)
  if (limits.length > 0 && isRoot) limits.push(processLimit)
  const together = findProgram('setpriv')
    ? [findProgram('setpriv')!, '--pdeathsig', 'KILL', '--no-new-privs', '--']
    : []
  return [...together, ...limits, job.command, ...job.args]
}

function watch(child: ChildProcess, job: SandboxJob): Promise<SandboxResult> {
  let ended: SandboxResult['ended'] = null
  const stop = (why: SandboxResult['ended']) => {
    ended ??= why
    try {
      process.kill(-child.pid!, 'SIGKILL')
    } catch {
      child.kill('SIGKILL')
    }
  }
  const deadline = setTimeout(() => stop('time'), job.limits.seconds * 1000)
  let analytics = false
  const meter = setInterval(async () => {
    if (analytics) return
    analytics = true
    if ((await folderBytes(job.folder, job.limits.outputBytes)) > job.limits.outputBytes) stop('output')
    analytics = false
  }, watchEveryMs)
  const abort = () => stop(null)
  job.signal?.addEventListener('abort', abort)

  const captured = { stdout: '', stderr: '' }
  let line = ''
  for (const name of ['stdout', 'stderr'] as const) {
    child[name]!.setEncoding('latin1').on('data', (text: string) => {
      captured[name] = (captured[name] + text).slice(0, captureBytesMax)
      if (name === 'stderr' || !job.onLine) return
      const lines = (line + text).split('\n')
      line = lines.pop()!.slice(-1000)
      for (const line of lines) job.onLine(line)
    })
  }
  return new Promise((resolve, reject) => {
    const finish = () => {
      clearTimeout(deadline)
      clearInterval(meter)
      job.signal?.removeEventListener('abort', abort)
    }
    child.on('error', (error) => {
      finish()
      reject(error)
    })
    child.on('close', async (exitCode) => {
      finish()
      if ((await folderBytes(job.folder, job.limits.outputBytes)) > job.limits.outputBytes) ended ??= 'output'
      resolve({ exitCode, ended, ...captured })
    })
  })
}

/** What the decoder has written, `source` not counted; stops counting above the limit. */
async function folderBytes(folder: string, enough: number): Promise<number> {
  let bytes = 0
  for (const entry of await readdir(folder, { withFileTypes: true }).catch(() => [])) {
    if (entry.name === 'source') continue
    const path = join(folder, entry.name)
    bytes +=
      512 +
      (entry.isDirectory()
        ? await folderBytes(path, enough - bytes)
        : ((await lstat(path).catch(() => undefined))?.size ?? 0))
    if (bytes > enough) break
  }
  return bytes
}

/** Makes a folder inside a job's folder that the decoder can write into. */
export async function jobFolder(folder: string, name: string): Promise<string> {
  const path = join(folder, name)
  await mkdir(path, { recursive: true, mode: 0o777 })
  return path
}
