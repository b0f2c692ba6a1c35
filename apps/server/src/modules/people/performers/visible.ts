import { CompiledQuery } from 'kysely'
import type { Context } from '../../../platform/context.ts'
import { refuse } from '../../../platform/refusal.ts'
import { idOf, type Viewer } from '../../../platform/viewer.ts'
import { ageScopeOf, type Relation, performerRelationsJsonSql, requireVisibleByRelations } from '../../access/policy.ts'

export interface PerformerFound {
  id: string
  username: string | null
}

const isUuid = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)

/** How a creator `a` was named: by id, or by username or former username, in $2. */
export const namedBy = (idOrName: string): { key: string; where: string } =>
  isUuid(idOrName)
    ? { key: 'by id', where: `a.role = 'performer' AND a.id = $2::uuid` }
    : {
        key: 'by name',
        where: `a.role = 'performer' AND a.id = coalesce((SELECT id FROM accounts WHERE username = $2),
          (SELECT account_id FROM former_usernames WHERE username = $2))`,
      }

/** Relations the access policy needs on creator `a`, for statements with $1 the viewer, $3 their country, $4 what their age hides. */
export const creatorRelationsSql = performerRelationsJsonSql('$1::uuid', 'ARRAY[a.id]', '$3::text', '$4::text')

/** A creator by id, username or former username; refused if hidden from this viewer. */
export async function performerFor(ctx: Context, viewer: Viewer, idOrName: string): Promise<PerformerFound> {
  const { key, where } = namedBy(idOrName)
  const text = `SELECT a.id, a.username, ${creatorRelationsSql} AS relations FROM accounts a WHERE ${where}`
  const values = [idOf(viewer), idOrName, viewer.country, ageScopeOf(ctx, viewer)]
  const { rows } = ctx.inTransaction
    ? await ctx.db.executeQuery<PerformerFound & { relations: Relation[] }>(CompiledQuery.raw(text, values))
    : await ctx.pool.query<PerformerFound & { relations: Relation[] }>({ name: `performer ${key}`, text, values })
  const [found] = rows
  if (!found) refuse('PERFORMER_NOT_FOUND')
  requireVisibleByRelations(viewer, found.id, found.relations)
  return { id: found.id, username: found.username }
}

// A viewer object is created for each request. A page requests a creator and then their posts: the second call uses the creator that
// the first one found.
const foundBy = new WeakMap<Viewer, PerformerFound>()
export const noteFound = (viewer: Viewer, { id, username }: PerformerFound) => foundBy.set(viewer, { id, username })
export async function performerFoundFor(ctx: Context, viewer: Viewer, idOrName: string): Promise<PerformerFound> {
  const found = foundBy.get(viewer)
  return found && (found.username === idOrName || found.id === idOrName) ? found : performerFor(ctx, viewer, idOrName)
}
