import { loadConfig } from './config.ts'

let active: string | undefined

/** True while the rule of this name is broken on purpose, so that its test can be seen to fail. Never in production. */
export function sabotaged(id: string): boolean {
  active ??= loadConfig().sabotage
  return active === id
}
