import pg from 'pg'

/**
 * Waits until this many connections wait, directly or indirectly, for a lock that the blocker's transaction holds, each in a statement
 * with this text. Fails at once if a statement that should wait ends instead. `blocker` is its process id in PostgreSQL. The URL is
 * the owner's, because the application's role can't see what other sessions wait for.
 */
export async function untilBlocked(
  ownerUrl: string,
  blocker: number,
  waiting: Promise<unknown>,
  { connections = 1, statement = '' } = {},
): Promise<void> {
  let isSettled = false
  const settle = () => void (isSettled = true)
  waiting.then(settle, settle)
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    for (;;) {
      const { rowCount } = await client.query(
        `WITH RECURSIVE blocked AS (
           SELECT $1::int AS pid
           UNION
           SELECT a.pid FROM blocked JOIN pg_stat_activity a ON blocked.pid = ANY (pg_blocking_pids(a.pid))
         ) SELECT FROM blocked JOIN pg_stat_activity a USING (pid) WHERE pid <> $1 AND position($2 IN a.query) > 0`,
        [blocker, statement],
      )
      if ((rowCount ?? 0) >= connections) return
      if (isSettled) throw new Error('It did not wait for a lock.')
    }
  } finally {
    await client.end()
  }
}
