import { pendingFunctions, pendingMigrations } from '../platform/db/migrate.ts'
import { openPool } from '../platform/db/db.ts'
import { databaseWeaknesses } from '../platform/process/safe-start.ts'
import { type Check, fail, pass, reasonOf, skipped } from './check.ts'

export const database: Check = {
  name: 'database',
  async run({ config, databaseUrl }) {
    if (!databaseUrl)
      return skipped('DATABASE_URL isn’t set, and the embedded PostgreSQL runs only while the product does.')
    const { hostname, pathname } = new URL(databaseUrl)
    const where = `${pathname.slice(1)} at ${hostname || 'this machine'}`
    const pool = openPool(databaseUrl, 1)
    try {
      const weaknesses = config.mode === 'production' ? await databaseWeaknesses(databaseUrl) : []
      if (weaknesses.length > 0)
        return fail(`The database ${where} answers, and production can’t run on it.`, weaknesses.join('\n'))
      const pending = [...(await pendingMigrations(databaseUrl)), ...(await pendingFunctions(databaseUrl))]
      if (pending.length > 0)
        return fail(
          `The database ${where} lacks ${pending.length} migrations or functions.`,
          'Run `node scripts/run.mjs apps/server/build/main.js migrate`, or `npm start`, which does it.',
        )
      const { rows } = await pool.query<{ server_version: string }>('SHOW server_version')
      return pass(
        `The database ${where} answers (PostgreSQL ${rows[0]!.server_version}), and its tables are up to date.`,
      )
    } catch (error) {
      return fail(
        `The database ${where} does not answer: ${reasonOf(error)}.`,
        'DATABASE_URL: compare host, port, account, password and name with those of your PostgreSQL.',
      )
    } finally {
      await pool.end()
    }
  },
}
