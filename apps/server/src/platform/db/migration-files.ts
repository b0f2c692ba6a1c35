import { readFile, readdir } from 'node:fs/promises'

const folder = new URL('../../../migrations/', import.meta.url)

export interface Migration {
  name: string
  text: string
  /** `-- transaction: none`: each statement on its own, for what PostgreSQL refuses in a transaction. It may be run again from the start. */
  inTransaction: boolean
  /** `-- additive`: processes of the version before go on while this is applied already. */
  additive: boolean
  /** `-- needs: NAME, NAME`: functions that have to be there before it. All others are applied after the migrations. */
  needs: string[]
  /** `-- job: NAME`: a job that fills in what exists already, in small steps, after the migration. */
  job: string | null
}

/** In the order of their names, which is the order they are applied in. */
export async function readMigrations(): Promise<Migration[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort()
  return Promise.all(
    files.map(async (file) =>
      parseMigration(file.replace(/\.sql$/, ''), await readFile(new URL(file, folder), 'utf8')),
    ),
  )
}

/** Options are comments at the top of the file, before the first statement. */
export function parseMigration(name: string, text: string): Migration {
  const header = text.match(/^(?:--[^\n]*\n|\s*\n)*/)![0]
  const values = (option: string) =>
    [...header.matchAll(new RegExp(`^-- ${option}: (.+)$`, 'gm'))].flatMap((match) => match[1]!.split(/,\s*/))
  return {
    name,
    text,
    inTransaction: values('transaction')[0] !== 'none',
    additive: /^-- additive$/m.test(header),
    needs: values('needs'),
    job: values('job')[0] ?? null,
  }
}
