import type { Commenters } from '@fanlight/contract/commenters'
import type { Context } from '../../../platform/context.ts'
import { row, sql } from '../../../platform/db/db.ts'
import { assert, refuse } from '../../../platform/refusal.ts'
import { idOf, type Viewer } from '../../../platform/viewer.ts'
import { seesHidden } from '../../access/visibility.ts'

// The rules of a creator about comments: who may write them, on everything or on one thing, and which words hold them until the creator
// approves them.

/** Whether this viewer may comment on a thing, or what is missing. */
export type Commenting = 'open' | 'follow' | 'subscribe' | 'closed'

/** What is commented on, and who publishes it. */
export interface Discussed {
  id: string
  performerId: string
}

interface Rules {
  who: Commenters
  words: string[]
  follows: boolean
  subscribes: boolean
}
async function rulesOf(ctx: Context, viewer: Viewer, { id, performerId }: Discussed): Promise<Rules> {
  const me = idOf(viewer)
  const found = await row(
    ctx.db,
    sql<Rules>`SELECT coalesce(i.who_may_comment, p.who_may_comment) AS who, p.held_words AS words,
        EXISTS (SELECT FROM follows f WHERE f.follower_id = ${me}::uuid AND f.performer_id = ${performerId}) AS follows,
        EXISTS (SELECT FROM subscriptions s WHERE s.fan_id = ${me}::uuid AND s.performer_id = ${performerId} AND s.access_until > app_now()) AS subscribes
      FROM performers p LEFT JOIN items i ON i.id = ${id} WHERE p.account_id = ${performerId}`,
  )
  assert(found, `performer ${performerId} exists`)
  return found
}

function commentingFor(viewer: Viewer, performerId: string, { who, follows, subscribes }: Rules): Commenting {
  if (who === 'everyone' || idOf(viewer) === performerId || seesHidden(viewer)) return 'open'
  if (who === 'none') return 'closed'
  if (subscribes || (who === 'followers' && follows)) return 'open'
  return who === 'followers' ? 'follow' : 'subscribe'
}

export const commentingOf = async (ctx: Context, viewer: Viewer, item: Discussed): Promise<Commenting> =>
  commentingFor(viewer, item.performerId, await rulesOf(ctx, viewer, item))

const codes = { follow: 'FOLLOW_REQUIRED', subscribe: 'SUBSCRIPTION_REQUIRED', closed: 'COMMENTS_CLOSED' } as const

/** Refuses a comment that its author may not write; true if it waits for the creator. */
export async function admitComment(tx: Context, author: Viewer, item: Discussed, text: string): Promise<boolean> {
  const rules = await rulesOf(tx, author, item)
  const commenting = commentingFor(author, item.performerId, rules)
  if (commenting !== 'open') refuse(codes[commenting])
  return waits(author, item, text, rules)
}

/** Whether a comment that is there waits for the creator with this text. It may be changed also where no new ones may be written. */
export const isHeld = async (tx: Context, author: Viewer, item: Discussed, text: string): Promise<boolean> =>
  waits(author, item, text, await rulesOf(tx, author, item))

/** Creators' own comments never wait. */
const waits = (author: Viewer, { performerId }: Discussed, text: string, { words }: Rules): boolean =>
  idOf(author) !== performerId && hasHeldWord(text, words)

/** Scripts that put no spaces between words: there a word is found within others. */
const spaceless = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u
const folded = (text: string): string => text.normalize('NFKC').toLowerCase()

/** Whether a text contains one of these words, in any case and width. */
export function hasHeldWord(text: string, words: readonly string[]): boolean {
  if (words.length === 0) return false
  const searched = folded(text)
  return words.some((entry) => {
    const word = folded(entry)
    if (spaceless.test(word)) return searched.includes(word)
    for (let at = searched.indexOf(word); at !== -1; at = searched.indexOf(word, at + 1))
      if (!isInWord(searched.slice(0, at), true) && !isInWord(searched.slice(at + word.length), false)) return true
    return false
  })
}
const isInWord = (beside: string, atEnd: boolean): boolean => (atEnd ? /[\p{L}\p{N}]$/u : /^[\p{L}\p{N}]/u).test(beside)
