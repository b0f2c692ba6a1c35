import type { Context } from '../../../../platform/context.ts'
import { rows, sql } from '../../../../platform/db/db.ts'
import { publishAll } from '../../../../platform/events/events.ts'
import type { MessageRow } from '../store.ts'
import { ownersSql, reachableSql, recipientsSql } from './audience.ts'
import type { BroadcastRow } from './store.ts'
import { messageDeleted, messageSent } from '../events.ts'

/** Notes who receives it; the same are noted once. Returns how many. */
export async function chooseRecipients(tx: Context, broadcast: BroadcastRow): Promise<void> {
  const { id, leaveOutOwners, fileIds } = broadcast
  const leftOut = leaveOutOwners && fileIds.length > 0 ? sql`WHERE c.id NOT IN (${ownersSql(fileIds)})` : sql``
  await sql`WITH chosen AS (INSERT INTO broadcast_recipients (broadcast_id, account_id)
      SELECT ${id}, c.id FROM (${recipientsSql(broadcast)}) c ${leftOut} ON CONFLICT DO NOTHING RETURNING account_id)
    UPDATE broadcasts SET status = 'sending', started_at = app_now(), updated_at = app_now(), recipients = (SELECT count(*) FROM chosen)
    WHERE id = ${id}`.execute(tx.db)
}

/**
 * Sends copies to the next recipients in the order of their ids, and moves the cursor, in the transaction of the caller, who has locked the
 * broadcast. Returns whether there may be more. Locks are taken in one order: pairs, then conversations by their ids.
 */
export async function sendBatch(
  tx: Context,
  broadcast: BroadcastRow,
  type: MessageRow['type'],
  size: number,
): Promise<boolean> {
  const { id, performerId, lastRecipientId, text, price, fileIds } = broadcast
  const next = await rows(
    tx.db,
    sql<{
      id: string
    }>`SELECT account_id AS id FROM broadcast_recipients WHERE broadcast_id = ${id} AND message_id IS NULL
      AND (${lastRecipientId}::uuid IS NULL OR account_id > ${lastRecipientId}) ORDER BY account_id LIMIT ${size}`,
  )
  const last = next.at(-1)
  if (!last) return false
  const ids = next.map((recipient) => recipient.id)
  await sql`SELECT lock_pair_shared(${performerId}, r.id) FROM unnest(${ids}::uuid[]) AS r(id)`.execute(tx.db)
  // Again, under the locks: who blocked the creator or left since receives nothing.
  const reachable = await rows(
    tx.db,
    sql<{
      id: string
    }>`SELECT a.id FROM accounts a WHERE a.id = ANY(${ids}::uuid[]) AND ${reachableSql(performerId)} ORDER BY a.id`,
  )
  const to = reachable.map((account) => account.id)
  // In the creator's own list, a conversation that begins with a broadcast is hidden until there is an answer.
  await sql`WITH made AS (INSERT INTO conversations (low_id, high_id)
      SELECT least(r.id, ${performerId}::uuid), greatest(r.id, ${performerId}::uuid) FROM unnest(${to}::uuid[]) AS r(id) ORDER BY 1, 2
      ON CONFLICT (low_id, high_id) DO NOTHING RETURNING id, low_id, high_id)
    INSERT INTO conversation_members (conversation_id, account_id, other_id, is_hidden)
      SELECT id, low_id, high_id, low_id = ${performerId} FROM made
      UNION ALL SELECT id, high_id, low_id, high_id = ${performerId} FROM made`.execute(tx.db)
  const conversations = await rows(
    tx.db,
    sql<{ id: string }>`SELECT c.id FROM unnest(${to}::uuid[]) AS r(id) JOIN conversations c
        ON c.low_id = least(r.id, ${performerId}::uuid) AND c.high_id = greatest(r.id, ${performerId}::uuid)
      ORDER BY c.id FOR UPDATE OF c`,
  )
  const sent = await rows(
    tx.db,
    sql<{ messageId: string; conversationId: string; sequence: bigint; otherId: string }>`WITH target AS (
        SELECT c.id, c.last_sequence + 1 AS sequence, CASE WHEN c.low_id = ${performerId} THEN c.high_id ELSE c.low_id END AS other
        FROM conversations c WHERE c.id = ANY(${conversations.map((conversation) => conversation.id)}::uuid[])),
      copy AS (INSERT INTO messages (conversation_id, sequence, sender_id, client_id, body_hash, type, author_kind, broadcast_id, text, price)
        SELECT id, sequence, ${performerId}, md5(${id}::text || other)::uuid, '', ${type}, 'creator', ${id}, ${text}, ${price}
        FROM target RETURNING id, conversation_id, sequence),
      noted AS (UPDATE broadcast_recipients r SET message_id = copy.id FROM copy JOIN target ON target.id = copy.conversation_id
        WHERE r.broadcast_id = ${id} AND r.account_id = target.other),
      files AS (INSERT INTO message_files (message_id, file_id, position)
        SELECT copy.id, f.id, n - 1 FROM copy, unnest(${fileIds}::uuid[]) WITH ORDINALITY AS f(id, n)),
      numbered AS (UPDATE conversations c SET last_sequence = copy.sequence, updated_at = app_now() FROM copy WHERE c.id = copy.conversation_id),
      counted AS (UPDATE conversation_members m SET unread = unread + 1,
          updated_at = CASE WHEN m.is_muted OR m.is_hidden THEN m.updated_at ELSE app_now() END
        FROM copy WHERE m.conversation_id = copy.conversation_id AND m.account_id <> ${performerId})
      SELECT copy.id AS "messageId", copy.conversation_id AS "conversationId", copy.sequence, target.other AS "otherId"
      FROM copy JOIN target ON target.id = copy.conversation_id`,
  )
  await publishAll(
    tx,
    messageSent,
    sent.map((copy) => ({ ...copy, sequence: Number(copy.sequence), senderId: performerId, broadcastId: id })),
  )
  await sql`UPDATE broadcasts SET sent = sent + ${sent.length}, last_recipient_id = ${last.id}, updated_at = app_now()
    WHERE id = ${id}`.execute(tx.db)
  return next.length === size
}

