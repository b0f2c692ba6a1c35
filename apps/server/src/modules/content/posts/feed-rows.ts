import type { DraftPoll } from '@fanlight/contract/posts'
import type { ItemRow, KindTable } from '../items/item-rows.ts'

/** A post: an item with the row of its own table, and its poll. */
export interface FeedRow extends ItemRow {
  type: 'text' | 'photo' | 'video' | 'audio' | 'poll'
  poll: PollRow | null
  draftPoll: DraftPoll | null
}
export interface PollRow {
  id: string
  question: string
  endsAt: string | null
  votedFor: string | null
  options: { id: string; text: string; votes: number }[]
}

export const feedTable: KindTable = {
  kind: 'feed',
  join: 'JOIN feeds fe ON fe.item_id = i.id',
  columns: [
    'fe.type',
    'fe.draft_poll AS "draftPoll"',
    `CASE WHEN fe.type = 'poll' THEN (SELECT json_build_object('id', q.id, 'question', q.question, 'endsAt', q.ends_at,
        'votedFor', (SELECT v.option_id FROM poll_votes v WHERE v.poll_id = q.id AND v.account_id = $1::uuid),
        'options', (SELECT json_agg(json_build_object('id', o.id, 'text', o.text, 'votes', o.votes) ORDER BY o.position) FROM poll_options o WHERE o.poll_id = q.id))
      FROM polls q WHERE q.item_id = i.id) END AS poll`,
  ],
  typeCondition: 'EXISTS (SELECT FROM feeds t WHERE t.item_id = s.id AND t.type = $3)',
}
