import { enableCompileCache, flushCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

const folder = fileURLToPath(new URL('../../../../../.cache/compiled', import.meta.url))

/** Caches compiled sources for the next start. If the cache folder is not available, the process starts without a cache. */
export const rememberCompiled = (): void => void enableCompileCache(folder)

const settledMs = 300

/** Once it serves: keeps what was compiled, and gives back what only starting needed (a fifth of the memory). */
export function settleSoon(): void {
  setTimeout(() => {
    flushCompileCache()
    setFlagsFromString('--expose-gc')
    const collect = runInNewContext('gc') as (options: object) => void
    collect({ type: 'major', execution: 'sync', flavor: 'last-resort' })
  }, settledMs).unref()
}
