import { ConfigError, loadConfig } from './config.ts'

let active: string | undefined

/** True while the rule of this name is broken on purpose, so that its test can be seen to fail. Never in production. */
export function sabotaged(id: string): boolean {
  active ??= sabotageRule()
  return active === id
}

// Modules call this while they load. An invalid configuration is reported with a clear message where the process starts.
function sabotageRule(): string {
  try {
    return loadConfig().sabotage
  } catch (error) {
    if (error instanceof ConfigError) return ''
    throw error
  }
}
