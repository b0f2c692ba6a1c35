import { z } from 'zod'
import { sql } from '../../../../platform/db/db.ts'
import { pathOfFile } from '../paths.ts'
import { recordedMime } from '../../../media/recorded/recorded-files.ts'
import { count, day, flag, hundredths, id, instant, type Subject, text } from './subject.ts'

// What the user published, wrote, selected and viewed.

const poll = z.strictObject({
  id,
  question: text,
  endsAt: text.nullable(),
  options: z.array(z.strictObject({ text, votes: count })),
})

export const postSubjects: readonly Subject[] = [
  {
    name: 'posts',
    about: 'What a creator published or drafted. Files are named by their id, as in `files.json`.',
    tables: ['items', 'feeds', 'galleries', 'item_files', 'awaited_files', 'polls', 'poll_options'],
    record: z.strictObject({
      id,
      kind: text,
      type: text.nullable(),
      title: text,
      text,
      status: text,
      statusReason: text.nullable(),
      gate: z.strictObject({
        type: text,
        planIds: z.array(id),
        listIds: z.array(id),
        priceHundredths: hundredths.nullable(),
        freeForSubscribers: flag,
      }),
      tags: z.array(text),
      isPinned: flag,
      whoMayComment: text.nullable().describe('Who may comment on it; null: as on everything of this creator.'),
      chapters: z
        .array(z.strictObject({ at: count, title: text }))
        .describe('Of a video: from which second on which part.'),
      buyersMayDownload: flag.describe('Of a video: whether those who buy it may save it.'),
      files: z.array(z.strictObject({ fileId: id, role: text, position: count })),
      awaitedFiles: z
        .array(z.strictObject({ fileId: id, role: text }))
        .nullable()
        .describe('The files that it shall have once they are processed.'),
      poll: poll.nullable(),
      draftPoll: z
        .strictObject({ question: text, options: z.array(text), endsAt: instant.nullable() })
        .nullable()
        .describe('Of a draft: the poll while it is written.'),
      views: count,
      likes: count,
      comments: count,
      bookmarks: count,
      sales: count,
      /** What the sales brought, after the commission and refunds. */
      earnedHundredths: hundredths,
      publishAt: instant.nullable(),
      publishedAt: instant.nullable(),
      expiresAt: instant.nullable(),
      createdAt: instant,
      updatedAt: instant,
      deletedAt: instant.nullable().describe('Since when it is in the trash.'),
    }),
    select: (
      accountId,
    ) => sql`SELECT i.id, i.kind, (SELECT f.type FROM feeds f WHERE f.item_id = i.id) AS type, i.title, i.text, i.status,
        i.status_reason AS "statusReason",
        jsonb_build_object('type', i.gate_type, 'planIds', i.gate_plan_ids, 'listIds', i.gate_list_ids, 'priceHundredths', i.gate_price,
          'freeForSubscribers', i.gate_free_for_subscribers) AS gate,
        i.tags, i.is_pinned AS "isPinned", i.who_may_comment AS "whoMayComment",
        i.chapters, i.buyers_may_download AS "buyersMayDownload",
        ARRAY(SELECT jsonb_build_object('fileId', x.file_id, 'role', x.role, 'position', x.position) FROM item_files x
          WHERE x.item_id = i.id ORDER BY x.role, x.position) AS files,
        (SELECT (SELECT jsonb_agg(jsonb_build_object('fileId', w.id, 'role', w.role) ORDER BY w.n)
            FROM unnest(a.file_ids, a.roles) WITH ORDINALITY AS w(id, role, n))
          FROM awaited_files a WHERE a.item_id = i.id AND a.problem IS NULL) AS "awaitedFiles",
        (SELECT jsonb_build_object('id', p.id, 'question', p.question, 'endsAt', p.ends_at,
            'options', ARRAY(SELECT jsonb_build_object('text', o.text, 'votes', o.votes) FROM poll_options o
              WHERE o.poll_id = p.id ORDER BY o.position))
          FROM polls p WHERE p.item_id = i.id) AS poll,
        (SELECT jsonb_build_object('question', f.draft_poll->'question', 'options', f.draft_poll->'options', 'endsAt', f.draft_poll->'endsAt')
          FROM feeds f WHERE f.item_id = i.id AND f.draft_poll IS NOT NULL) AS "draftPoll",
        i.views, i.likes, i.comments, i.bookmarks, i.sales, i.earned AS "earnedHundredths", i.publish_at AS "publishAt", i.published_at AS "publishedAt",
        i.expires_at AS "expiresAt", i.created_at AS "createdAt", i.updated_at AS "updatedAt",
        i.deleted_at AS "deletedAt"
      FROM items i WHERE i.performer_id = ${accountId} ORDER BY i.kind, i.updated_at DESC, i.id DESC`,
  },
  {
    name: 'photos',
    about: 'The photos of galleries. The galleries themselves are in `posts.json`.',
    tables: ['photos'],
    record: z.strictObject({
      id,
      galleryId: id,
      fileId: id,
      title: text,
      position: count,
      likes: count,
      bookmarks: count,
      createdAt: instant,
      updatedAt: instant,
    }),
    select: (
      accountId,
    ) => sql`SELECT id, gallery_id AS "galleryId", file_id AS "fileId", title, position, likes, bookmarks,
        created_at AS "createdAt", updated_at AS "updatedAt"
      FROM photos WHERE performer_id = ${accountId} ORDER BY created_at DESC, id DESC`,
  },
  {
    name: 'streams',
    about: 'When a creator was live.',
    tables: ['streams', 'stream_goals'],
    record: z.strictObject({
      id,
      type: text,
      title: text,
      status: text,
      peakViewers: count,
      goals: z.array(z.record(z.string(), z.unknown())).describe('What tips were asked for.'),
      isRecorded: flag,
      stopReason: text.nullable().describe('What staff wrote when they ended it.'),
      createdAt: instant,
      startedAt: instant.nullable(),
      endedAt: instant.nullable(),
    }),
    select: (
      accountId,
    ) => sql`SELECT id, type, title, status, peak_viewers AS "peakViewers", was_recorded AS "isRecorded", stop_reason AS "stopReason",
        coalesce((SELECT json_agg(json_build_object('title', g.title, 'tokensHundredths', g.tokens::text, 'createdAt', g.created_at, 'endedAt', g.ended_at)
          ORDER BY g.created_at, g.id) FROM stream_goals g WHERE g.stream_id = streams.id), '[]') AS goals, created_at AS "createdAt",
        started_at AS "startedAt", ended_at AS "endedAt"
      FROM streams WHERE performer_id = ${accountId} ORDER BY created_at DESC, id DESC`,
  },
  {
    name: 'recordings',
    about: 'What was recorded of streams, and what became of it. The videos themselves are in `media`.',
    tables: ['recordings'],
    record: z.strictObject({
      id,
      streamId: id.nullable(),
      status: text,
      fileId: id.nullable(),
      videoId: id.nullable(),
      forTicketHolders: z.boolean(),
      createdAt: instant,
      decidedAt: instant.nullable(),
    }),
    select: (
      accountId,
    ) => sql`SELECT id, stream_id AS "streamId", status, file_id AS "fileId", item_id AS "videoId", for_ticket_holders AS "forTicketHolders",
        created_at AS "createdAt", decided_at AS "decidedAt"
      FROM recordings WHERE performer_id = ${accountId} ORDER BY created_at DESC, id DESC`,
  },
  {
    name: 'stream-polls',
    about: 'What this creator, or their moderators, asked those who watched their streams.',
    tables: ['stream_polls'],
    record: z.strictObject({
      id,
      streamId: id,
      question: text,
      options: z.array(text),
      counts: z.array(count).describe('Votes of each option.'),
      createdAt: instant,
      endsAt: instant,
      endedAt: instant.nullable(),
    }),
    select: (
      accountId,
    ) => sql`SELECT p.id, p.stream_id AS "streamId", p.question, p.options, p.counts, p.created_at AS "createdAt", p.ends_at AS "endsAt",
        p.ended_at AS "endedAt"
      FROM stream_polls p JOIN streams s ON s.id = p.stream_id WHERE s.performer_id = ${accountId} ORDER BY p.created_at DESC, p.id DESC`,
  },
  {
    name: 'stream-poll-votes',
    about: 'How this person voted in polls of streams.',
    tables: ['stream_poll_votes'],
    record: z.strictObject({ pollId: id, option: text, createdAt: instant }),
    select: (
      accountId,
    ) => sql`SELECT v.poll_id AS "pollId", p.options[v.option + 1] AS option, v.created_at AS "createdAt"
      FROM stream_poll_votes v JOIN stream_polls p ON p.id = v.poll_id WHERE v.account_id = ${accountId} ORDER BY v.created_at DESC, v.poll_id DESC`,
  },
  {
    name: 'stream-markers',
    about: 'Moments of their streams that this creator, or their moderators, marked.',
    tables: ['stream_markers'],
    record: z.strictObject({ id, streamId: id, label: text, createdAt: instant }),
    select: (accountId) => sql`SELECT m.id, m.stream_id AS "streamId", m.label, m.created_at AS "createdAt"
      FROM stream_markers m JOIN streams s ON s.id = m.stream_id WHERE s.performer_id = ${accountId} ORDER BY m.created_at DESC, m.id DESC`,
  },
  {
    name: 'scheduled-streams',
    about: 'Streams that a creator has announced.',
    tables: ['scheduled_streams'],
    record: z.strictObject({
      id,
      title: text,
      type: text,
      startsAt: instant,
      minutes: count,
      status: text,
      streamId: id.nullable().describe('The stream that it became, as in `streams.json`.'),
      createdAt: instant,
    }),
    select: (
      accountId,
    ) => sql`SELECT id, title, type, starts_at AS "startsAt", minutes, status, stream_id AS "streamId", created_at AS "createdAt"
      FROM scheduled_streams WHERE performer_id = ${accountId} ORDER BY starts_at DESC, id DESC`,
  },
  {
    name: 'stream-reminders',
    about: 'Announced streams of which this person wanted to be reminded.',
    tables: ['stream_reminders'],
    record: z.strictObject({
      scheduledStreamId: id,
      creatorId: id,
      startsAt: instant,
      createdAt: instant,
      toldAt: instant.nullable(),
    }),
    select: (
      accountId,
    ) => sql`SELECT r.scheduled_id AS "scheduledStreamId", s.performer_id AS "creatorId", s.starts_at AS "startsAt",
        r.created_at AS "createdAt", r.told_at AS "toldAt"
      FROM stream_reminders r JOIN scheduled_streams s ON s.id = r.scheduled_id
      WHERE r.account_id = ${accountId} ORDER BY r.created_at DESC, r.scheduled_id DESC`,
  },
  {
    name: 'shows',
    about:
      'Private shows that this person gave or asked for, and each fan’s part of their group shows. What was paid is in `charges.json` and `earnings.json`, under the same id.',
    tables: ['shows'],
    record: z.strictObject({
      id,
      side: text.describe('`creator` or `fan`.'),
      type: text.describe('`private` or `group`.'),
      groupId: id.nullable().describe('The group show that it was a part of.'),
      status: text,
      endedBy: text.nullable(),
      pricePerMinuteHundredths: text,
      minutesMin: count.describe('So many minutes were paid where the fan ended it before.'),
      countedSeconds: count,
      createdAt: instant,
      startedAt: instant.nullable(),
      endedAt: instant.nullable(),
    }),
    select: (
      accountId,
    ) => sql`SELECT id, CASE WHEN performer_id = ${accountId} THEN 'creator' ELSE 'fan' END AS side, type, group_id AS "groupId", status, ended_by AS "endedBy",
        price_per_minute::text AS "pricePerMinuteHundredths", minutes_min AS "minutesMin", (counted_ms / 1000)::int AS "countedSeconds", created_at AS "createdAt",
        started_at AS "startedAt", ended_at AS "endedAt"
      FROM shows WHERE performer_id = ${accountId} OR user_id = ${accountId} ORDER BY created_at DESC, id DESC`,
  },
  {
    name: 'group-shows',
    about: 'Group shows that this person gave. What each fan paid is in `shows.json` and `earnings.json`.',
    tables: ['group_shows'],
    record: z.strictObject({
      id,
      pricePerMinuteHundredths: text,
      peopleMax: count,
      endedBy: text.nullable(),
      startedAt: instant,
      endedAt: instant.nullable(),
    }),
    select: (
      accountId,
    ) => sql`SELECT id, price_per_minute::text AS "pricePerMinuteHundredths", people_max AS "peopleMax", ended_by AS "endedBy",
        started_at AS "startedAt", ended_at AS "endedAt"
      FROM group_shows WHERE performer_id = ${accountId} ORDER BY started_at DESC, id DESC`,
  },
  {
    name: 'group-messages',
    about: 'What this person wrote in group shows.',
    tables: ['group_messages'],
    record: z.strictObject({ id, groupId: id, text, createdAt: instant }),
    select: (accountId) => sql`SELECT id, group_id AS "groupId", text, created_at AS "createdAt"
      FROM group_messages WHERE account_id = ${accountId} ORDER BY created_at DESC, id DESC`,
  },
  {
    name: 'ticket-shows',
    about:
      'Shows with tickets and pledge shows that this person planned. What was paid for them is in `earnings.json`, and tickets and pledges of this person are in `purchases.json`.',
    tables: ['ticket_shows'],
    record: z.strictObject({
      id,
      title: text,
      about: text,
      status: text,
      reason: text,
      startsAt: instant,
      minutes: count,
      seats: count,
      priceHundredths: text,
      goalHundredths: text.nullable().describe('What had to be pledged for it to take place.'),
      pledgeUntil: instant.nullable(),
      goalReachedAt: instant.nullable(),
      freeForSubscribers: z.boolean(),
      promisesReplay: z.boolean(),
      createdAt: instant,
      updatedAt: instant,
      decidedAt: instant.nullable(),
    }),
    select: (
      accountId,
    ) => sql`SELECT id, title, about, status, reason, starts_at AS "startsAt", minutes, seats, price::text AS "priceHundredths",
        goal::text AS "goalHundredths", pledge_until AS "pledgeUntil", goal_reached_at AS "goalReachedAt",
        free_for_subscribers AS "freeForSubscribers", promises_replay AS "promisesReplay", created_at AS "createdAt", updated_at AS "updatedAt", decided_at AS "decidedAt"
      FROM ticket_shows WHERE performer_id = ${accountId} ORDER BY created_at DESC, id DESC`,
  },
  {
    name: 'comments',
    about: 'What this person wrote under posts.',
    tables: ['comments'],
    record: z.strictObject({
      id,
      postId: id,
      creator: text.nullable(),
      answersId: id.nullable(),
      text,
      fileId: id.nullable(),
      likes: count,
      createdAt: instant,
      updatedAt: instant,
      deletedAt: instant.nullable(),
      isHeld: z.boolean().describe('It waits for the creator’s approval.'),
    }),
    select: (
      accountId,
    ) => sql`SELECT c.id, c.item_id AS "postId", CASE WHEN a.status <> 'closed' THEN a.username END AS creator,
        c.parent_id AS "answersId", c.text, c.file_id AS "fileId", c.likes, c.created_at AS "createdAt", c.updated_at AS "updatedAt",
        c.deleted_at AS "deletedAt", c.held_for IS NOT NULL AS "isHeld"
      FROM comments c JOIN items i ON i.id = c.item_id JOIN accounts a ON a.id = i.performer_id WHERE c.author_id = ${accountId} ORDER BY c.id`,
  },
  {
    name: 'reactions',
    about: 'Likes and bookmarks.',
    tables: ['reactions'],
    record: z.strictObject({ action: z.enum(['like', 'bookmark']), type: text, objectId: id, at: instant }),
    select: (accountId) => sql`SELECT action, object_type AS type, object_id AS "objectId", created_at AS at
      FROM reactions WHERE account_id = ${accountId} ORDER BY object_id, action`,
  },
  {
    name: 'watch-positions',
    about: 'Where you stopped in videos.',
    tables: ['watch_positions'],
    record: z.strictObject({ videoId: id, seconds: count, at: instant }),
    select: (accountId) => sql`SELECT item_id AS "videoId", seconds, updated_at AS at
      FROM watch_positions WHERE account_id = ${accountId} ORDER BY item_id`,
  },
  {
    name: 'not-interested',
    about: 'Creators and posts that you don’t want suggested.',
    tables: ['not_interested'],
    record: z.strictObject({
      creatorId: id,
      postId: id.nullable().describe('Null where it is the creator with all their posts.'),
      at: instant,
    }),
    select: (accountId) => sql`SELECT performer_id AS "creatorId", item_id AS "postId", created_at AS at
      FROM not_interested WHERE account_id = ${accountId} ORDER BY created_at DESC, subject_id DESC`,
  },
  {
    name: 'votes',
    about: 'Answers to polls.',
    tables: ['poll_votes'],
    record: z.strictObject({ pollId: id, question: text, answer: text, at: instant }),
    select: (accountId) => sql`SELECT v.poll_id AS "pollId", p.question, o.text AS answer, v.created_at AS at
      FROM poll_votes v JOIN polls p ON p.id = v.poll_id JOIN poll_options o ON o.id = v.option_id
      WHERE v.account_id = ${accountId} ORDER BY v.poll_id`,
  },
  {
    name: 'views',
    about: 'Posts this person viewed, by day.',
    tables: ['views'],
    record: z.strictObject({ postId: id, day }),
    select: (accountId) => sql`SELECT item_id AS "postId", viewed_on AS day FROM views
      WHERE viewer = ${accountId}::text AND viewer NOT LIKE 'visitor:%' ORDER BY viewed_on, item_id`,
  },
  {
    name: 'files',
    about:
      'Files this person uploaded. `path` is the location of the original in the archive; null if it is no longer stored.',
    tables: ['files'],
    record: z.strictObject({
      id,
      path: text.nullable(),
      kind: text,
      purpose: text,
      name: text.describe('As it was called when it was uploaded.'),
      mime: text,
      bytes: count,
      sha256: text.nullable(),
      width: count.nullable(),
      height: count.nullable(),
      durationMs: count.nullable(),
      isRetained: flag.describe('It stays although nothing uses it.'),
      alt: text.describe('What it shows, for people who can’t see or hear it.'),
      crop: z.record(z.string(), z.unknown()).nullable(),
      status: text,
      error: text.nullable(),
      createdAt: instant,
      updatedAt: instant,
    }),
    select: (
      accountId,
    ) => sql`SELECT id, (original_key IS NOT NULL OR mime = ${recordedMime}) AND status NOT IN ('blocked', 'deleted') AS "isStored", kind, purpose,
        original_name AS name, mime, bytes, encode(sha256, 'hex') AS sha256, width, height, duration_ms AS "durationMs", is_retained AS "isRetained", alt, crop, status,
        error_code AS error, created_at AS "createdAt", updated_at AS "updatedAt"
      FROM files WHERE owner_id = ${accountId} ORDER BY purpose, created_at DESC, id`,
    shape: (_ctx, { isStored, ...file }) => ({
      id: file['id'],
      path: isStored ? pathOfFile(file as { id: string; purpose: string; mime: string }) : null,
      ...file,
    }),
  },
  {
    name: 'captions',
    about: 'Captions of videos, as WebVTT. Files are named by their id, as in `files.json`.',
    tables: ['file_captions'],
    record: z.strictObject({
      fileId: id,
      locale: text,
      label: text,
      vtt: text,
      createdAt: instant,
      updatedAt: instant,
    }),
    select: (
      accountId,
    ) => sql`SELECT t.file_id AS "fileId", t.locale, t.label, t.vtt, t.created_at AS "createdAt", t.updated_at AS "updatedAt"
      FROM files f JOIN file_captions t ON t.file_id = f.id WHERE f.owner_id = ${accountId} ORDER BY t.file_id, t.locale`,
  },
]
