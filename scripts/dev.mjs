// npm run dev: the server starts again when its sources change; the web reloads by itself.
import { spawn } from 'node:child_process'
import { existsSync, watch } from 'node:fs'
import { join } from 'node:path'
import { environment, prepare, root } from './bootstrap.mjs'
import { main } from './plain-error.mjs'
import { prepareVideoEngine } from './video-engine.mjs'

// Not node's own watching: it also follows what Vite writes while it runs, and never comes to rest.
const WATCHED = [
  'main.ts',
  'apps/server/src',
  'apps/server/migrations',
  'apps/server/sql',
  'packages/contract/src',
  'packages/fake-stripe/src',
  'apps/web/serve',
  'apps/web/server.ts',
]
const QUIET_MS = 150

await main(async () => {
  const log = (line) => console.log(line)
  const node = await prepare({ log })
  await prepareVideoEngine({ log })
  let child
  let isRestart = false
  let ending = false
  const start = () => {
    isRestart = false
    child = spawn(node, ['main.ts', 'all', ...process.argv.slice(2)], {
      cwd: root,
      env: { ...environment(node), FANLIGHT_DEV: '1' },
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    })
    child.once('exit', (code) => {
      child = undefined
      if (isRestart && !ending) start()
      else if (ending || code === 0) finish()
      else console.log('The server has ended. It starts again when a file changes.')
    })
  }
  let finish
  const finished = new Promise((done) => {
    finish = () => done(0)
  })
  const restart = () => {
    if (isRestart) return
    isRestart = true
    if (child) child.kill('SIGTERM')
    else start()
  }
  const end = () => {
    ending = true
    if (child) child.kill('SIGTERM')
    else finish()
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, end)
  const watchers = watchSources(restart)
  start()
  const code = await finished
  for (const watcher of watchers) watcher.close()
  return code
})

/** Calls back once for a burst of changes, as editors and git write several files at a time. */
function watchSources(changed) {
  let timer
  const note = (_event, name) => {
    if (name && /(^|\/)\.|~$|\.test\.ts$/.test(name)) return
    clearTimeout(timer)
    timer = setTimeout(() => {
      console.log(`${name ?? 'Something'} has changed: starting the server again.`)
      changed()
    }, QUIET_MS)
  }
  return WATCHED.map((path) => join(root, path))
    .filter((path) => existsSync(path))
    .map((path) => watch(path, { recursive: !path.endsWith('.ts') }, note))
}
