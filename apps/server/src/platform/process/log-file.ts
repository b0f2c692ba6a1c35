import { closeSync, fstatSync, mkdirSync, openSync, renameSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'

const BYTES_MAX = 10_000_000

/** A file that lines are appended to. At its limit it is moved aside as `.1`, which replaces the one before. */
export function openLogFile(path: string, bytesMax = BYTES_MAX): { write(line: string): void } {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  let file = openSync(path, 'a', 0o600)
  let bytes = fstatSync(file).size
  const startAnew = () => {
    closeSync(file)
    renameSync(path, `${path}.1`)
    file = openSync(path, 'a', 0o600)
    bytes = 0
  }
  return {
    write(line) {
      try {
        if (bytes >= bytesMax) startAnew()
        bytes += writeSync(file, line)
      } catch {
        // On a full disk a line is lost; the work that it describes goes on.
      }
    },
  }
}
