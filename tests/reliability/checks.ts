import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Each check is a file in this folder, named by its id and what it shows: a new file is run without further registration. */
export const folder: string = fileURLToPath(new URL('.', import.meta.url))
const files: ReadonlyMap<string, string> = new Map(
  readdirSync(folder).flatMap((name) => {
    const id = name.match(/^([a-z]\d+)-[\w-]+\.ts$/)?.[1]
    return id ? [[id.toUpperCase(), name] as const] : []
  }),
)
export const checkIds: string[] = [...files.keys()].sort()
/** The file of a check. */
export const fileOf = (id: string): string => files.get(id.toUpperCase())!
