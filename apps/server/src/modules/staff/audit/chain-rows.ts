import { type Db, row, rows, sql } from '../../../platform/db/db.ts'

// What the verifier reads. Fields come as text and are put together on our side: functions of the database are not trusted.

export interface ChainEntry {
  position: bigint
  entry: bigint
  salt: Buffer | null
  personal: Buffer
  digest: Buffer
  createdAt: string | null
  writtenAt: string
  /** Null: there is no such entry. */
  fixed: (string | null)[] | null
  texts: (string | null)[]
  authorLeft: boolean
}
export interface ChainLink {
  number: bigint
  firstPosition: bigint
  lastPosition: bigint
  firstEntry: bigint
  lastEntry: bigint
  entriesHash: Buffer
  previousHash: Buffer
  hash: Buffer
  chainedAt: string
  at: Date
}

export interface Anchor {
  number: bigint
  day: string
  chainLink: bigint
  root: Buffer
  /** Each is the public key, 32 bytes, and what it signed. */
  signatures: Buffer[]
}
const batch = 1_000

/** All entries in the order of the chain, a few in memory at a time. */
export async function* entriesIn(db: Db): AsyncGenerator<ChainEntry, undefined> {
  for (let after: bigint | null = null; ; ) {
    const found: ChainEntry[] = await rows(
      db,
      sql<ChainEntry>`SELECT k.position, k.entry_id AS entry, k.salt, k.personal, k.digest, (extract(epoch FROM l.created_at) * 1000000)::bigint::text AS "createdAt",
          (extract(epoch FROM k.written_at) * 1000000)::bigint::text AS "writtenAt",
          CASE WHEN l.id IS NOT NULL THEN ARRAY[l.actor_id::text, l.action, l.target_type, l.target_id, l.request_id] END AS fixed,
          ARRAY[l.reason, l.before::text, l.after::text, l.address::text] AS texts,
          k.salt IS NULL AND EXISTS (SELECT FROM audit_log c
            WHERE c.target_type = 'account' AND c.target_id = l.actor_id::text AND c.action = 'account.closed') AS "authorLeft"
        FROM audit_chain_entries k LEFT JOIN audit_log l ON l.id = k.entry_id
        WHERE ${after === null ? sql`TRUE` : sql`k.position > ${after}`} ORDER BY k.position LIMIT ${batch}`,
    )
    yield* found
    if (found.length < batch) return
    after = found.at(-1)!.position
  }
}

export async function* chainLinksIn(db: Db): AsyncGenerator<ChainLink, undefined> {
  for (let after: bigint | null = null; ; ) {
    const found: ChainLink[] = await rows(
      db,
      sql<ChainLink>`SELECT number, first_position AS "firstPosition", last_position AS "lastPosition", first_entry AS "firstEntry",
          last_entry AS "lastEntry", entries_hash AS "entriesHash", previous_hash AS "previousHash", hash,
          (extract(epoch FROM chained_at) * 1000000)::bigint::text AS "chainedAt", chained_at AS at
        FROM audit_chain_links WHERE ${after === null ? sql`TRUE` : sql`number > ${after}`} ORDER BY number LIMIT ${batch}`,
    )
    yield* found
    if (found.length < batch) return
    after = found.at(-1)!.number
  }
}

export const anchorsIn = (db: Db): Promise<Anchor[]> =>
  rows(
    db,
    sql<Anchor>`SELECT number, day, chain_link AS "chainLink", root,
        ARRAY(SELECT public_key || signature FROM audit_signatures s WHERE s.anchor = a.number) AS signatures
      FROM audit_anchors a ORDER BY number`,
  )

interface Loose {
  waiting: number
  /** The first entry that is neither in the chain nor queued for it. */
  unchained: bigint | null
  /** The first queued entry that is missing from the log, or is in the chain already. */
  takenOut: bigint | null
  /** The first queued entry whose timestamp differs from the time at which it was written. */
  backdated: bigint | null
}
export const looseIn = async (db: Db): Promise<Loose> =>
  (await row(
    db,
    sql<Loose>`SELECT (SELECT count(*)::int FROM audit_unchained) AS waiting,
      (SELECT min(l.id) FROM audit_log l WHERE NOT EXISTS (SELECT FROM audit_chain_entries k WHERE k.entry_id = l.id)
        AND NOT EXISTS (SELECT FROM audit_unchained u WHERE u.entry_id = l.id)) AS unchained,
      (SELECT min(u.entry_id) FROM audit_unchained u WHERE NOT EXISTS (SELECT FROM audit_log l WHERE l.id = u.entry_id)
        OR EXISTS (SELECT FROM audit_chain_entries k WHERE k.entry_id = u.entry_id)) AS "takenOut",
      (SELECT min(l.id) FROM audit_unchained u JOIN audit_log l ON l.id = u.entry_id WHERE l.created_at <> u.written_at) AS backdated`,
  ))!
