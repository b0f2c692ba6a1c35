import { type Db, rows, sql } from '../../../platform/db/db.ts'

// How the log could be tampered with by the owner of the database, who can disable its triggers.

const last = async (db: Db, table: 'audit_anchors' | 'audit_chain_links', column: 'chain_link' | 'number') =>
  (await rows(db, sql<{ n: bigint }>`SELECT max(${sql.ref(column)}) AS n FROM ${sql.table(table)}`))[0]!.n
const write = async (db: Db, statement: ReturnType<typeof sql>) => {
  const { numAffectedRows } = await statement.execute(db)
  if (!numAffectedRows) throw new Error('an edit that changes no row shows nothing')
}
const change = (column: string, value: ReturnType<typeof sql>) => (db: Db, entry: bigint) =>
  write(db, sql`UPDATE audit_log SET ${sql.ref(column)} = ${value} WHERE id = ${entry}`)
const spoil = (column: string, value: ReturnType<typeof sql>) => (db: Db, entry: bigint) =>
  write(
    db,
    sql`UPDATE audit_chain_links SET ${sql.ref(column)} = ${value}
      WHERE (SELECT position FROM audit_chain_entries WHERE entry_id = ${entry}) BETWEEN first_position AND last_position`,
  )
const otherBytes = (column: string) => sql`sha256(${sql.ref(column)})`
const relink = sql`UPDATE audit_chain_entries k SET personal = audit_personal(k.salt, l) FROM audit_log l WHERE l.id = k.entry_id AND l.id = `
const redigest = sql`UPDATE audit_chain_entries k SET digest = audit_digest(k.position, l, k.written_at, k.personal) FROM audit_log l WHERE l.id = k.entry_id AND l.id = `

