import { openPool } from '../platform/db/db.ts'
import { type Check, fail, type Finding, pass, skipped, warn } from './check.ts'

const msGood = 1_000
/** A right to join a live room lasts a minute, and a code of an authenticator app half of that. */
const msMax = 20_000

export const clock: Check = {
  name: 'clock',
  async run({ databaseUrl }) {
    if (!databaseUrl) return skipped('There is no database to compare this machine’s clock with.')
    const pool = openPool(databaseUrl, 1)
    try {
      // The connection is made before the time is taken.
      await pool.query('SELECT 1')
      const before = Date.now()
      const { rows } = await pool.query<{ now: Date }>('SELECT clock_timestamp() AS now')
      return judgeSkew(rows[0]!.now.getTime() - (before + Date.now()) / 2)
    } catch {
      return skipped('The database does not answer.')
    } finally {
      void pool.end()
    }
  },
}

/** What it means that the database's clock is so many milliseconds ahead. */
export function judgeSkew(ms: number): Finding {
  const seconds = (Math.abs(ms) / 1000).toFixed(1)
  const said = `This machine’s clock is ${seconds} seconds ${ms > 0 ? 'behind' : 'ahead of'} the database’s.`
  const change = 'Set both machines’ clocks by the same time server (systemd-timesyncd or chrony).'
  if (Math.abs(ms) > msMax) return fail(said, change)
  return Math.abs(ms) > msGood ? warn(said, change) : pass(said)
}