/**
 * Deletes the next copies that were neither read nor bought. A copy that began a conversation leaves it hidden; elsewhere a tombstone
 * remains, because messages are numbered without gaps.
 */
export async function unsendBatch(
  tx: Context,
  { id, performerId, lastUnsentId }: BroadcastRow,
  size: number,
): Promise<boolean> {
  const next = await rows(
    tx.db,
    sql<{
      id: string
      conversationId: string
    }>`SELECT id, conversation_id AS "conversationId" FROM messages WHERE broadcast_id = ${id}
      AND (${lastUnsentId}::uuid IS NULL OR id > ${lastUnsentId}) ORDER BY id LIMIT ${size}`,
  )
  const last = next.at(-1)
  if (!last) return false
  await sql`SELECT FROM conversations WHERE id = ANY(${next.map(({ conversationId }) => conversationId)}::uuid[])
    ORDER BY id FOR UPDATE`.execute(tx.db)
  // Reading waits for the conversation, buying for the message: what was read or bought by now is seen by the next statement.
  await sql`SELECT FROM messages WHERE id = ANY(${next.map((copy) => copy.id)}::uuid[]) ORDER BY id FOR UPDATE`.execute(
    tx.db,
  )
  const gone = await rows(
    tx.db,
    sql<{ messageId: string; conversationId: string; sequence: bigint; otherId: string }>`WITH gone AS (
        UPDATE messages g SET text = '', deleted_at = app_now(), updated_at = app_now()
        WHERE g.id = ANY(${next.map((copy) => copy.id)}::uuid[]) AND g.seen_at IS NULL AND g.deleted_at IS NULL
          AND NOT EXISTS (SELECT FROM purchases p WHERE p.object_id = g.id AND p.revoked_at IS NULL)
        RETURNING g.id, g.conversation_id, g.sequence),
      counted AS (UPDATE conversation_members m SET unread = greatest(m.unread - 1, 0), is_hidden = m.is_hidden OR c.last_sequence = 1
        FROM gone JOIN conversations c ON c.id = gone.conversation_id
        WHERE m.conversation_id = gone.conversation_id AND m.account_id <> ${performerId})
      SELECT gone.id AS "messageId", gone.conversation_id AS "conversationId", gone.sequence, m.other_id AS "otherId"
      FROM gone JOIN conversation_members m ON m.conversation_id = gone.conversation_id AND m.account_id = ${performerId}`,
  )
  await publishAll(
    tx,
    messageDeleted,
    gone.map((copy) => ({ ...copy, sequence: Number(copy.sequence), senderId: performerId, broadcastId: id })),
  )
  await sql`UPDATE broadcasts SET last_unsent_id = ${last.id}, updated_at = app_now() WHERE id = ${id}`.execute(tx.db)
  return next.length === size
}
