import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Each check is a file in this folder, named by its id: a new file is run without further registration. */
export const folder: string = fileURLToPath(new URL('.', import.meta.url))
export const checkIds: string[] = readdirSync(folder)
  .flatMap((name) => name.match(/^([a-z]\d+)\.ts$/)?.[1]?.toUpperCase() ?? [])
  .sort()
