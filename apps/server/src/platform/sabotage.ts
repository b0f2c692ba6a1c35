import { ConfigError, loadConfig } from './config.ts'

let active: string | undefined

/** True while the rule of this name is broken on purpose, so that its test can be seen to fail. Never in production. */
export function sabotaged(id: string): boolean {
  active ??= wish()
  return active === id
}

// Modules ask while they load. A configuration that can't be read is told where the process starts, in plain words.
function wish(): string {
  try {
    return loadConfig().sabotage
  } catch (error) {
    if (error instanceof ConfigError) return ''
    throw error
  }
}
