import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { environment, root } from './bootstrap.mjs'

/** Runs a command to its end with our terminal and our signals, and returns its exit code. */
export function follow(node, args, { env = {}, ipc = false } = {}) {
  const child = spawn(node, args, {
    cwd: root,
    env: { ...environment(node), ...env },
    // Nothing is sent on the channel. When it closes, the child knows that this process ended, also after a kill -9.
    stdio: ipc ? ['inherit', 'inherit', 'inherit', 'ipc'] : 'inherit',
  })
  // Ctrl-C reaches the child through the terminal as well; it treats a second signal like the first.
  const pass = (signal) => child.kill(signal)
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, pass)
  const watch = whenNpmEnds(() => pass('SIGTERM'))
  return new Promise((done, reject) => {
    child.once('error', reject)
    child.once('exit', (code, signal) => {
      clearInterval(watch)
      done(code ?? 128 + (constants.signals[signal] ?? 0))
    })
  })
}

// npm hands a signal to the shell it put between itself and us, and that shell dies without a word: its death is then
// the signal. Without npm we may well outlive the shell that started us.
function whenNpmEnds(end) {
  if (!process.env.npm_lifecycle_event || process.platform === 'win32') return undefined
  const shell = process.ppid
  return setInterval(() => {
    if (process.ppid !== shell) end()
  }, 250)
}
