// The same marks as apps/server/src/platform/process/processes.ts, which needs Node 24; these scripts run on 20.
import { readFileSync } from 'node:fs'

/** Notifies a process from a later one that was given the same number. */
export function markOf(pid) {
  if (process.platform !== 'linux') return answersSignals(pid) ? { pid, startedAt: '' } : undefined
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    if (fields[0] === 'Z' || fields[0] === 'X') return undefined
    return { pid, startedAt: `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}:${fields[19]}` }
  } catch {
    return undefined
  }
}

export function isRunning(mark) {
  return markOf(mark.pid)?.startedAt === mark.startedAt
}

function answersSignals(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}
