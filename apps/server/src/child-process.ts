import { type ChildProcess, fork } from 'node:child_process'

const BACKOFF_FIRST_MS = 250
const BACKOFF_MAX_MS = 10_000
/** A process that lived this long was healthy: the next restart is quick again. */
const HEALTHY_MS = 30_000
const STOP_MS = 6_000
const processNames = { worker: 'worker', live: 'live engine' }

/**
 * Runs a role as a child process and starts it again whenever it dies. `told` is sent to it as its first message: not in the environment, which every process
 * of the same account can read.
 */
export function superviseRole(
  role: 'worker' | 'live',
  { told, logToFile, log }: { told: object; logToFile: boolean; log: (line: string) => void },
): { stop(): Promise<void> } {
  let child: ChildProcess
  let stopping = false
  let backoffMs = BACKOFF_FIRST_MS

  const flags = [...process.argv.slice(3), ...(logToFile ? ['--log-to-file'] : [])]

  const start = () => {
    if (stopping) return
    const startedAt = Date.now()
    // The same program as this one: the bundle, or the sources.
    child = fork(process.argv[1]!, [role, ...flags], {
      // In a group of its own: Ctrl-C is for the parent, which then ends its children in order.
      detached: true,
    })
    child.send(told, () => {})
    child.once('exit', (code, signal) => {
      if (stopping) return
      if (Date.now() - startedAt > HEALTHY_MS) backoffMs = BACKOFF_FIRST_MS
      log(`The ${processNames[role]} ended (${signal ?? code}); starting it again in ${backoffMs} ms.`)
      setTimeout(start, backoffMs)
      backoffMs = Math.min(backoffMs * 2, BACKOFF_MAX_MS)
    })
  }
  start()

  return {
    async stop() {
      stopping = true
      if (child.exitCode !== null || child.signalCode !== null) return
      const ended = new Promise((done) => child.once('exit', done))
      child.kill('SIGTERM')
      const force = setTimeout(() => child.kill('SIGKILL'), STOP_MS)
      await ended
      clearTimeout(force)
    },
  }
}
