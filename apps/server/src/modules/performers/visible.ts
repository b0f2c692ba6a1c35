import type { Context } from '../../platform/context.ts'
import { row, sql } from '../../platform/db.ts'
import { refuse } from '../../platform/refusal.ts'
import type { Viewer } from '../../platform/viewer.ts'
import { decideAll } from '../access/door.ts'

export interface PerformerFound {
  id: string
  username: string | null
}

const isUuid = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)

/** A creator by id, username or former username, as far as this viewer may know of them. */
export async function performerFor(ctx: Context, viewer: Viewer, idOrName: string): Promise<PerformerFound> {
  const found = await row(
    ctx.db,
    isUuid(idOrName)
      ? sql<PerformerFound>`SELECT a.id, a.username FROM accounts a WHERE a.id = ${idOrName} AND a.role = 'performer'`
      : sql<PerformerFound>`SELECT a.id, a.username FROM accounts a WHERE a.role = 'performer'
          AND a.id = coalesce((SELECT id FROM accounts WHERE username = ${idOrName}), (SELECT account_id FROM former_usernames WHERE username = ${idOrName}))`,
  )
  if (!found) refuse('PERFORMER_NOT_FOUND')
  const whole = {
    id: found.id,
    performerId: found.id,
    gate: { type: 'public' as const, planIds: [], price: null, freeForSubscribers: false },
    availability: 'published' as const,
  }
  const decision = (await decideAll(ctx, viewer, [whole])).get(found.id)!
  if (!decision.granted) refuse(decision.why === 'geo' ? 'GEO_BLOCKED' : 'PERFORMER_NOT_FOUND')
  return found
}
