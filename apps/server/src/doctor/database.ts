import { pendingFunctions, pendingMigrations } from '../platform/db/migrate.ts'
import { openPool } from '../platform/db/db.ts'
import { databaseWeaknesses } from '../platform/process/safe-start.ts'
import { type Check, fail, pass, reasonOf, skipped } from './check.ts'

/** Of each question: all of them together end before the check does. */
const answerMsMax = 6_000

export const database: Check = {
  name: 'database',
  async run({ config, databaseUrl }) {
    if (!databaseUrl)
      return skipped('DATABASE_URL isn’t set, and the embedded PostgreSQL runs only while the product does.')
    const { hostname, pathname } = new URL(databaseUrl)
    const where = `${pathname.slice(1)} at ${hostname || 'this machine'}`
    const pool = openPool(databaseUrl, 1)
    try {
      // First by the pool, which gives up where a connection is dropped in silence.
      const { rows } = await inTime(pool.query<{ server_version: string }>('SHOW server_version'))
      const weaknesses = config.mode === 'production' ? await inTime(databaseWeaknesses(databaseUrl)) : []
      if (weaknesses.length > 0)
        return fail(`The database ${where} answers, and production can’t run on it.`, weaknesses.join('\n'))
      const pending = [
        ...(await inTime(pendingMigrations(databaseUrl))),
        ...(await inTime(pendingFunctions(databaseUrl))),
      ]
      if (pending.length > 0)
        return fail(
          `The database ${where} lacks ${pending.length} migrations or functions.`,
          'Run `node scripts/run.mjs apps/server/build/main.js migrate`, or `npm start`, which does it.',
        )
      return pass(
        `The database ${where} answers (PostgreSQL ${rows[0]!.server_version}), and its tables are up to date.`,
      )
    } catch (error) {
      return fail(
        `The database ${where} does not answer: ${reasonOf(error)}.`,
        'DATABASE_URL: compare host, port, account, password and name with those of your PostgreSQL.',
      )
    } finally {
      // A connection that is dropped in silence takes no leave, either.
      void pool.end()
    }
  },
}

function inTime<T>(answer: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer came within ${answerMsMax / 1000} seconds`)), answerMsMax)
  })
  return Promise.race([answer, late]).finally(() => clearTimeout(timer))
}
