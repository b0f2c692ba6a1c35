import { z } from 'zod'
import { sql } from '../../../../platform/db/db.ts'
import { count, flag, hundredths, id, instant, type Subject, text } from './subject.ts'

// What other people wrote is in their own export.

export const messageSubjects: readonly Subject[] = [
  {
    name: 'conversations',
    about: 'With whom this person has a conversation.',
    tables: ['conversations', 'conversation_members'],
    record: z.strictObject({
      id,
      withId: id,
      unread: count,
      isMuted: flag,
      isHidden: flag,
      isPinned: flag,
      createdAt: instant,
      updatedAt: instant,
    }),
    select: (
      accountId,
    ) => sql`SELECT m.conversation_id AS id, m.other_id AS "withId", m.unread, m.is_muted AS "isMuted",
        m.is_hidden AS "isHidden", m.is_pinned AS "isPinned", m.created_at AS "createdAt",
        m.updated_at AS "updatedAt"
      FROM conversation_members m WHERE m.account_id = ${accountId} ORDER BY m.updated_at DESC, m.conversation_id DESC`,
  },
  {
    name: 'messages',
    about: 'Messages that this person sent.',
    tables: ['messages', 'message_files'],
    record: z.strictObject({
      id,
      conversationId: id,
      sequence: count,
      type: text,
      authorKind: text.nullable(),
      replyToId: id.nullable(),
      broadcastId: id.nullable(),
      chargeId: id.nullable(),
      text,
      fileIds: z.array(id),
      priceHundredths: hundredths.nullable(),
      isDeleted: flag,
      seenAt: instant.nullable(),
      createdAt: instant,
      updatedAt: instant,
    }),
    select: (
      accountId,
    ) => sql`SELECT g.id, g.conversation_id AS "conversationId", g.sequence, g.type, g.author_kind AS "authorKind",
        g.reply_to_id AS "replyToId", g.broadcast_id AS "broadcastId", g.charge_id AS "chargeId", g.text,
        ARRAY(SELECT x.file_id FROM message_files x WHERE x.message_id = g.id ORDER BY x.position) AS "fileIds",
        g.price AS "priceHundredths", g.deleted_at IS NOT NULL AS "isDeleted", g.seen_at AS "seenAt", g.created_at AS "createdAt",
        g.updated_at AS "updatedAt"
      FROM messages g WHERE g.sender_id = ${accountId} ORDER BY g.created_at DESC, g.id DESC`,
  },
  {
    name: 'welcome-message-files',
    about: 'The files of the welcome message, whose text is in the profile.',
    tables: ['welcome_message_files'],
    record: z.strictObject({ fileId: id, position: count }),
    select: (accountId) =>
      sql`SELECT file_id AS "fileId", position FROM welcome_message_files WHERE performer_id = ${accountId} ORDER BY position`,
  },
  {
    name: 'fan-notes',
    about: 'What this creator noted about fans.',
    tables: ['fan_notes'],
    record: z.strictObject({ aboutId: id, text, createdAt: instant, updatedAt: instant }),
    select: (
      accountId,
    ) => sql`SELECT account_id AS "aboutId", text, created_at AS "createdAt", updated_at AS "updatedAt"
      FROM fan_notes WHERE performer_id = ${accountId} ORDER BY account_id`,
  },
  {
    name: 'public-chat',
    about: 'How this creator set their public chat. Its messages are in the archives of those who wrote them.',
    tables: ['stream_conversations'],
    record: z.strictObject({
      slowModeSeconds: count,
      whoMayWrite: text,
      holdsLinks: flag,
      pinnedMessageId: id.nullable(),
      createdAt: instant,
      updatedAt: instant,
    }),
    select: (accountId) => sql`SELECT slow_mode_seconds AS "slowModeSeconds", who_may_write AS "whoMayWrite",
        holds_links AS "holdsLinks", pinned_message_id AS "pinnedMessageId", created_at AS "createdAt", updated_at AS "updatedAt"
      FROM stream_conversations WHERE performer_id = ${accountId}`,
  },
  {
    name: 'room-people',
    about:
      'Whom this creator made a moderator of their public chat, muted in it, or banned, and in whose chats this person is a moderator.',
    tables: ['stream_people'],
    record: z.strictObject({
      creatorId: id,
      personId: id,
      standing: text,
      mutedUntil: instant.nullable(),
      mutedStreamId: id.nullable(),
      createdAt: instant,
    }),
    // That somebody is muted or banned is what its creator noted, as a block is: it is in their archive.
    select: (
      accountId,
    ) => sql`SELECT performer_id AS "creatorId", account_id AS "personId", standing, muted_until AS "mutedUntil",
        muted_stream_id AS "mutedStreamId", created_at AS "createdAt"
      FROM stream_people WHERE performer_id = ${accountId} OR (account_id = ${accountId} AND standing = 'moderator')
      ORDER BY created_at DESC, performer_id, account_id`,
  },
  {
    name: 'held-chat-messages',
    about: 'Messages of this person to public chats that wait for approval.',
    tables: ['held_stream_messages'],
    record: z.strictObject({ id, creatorId: id, text, createdAt: instant }),
    select: (accountId) => sql`SELECT id, performer_id AS "creatorId", text, created_at AS "createdAt"
      FROM held_stream_messages WHERE sender_id = ${accountId} ORDER BY created_at DESC, id DESC`,
  },
  {
    name: 'tip-menu',
    about: 'What this creator does for a tip of a certain size.',
    tables: ['tip_menu_items'],
    record: z.strictObject({ id, position: count, title: text, tokensHundredths: hundredths, isOn: flag }),
    select: (
      accountId,
    ) => sql`SELECT id, position, title, tokens AS "tokensHundredths", is_on AS "isOn" FROM tip_menu_items
      WHERE performer_id = ${accountId} ORDER BY position`,
  },
  {
    name: 'tip-orders',
    about: 'What this person asked for from tip menus. Each has the id of its charge.',
    tables: ['tip_orders'],
    record: z.strictObject({
      id,
      creatorId: id,
      streamId: id.nullable(),
      title: text,
      tokensHundredths: hundredths,
      status: text,
      createdAt: instant,
      decidedAt: instant.nullable(),
    }),
    select: (
      accountId,
    ) => sql`SELECT id, performer_id AS "creatorId", stream_id AS "streamId", title, tokens AS "tokensHundredths", status,
        created_at AS "createdAt", decided_at AS "decidedAt"
      FROM tip_orders WHERE user_id = ${accountId} ORDER BY created_at DESC, id DESC`,
  },
  {
    name: 'broadcasts',
    about: 'Messages that this creator sent to many fans. The copies are in `messages.json`.',
    tables: ['broadcasts', 'broadcast_files'],
    record: z.strictObject({
      id,
      text,
      fileIds: z.array(id),
      priceHundredths: hundredths.nullable(),
      include: z.array(z.unknown()),
      exclude: z.array(z.unknown()),
      leaveOutOwners: flag,
      status: text,
      recipients: count,
      sent: count,
      publishAt: instant,
      startedAt: instant.nullable(),
      finishedAt: instant.nullable(),
      createdAt: instant,
      updatedAt: instant,
    }),
    select: (accountId) => sql`SELECT b.id, b.text,
        ARRAY(SELECT x.file_id FROM broadcast_files x WHERE x.broadcast_id = b.id ORDER BY x.position) AS "fileIds",
        b.price AS "priceHundredths", b.include, b.exclude, b.leave_out_owners AS "leaveOutOwners", b.status, b.recipients, b.sent,
        b.publish_at AS "publishAt", b.started_at AS "startedAt", b.finished_at AS "finishedAt", b.created_at AS "createdAt",
        b.updated_at AS "updatedAt"
      FROM broadcasts b WHERE b.performer_id = ${accountId} ORDER BY b.created_at DESC, b.id DESC`,
  },
]