type Edit = (db: Db, entry: bigint, other: bigint) => Promise<unknown>
/** Each is given a chained entry that is not erased, and another one; all before the last anchor. */
export const edits: Record<string, Edit> = {
  reason: change('reason', sql`reason || '.'`),
  action: change('action', sql`action || '_not'`),
  actor: change('actor_id', sql`gen_random_uuid()`),
  'no actor': change('actor_id', sql`NULL`),
  'target type': change('target_type', sql`target_type || 's'`),
  target: change('target_id', sql`target_id || '0'`),
  before: change('before', sql`'{"status":"other"}'::jsonb || jsonb_build_object('was', before)`),
  after: change('after', sql`jsonb_build_object('was', after)`),
  address: change('address', sql`coalesce(address, '192.0.2.1') + 1`),
  request: change('request_id', sql`request_id || 'f'`),
  time: change('created_at', sql`created_at + interval '1 microsecond'`),
  number: (db, entry) =>
    write(
      db,
      sql`UPDATE audit_chain_entries SET entry_id = nextval('audit_log_id_seq') WHERE entry_id = ${entry} RETURNING entry_id`,
    ),
  'text moved to the next field': (db, entry) =>
    write(
      db,
      sql`UPDATE audit_log SET target_type = target_type || left(target_id, 1), target_id = substr(target_id, 2) WHERE id = ${entry}`,
    ),
  'entry taken out': (db, entry) => write(db, sql`DELETE FROM audit_log WHERE id = ${entry}`),
  'entry taken out of log and chain': async (db, entry) => {
    await write(db, sql`DELETE FROM audit_chain_entries WHERE entry_id = ${entry}`)
    await write(db, sql`DELETE FROM audit_log WHERE id = ${entry}`)
  },
  'chain entry taken out': (db, entry) => write(db, sql`DELETE FROM audit_chain_entries WHERE entry_id = ${entry}`),
  'chain entry taken out, the rest moved up': async (db, entry) => {
    const [{ position }] = (await rows(
      db,
      sql<{ position: bigint }>`DELETE FROM audit_chain_entries WHERE entry_id = ${entry} RETURNING position`,
    )) as [{ position: bigint }]
    await write(db, sql`DELETE FROM audit_log WHERE id = ${entry}`)
    await write(db, sql`UPDATE audit_chain_entries SET position = -position WHERE position > ${position}`)
    await write(db, sql`UPDATE audit_chain_entries SET position = -position - 1 WHERE position < 0`)
  },
  'put in beside the chain': (db, entry) =>
    write(
      db,
      sql`INSERT INTO audit_log (actor_id, action, target_id, created_at) SELECT actor_id, 'account.noted', target_id, created_at FROM audit_log WHERE id = ${entry}`,
    ),
  'put in with an older time': async (db, entry) => {
    await sql`SET LOCAL session_replication_role = origin`.execute(db)
    await write(
      db,
      sql`INSERT INTO audit_log (actor_id, action, target_id, created_at) SELECT actor_id, 'account.noted', target_id, created_at - interval '1 hour' FROM audit_log WHERE id = ${entry}`,
    )
  },
  'put in with an older time, and chained': async (db, entry, other) => {
    await edits['put in with an older time']!(db, entry, other)
    await sql`SELECT audit_extend_chain(100)`.execute(db)
  },
  'two swapped': (db, entry, other) =>
    write(
      db,
      sql`UPDATE audit_log l SET actor_id = o.actor_id, action = o.action, target_id = o.target_id, reason = o.reason, before = o.before, after = o.after,
          address = o.address, request_id = o.request_id, created_at = o.created_at
        FROM audit_log o WHERE (l.id, o.id) IN ((${entry}, ${other}), (${other}, ${entry}))`,
    ),
  'two positions swapped': async (db, entry, other) => {
    await write(db, sql`UPDATE audit_chain_entries SET position = -position WHERE entry_id IN (${entry}, ${other})`)
    await write(
      db,
      sql`UPDATE audit_chain_entries k SET position = (SELECT -position FROM audit_chain_entries o WHERE o.entry_id IN (${entry}, ${other}) AND o.entry_id <> k.entry_id)
        WHERE entry_id = ${entry}`,
    )
    await write(
      db,
      sql`UPDATE audit_chain_entries SET position = (SELECT sum(n) FROM generate_series(1, (SELECT max(position) FROM audit_chain_entries)) n) - (SELECT sum(position) FROM audit_chain_entries WHERE position > 0)
        WHERE entry_id = ${other}`,
    )
  },
  'salt gone': (db, entry) => write(db, sql`UPDATE audit_chain_entries SET salt = NULL WHERE entry_id = ${entry}`),
  'erased though the author did not leave': async (db, entry) => {
    await write(db, sql`UPDATE audit_chain_entries SET salt = NULL WHERE entry_id = ${entry}`)
    await write(
      db,
      sql`UPDATE audit_log SET reason = '', before = NULL, after = NULL, address = NULL WHERE id = ${entry}`,
    )
  },
  'time of writing': (db, entry) =>
    write(db, sql`UPDATE audit_chain_entries SET written_at = written_at + interval '1 day' WHERE entry_id = ${entry}`),
  'changed with its digests': async (db, entry, other) => {
    await edits['reason']!(db, entry, other)
    await write(db, sql`${relink}${entry}`)
    await write(db, sql`${redigest}${entry}`)
  },
  'changed with its digests and its chain link': async (db, entry, other) => {
    await edits['changed with its digests']!(db, entry, other)
    await write(
      db,
      sql`UPDATE audit_chain_links s SET entries_hash = (SELECT sha256(string_agg(digest, '' ORDER BY position)) FROM audit_chain_entries WHERE position BETWEEN s.first_position AND s.last_position)`,
    )
    await write(
      db,
      sql`UPDATE audit_chain_links SET hash = sha256(audit_canonical(number::text, first_position::text, last_position::text, first_entry::text, last_entry::text,
        encode(entries_hash, 'hex'), encode(previous_hash, 'hex'), audit_microseconds(chained_at)))`,
    )
  },
  'changed, and the chain made anew from there': async (db, entry, other) => {
    await edits['reason']!(db, entry, other)
    await write(
      db,
      sql`INSERT INTO audit_unchained SELECT entry_id, written_at FROM audit_chain_entries k
        JOIN audit_chain_links s ON s.last_position = (SELECT last_position FROM audit_chain_links WHERE (SELECT position FROM audit_chain_entries WHERE entry_id = ${entry}) BETWEEN first_position AND last_position)
        WHERE k.position >= s.first_position`,
    )
    await write(db, sql`DELETE FROM audit_chain_entries WHERE entry_id IN (SELECT entry_id FROM audit_unchained)`)
    await write(
      db,
      sql`DELETE FROM audit_chain_links WHERE last_position > (SELECT coalesce(max(position), 0) FROM audit_chain_entries)`,
    )
    await sql`SELECT audit_extend_chain(6) FROM generate_series(1, 40)`.execute(db)
  },
  'hash of a chain link': spoil('hash', otherBytes('hash')),
  'entries of a chain link': spoil('entries_hash', otherBytes('entries_hash')),
  'hash of the link before': spoil('previous_hash', otherBytes('previous_hash')),
  'time of a chain link': spoil('chained_at', sql`chained_at - interval '1 minute'`),
  'end of a chain link': spoil('last_position', sql`last_position + 1`),
  'first entry of a chain link': spoil('first_entry', sql`first_entry + 1`),
  'chain link taken out': (db, entry) =>
    write(
      db,
      sql`DELETE FROM audit_chain_links WHERE (SELECT position FROM audit_chain_entries WHERE entry_id = ${entry}) BETWEEN first_position AND last_position`,
    ),
  'last chain link taken out': async (db) =>
    write(db, sql`DELETE FROM audit_chain_links WHERE number = ${await last(db, 'audit_chain_links', 'number')}`),
  'tail cut off before an anchor': async (db) => {
    const lastLink = await last(db, 'audit_anchors', 'chain_link')
    await write(db, sql`DELETE FROM audit_chain_links WHERE number >= ${lastLink}`)
    await write(
      db,
      sql`DELETE FROM audit_chain_entries WHERE position > (SELECT coalesce(max(last_position), 0) FROM audit_chain_links)`,
    )
    await write(db, sql`DELETE FROM audit_log WHERE id NOT IN (SELECT entry_id FROM audit_chain_entries)`)
    await sql`DELETE FROM audit_unchained`.execute(db)
  },
  'all of it gone but the anchors': async (db) => {
    for (const table of ['audit_chain_links', 'audit_chain_entries', 'audit_log', 'audit_unchained'] as const)
      await sql`DELETE FROM ${sql.table(table)}`.execute(db)
  },
  'anchor taken out': (db) => write(db, sql`DELETE FROM audit_anchors WHERE number = 1`),
  'anchor moved': (db) => write(db, sql`UPDATE audit_anchors SET day = day - 1 WHERE number = 1`),
  'anchor of another root': (db) => write(db, sql`UPDATE audit_anchors SET root = sha256(root) WHERE number = 2`),
  'anchor of another key': (db) =>
    write(db, sql`UPDATE audit_signatures SET public_key = sha256(public_key) WHERE anchor = 2`),
  'signature of an anchor': (db) =>
    write(
      db,
      sql`UPDATE audit_signatures SET signature = set_byte(signature, 9, (get_byte(signature, 9) + 1) % 256) WHERE anchor = 2`,
    ),
  'no signature of an anchor': (db) => write(db, sql`DELETE FROM audit_signatures WHERE anchor = 1`),
  'queued entries taken out of the log': (db) =>
    write(db, sql`DELETE FROM audit_log WHERE id IN (SELECT entry_id FROM audit_unchained)`),
  'queue emptied': (db) => write(db, sql`DELETE FROM audit_unchained`),
}
