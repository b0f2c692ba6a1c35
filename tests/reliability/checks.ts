import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Each check is the file of its id beside this one: whoever adds one has it run. */
export const folder: string = fileURLToPath(new URL('.', import.meta.url))
export const checkIds: string[] = readdirSync(folder)
  .flatMap((name) => name.match(/^([a-z]\d+)\.ts$/)?.[1]?.toUpperCase() ?? [])
  .sort()
