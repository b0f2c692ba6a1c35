import { existsSync, readFileSync } from 'node:fs'
import { SourceMap } from 'node:module'
import { dirname, resolve } from 'node:path'

/**
 * The stack of an error with source positions, regardless of where it was thrown. Node can do this by itself, but would keep all source
 * maps in memory (40 MB); here they are read only when there is an error to report.
 */
export function sourceStack({ stack }: Error): string | undefined {
  return stack?.replaceAll(
    /(?:file:\/\/)?(\/[^\s()]+\.js):(\d+):(\d+)/g,
    (callSite, file: string, line: string, column: string) => {
      const from = mapOf(file)?.findEntry(Number(line) - 1, Number(column) - 1)
      if (!from || !('originalSource' in from)) return callSite
      return `${resolve(dirname(file), from.originalSource)}:${from.originalLine + 1}:${from.originalColumn + 1}`
    },
  )
}

const maps = new Map<string, SourceMap | undefined>()

function mapOf(file: string): SourceMap | undefined {
  if (!maps.has(file)) maps.set(file, read(`${file}.map`))
  return maps.get(file)
}

function read(file: string): SourceMap | undefined {
  if (!existsSync(file)) return undefined
  return new SourceMap(JSON.parse(readFileSync(file, 'utf8')) as ConstructorParameters<typeof SourceMap>[0])
}
