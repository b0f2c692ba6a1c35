import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { deliberateBugs, type Patch } from './deliberate-bugs.ts'

// Where SABOTAGE names a check, the sources of the server load with the rule of that check broken, in its process and in those that it starts
// with `processEnvironment`.

const sources = new URL('../../apps/server/src/', import.meta.url)

/** The text of a file with its patches applied. A text that is not there exactly once is an error. */
export function patchedText(source: string, patches: readonly Patch[]): string {
  let result = source
  for (const { file, text, instead } of patches) {
    const times = result.split(text).length - 1
    if (times !== 1) throw new Error(`${file} contains this text ${times} times instead of once: ${text}`)
    result = result.replace(text, () => instead)
  }
  return result
}

/** Every source that the bug of this check changes, by its address. */
export function brokenSources(id: string): Map<string, string> {
  const files = Map.groupBy(deliberateBugs[id] ?? [], ({ file }) => new URL(file, sources).href)
  return new Map([...files].map(([url, patches]) => [url, patchedText(readFileSync(new URL(url), 'utf8'), patches)]))
}

/** Breaks the rule of a check in the modules that this process loads from now on. */
export function breakRule(id: string): void {
  let broken: Map<string, string>
  try {
    broken = brokenSources(id)
  } catch (error) {
    console.error(`The deliberate bug of ${id} can't be applied: ${error instanceof Error ? error.message : error}`)
    process.exit(2)
  }
  registerHooks({
    load(url, context, nextLoad) {
      const loaded = nextLoad(url, context)
      const source = broken.get(url)
      return source === undefined ? loaded : { ...loaded, source }
    },
  })
}

/** Also in the processes that this one starts. */
export function breakRuleHereAndBelow(id: string): void {
  if (!deliberateBugs[id]) return
  breakRule(id)
  const preload = `--import=${new URL('break-rule.ts', import.meta.url).href}`
  process.env['NODE_OPTIONS'] = [process.env['NODE_OPTIONS'], preload].filter(Boolean).join(' ')
}
