import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'

/** Notifies a process from a later one that was given the same number. */
export type ProcessMark = { pid: number; startedAt: string }

/** The mark of a running process, or nothing when there is no such process. */
export function markOf(pid: number): ProcessMark | undefined {
  if (process.platform !== 'linux') return answersSignals(pid) ? { pid, startedAt: '' } : undefined
  const stat = readOrNothing(`/proc/${pid}/stat`)
  if (stat === undefined) return undefined
  // The command may contain spaces and brackets, so the fields are counted from its closing bracket.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const [state, startTicks] = [fields[0], fields[19]]
  if (state === 'Z' || state === 'X') return undefined
  // Ticks are counted from the boot, so the boot belongs to the mark.
  return { pid, startedAt: `${bootId()}:${startTicks}` }
}

export function isRunning(mark: ProcessMark): boolean {
  return markOf(mark.pid)?.startedAt === mark.startedAt
}

/** Processes whose working folder is this one. Every process of a PostgreSQL server is in its data folder. */
export function processesIn(folder: string): number[] {
  if (process.platform !== 'linux') return []
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => workingFolder(pid) === folder)
    .map(Number)
    .filter((pid) => markOf(pid) !== undefined)
}

/** Begins the names of what this process writes and may leave behind. */
export const ownFilePrefix = (): string =>
  `${machine()}-${process.pid}-${fingerprint(markOf(process.pid)?.startedAt ?? '')}-`

/** Whether a process of this machine began the name and is no longer there. Processes of other containers can't be judged. */
export function isLeftBehind(name: string): boolean {
  const [, writtenOn, pid, startedAt] = /^([0-9a-f]{16})-(\d+)-([0-9a-f]{16})-/.exec(name) ?? []
  if (writtenOn !== machine()) return false
  const mark = markOf(Number(pid))
  return mark === undefined || fingerprint(mark.startedAt) !== startedAt
}

const fingerprint = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16)
/** Process numbers mean something within one boot and one namespace. */
function machine(): string {
  let namespace = ''
  try {
    namespace = readlinkSync('/proc/self/ns/pid')
  } catch {
    // Not Linux: there are no namespaces.
  }
  return fingerprint(`${hostname()} ${bootId()} ${namespace}`)
}

function workingFolder(pid: string): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`)
  } catch {
    return undefined // Gone meanwhile, or another user's.
  }
}

function bootId(): string {
  return readOrNothing('/proc/sys/kernel/random/boot_id')?.trim() ?? ''
}

function readOrNothing(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}

function answersSignals(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
