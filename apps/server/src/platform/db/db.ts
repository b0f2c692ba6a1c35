import { Kysely, PostgresDialect, type RawBuilder, sql, type Transaction } from 'kysely'
import pg from 'pg'
import type { DB } from './db-types.ts'

export { sql }
export type Db = Kysely<DB> | Transaction<DB>

// Whole numbers of 64 bits are money: they arrive as bigint, never as a float or a string. Dates stay text: a day has no zone.
pg.types.setTypeParser(pg.types.builtins.INT8, (text) => BigInt(text))
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text)

/** A pool whose connections run as the application's role, which can't write money rows. `more`: further settings of its sessions. */
export function openPool(url: string, max: number, more = ''): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    // The server sets the role when the connection starts; the timeouts ensure that no statement blocks forever on a lock or a reply.
    options: `-c role=fanlight_app -c statement_timeout=30s -c lock_timeout=10s -c idle_in_transaction_session_timeout=30s ${more}`,
    connectionTimeoutMillis: 5_000,
    // A connection holds the plans of fast-path queries, which are dear to make: it stays through a quiet moment.
    idleTimeoutMillis: 5 * 60_000,
    application_name: 'fanlight',
  })
  // If a connection in use is lost, its query rejects; without an error listener here, the event would end the process.
  pool.on('connect', (client) => client.on('error', () => {}))
  // One that was idle, or whose socket was still closing, is an event of the pool; it is replaced when it is wanted.
  pool.on('error', () => {})
  return pool
}

/**
 * Throws where sessions don't run as the role and with the limits that were asked for: a pooler in between that drops startup parameters would let
 * the application write as the owner of the tables.
 */
export async function assertRole(pool: Pick<pg.Pool, 'query'>): Promise<void> {
  const { rows } = await pool.query<{ role: string; limit: string }>(
    `SELECT current_user AS role, current_setting('statement_timeout') AS limit`,
  )
  const { role, limit } = rows[0]!
  if (role === 'fanlight_app' && limit !== '0') return
  throw new Error(
    `Connections to the database run as ${role} with a statement_timeout of ${limit}, not as fanlight_app with 30s: what stands between drops the startup parameter “options”. Take it out of PgBouncer’s ignore_startup_parameters, or connect to PostgreSQL itself.`,
  )
}

export const openKysely = (pool: pg.Pool) => new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })

/** All rows of a statement. */
export const rows = async <Row>(db: Db, query: RawBuilder<Row>): Promise<Row[]> => (await query.execute(db)).rows
/** The first row of a statement, or undefined. */
export const row = async <Row>(db: Db, query: RawBuilder<Row>): Promise<Row | undefined> =>
  (await query.execute(db)).rows[0]

/** The SQLSTATE of an error that came from PostgreSQL. */
export const sqlState = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
/**
 * The database is unavailable, overloaded or timed out: the request itself is valid. Some of these errors carry an SQLSTATE or
 * a network error code, others only a message of the driver.
 */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = sqlState(error) ?? ''
  if (/^(ECONN|EPIPE|ETIMEDOUT|EHOSTUNREACH|57P|57014|53|08|55P03|25P03)/.test(code)) return true
  if (code === 'ENOENT' && 'syscall' in error && error.syscall === 'connect') return true
  return driverSaysAway.test(error.message)
}
const driverSaysAway =
  /^(timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error|Client was closed)/
/** The constraint an error is about, so that a store can turn it into a refusal. */
export const constraintOf = (error: unknown): string | undefined =>
  error instanceof Error && 'constraint' in error && typeof error.constraint === 'string' ? error.constraint : undefined
