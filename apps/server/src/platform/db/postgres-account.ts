import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { join } from 'node:path'

/** The id of the Unix account that owns no system files. */
const UNPRIVILEGED_ID = 65534
/** A folder that every account may enter, for machines where root cannot lend its own folders to PostgreSQL. */
const OPEN_PLACE = '/var/lib/fanlight'

/** How this process starts PostgreSQL, which refuses to run as root. */
export type PostgresAccount = {
  /** Put before the command. */
  prefix: string[]
  /** For `spawn`, where another account runs it. */
  uid?: number
  gid?: number
  /** Who must own its files, as seen from this process. */
  owner?: { uid: number; gid: number }
  binaries: string
  /** False when that account cannot reach the folder, so the data must be in `openPlace`. */
  reachesData: boolean
}

/** The data folder for an account that cannot reach the one we were given. */
export const clusterPath = (name: string) => join(OPEN_PLACE, name)

/** Chooses the account by trying it out on the real folders. */
export function postgresAccount(binaries: string, dataDir: string): PostgresAccount {
  const pdeathsig = canRun(['setpriv', '--pdeathsig', 'INT', 'true']) ? ['setpriv', '--pdeathsig', 'INT'] : []
  if (process.getuid?.() !== 0) return { prefix: pdeathsig, binaries, reachesData: true }

  // Root lends its own files to an account that exists only inside a user namespace: nothing has to be copied, and
  // folders that only root may enter stay so.
  const namespace = [
    'unshare',
    '--user',
    `--map-user=${UNPRIVILEGED_ID}`,
    `--map-group=${UNPRIVILEGED_ID}`,
    ...pdeathsig,
  ]
  const reaches = ['sh', '-c', 'test -w "$0" && "$1" -V', dataDir, join(binaries, 'bin', 'postgres')]
  if (canRun([...namespace, ...reaches])) {
    return { prefix: namespace, binaries, owner: { uid: 0, gid: 0 }, reachesData: true }
  }

  const unprivilegedId = { uid: UNPRIVILEGED_ID, gid: UNPRIVILEGED_ID }
  return {
    prefix: pdeathsig,
    ...unprivilegedId,
    owner: unprivilegedId,
    binaries: canRun([join(binaries, 'bin', 'postgres'), '-V'], unprivilegedId) ? binaries : copyForAll(binaries),
    reachesData: reachesData(dataDir, unprivilegedId),
  }
}

// Root's own data folder is closed to other accounts; the account's group may traverse it, and gets no other permission.
function reachesData(dataDir: string, unprivilegedId: { uid: number; gid: number }): boolean {
  const reaches = () => canRun(['test', '-x', dataDir], unprivilegedId)
  if (reaches()) return true
  if (lstatSync(dataDir).uid === 0) {
    chownSync(dataDir, 0, unprivilegedId.gid)
    chmodSync(dataDir, 0o710)
  }
  return reaches()
}

/** Gives a folder and all in it to the account. Only root can, and only root needs to. */
export function giveTo(account: PostgresAccount, folder: string): void {
  if (!account.owner) return
  const { uid, gid } = account.owner
  const stat = lstatSync(folder)
  if (stat.uid === uid && stat.gid === gid) return
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isSymbolicLink()) chownSync(join(entry.parentPath, entry.name), uid, gid)
  }
  // Last, so that a hand-over that was cut short is begun again.
  chownSync(folder, uid, gid)
}

function copyForAll(binaries: string): string {
  const copy = clusterPath(`binaries-${createHash('sha256').update(binaries).digest('hex').slice(0, 16)}`)
  if (existsSync(copy)) return copy
  mkdirSync(OPEN_PLACE, { recursive: true, mode: 0o755 })
  const unfinished = `${copy}.${process.pid}`
  rmSync(unfinished, { recursive: true, force: true })
  cpSync(binaries, unfinished, { recursive: true, verbatimSymlinks: true })
  chmodSync(unfinished, 0o755)
  try {
    renameSync(unfinished, copy)
  } catch (error) {
    if (!existsSync(copy)) throw error
    rmSync(unfinished, { recursive: true, force: true }) // Another start was faster.
  }
  return copy
}

function canRun(command: string[], as: { uid?: number; gid?: number } = {}): boolean {
  const [program, ...args] = command
  return spawnSync(program as string, args, { cwd: '/', stdio: 'ignore', env: SPAWN_ENV, ...as }).status === 0
}

/** What PostgreSQL and its helpers get to see: nothing of this process's secrets, and messages in English. */
export const SPAWN_ENV = {
  PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
  LC_ALL: 'C',
  TZ: 'UTC',
}
