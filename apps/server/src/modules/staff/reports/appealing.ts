import { appealDueHours } from '@fanlight/contract/report-values'
import type { Context } from '../../../platform/context.ts'
import { countRows, cut, pageOf } from '../../../platform/db/cursor.ts'
import { sha256 } from '../../../platform/ids.ts'
import { assert, refuse, refuseIf } from '../../../platform/refusal.ts'
import { idOf, type SignedIn, type Viewer } from '../../../platform/viewer.ts'
import { titleOf } from './queue.ts'
import * as store from './store.ts'

// Decisions as the author of a reported target sees them, and their appeal. Who reported it is not among what they get.

export async function listDecisions(
  ctx: Context,
  viewer: SignedIn,
  query: { pageSize: number; cursor?: string | undefined },
) {
  const page = pageOf({ current: 1, ...query })
  const { shown, nextCursor } = cut(await store.decisionsAbout(ctx, viewer.id, page), page)
  return {
    data: shown.map((entry) => presentDecision(ctx, entry)),
    total: await countRows(ctx, store.decisionsAboutCount(viewer.id)),
    nextCursor,
  }
}

export const viewDecision = async (ctx: Context, viewer: Viewer, id: string, token: string | undefined) =>
  presentDecision(ctx, await own(ctx, viewer, id, token, store.readCase))

/** Once, and within six months. The case goes back into the queue, for someone else. */
export const appealDecision = (
  ctx: Context,
  viewer: Viewer,
  id: string,
  { text, token }: { text: string; token?: string | undefined },
) =>
  ctx.transaction(async (tx) => {
    const found = await own(tx, viewer, id, token, store.lockCase)
    refuseIf(found.state !== 'actioned', 'NO_APPEAL')
    refuseIf(found.appealUntil === null || found.appealUntil <= tx.clock.now(), 'APPEAL_ENDED')
    // A target that was reported again since then has a case that waits; it is decided first.
    refuseIf((await store.liveCase(tx, found.targetType, found.targetId)) !== undefined, 'APPEAL_WAITS')
    await store.appeal(tx, id, text, appealDueHours)
    return presentDecision(tx, (await store.readCase(tx, id))!)
  })

/** A decision with an action, for its author or who has the mailed link. Others do not learn that there is one. */
async function own(
  ctx: Context,
  viewer: Viewer,
  id: string,
  token: string | undefined,
  read: typeof store.readCase,
): Promise<store.CaseRow> {
  const found = await read(ctx, id)
  const isOwn = found?.authorId === idOf(viewer)
  const mayRead = isOwn || (found && token && (await store.isSecretOf(ctx, id, sha256(token))))
  if (!found || !mayRead || found.action === null || found.action === 'dismiss') return refuse('NOT_FOUND')
  return found
}

function presentDecision(ctx: Context, found: store.CaseRow) {
  const { action } = found
  assert(action !== null && action !== 'dismiss', 'what was dismissed is no decision about its author')
  return {
    _id: found.id,
    number: found.number,
    targetType: found.targetType,
    title: titleOf(found.snapshot),
    category: found.category,
    action,
    statement: found.statement,
    decidedAt: found.decidedAt!.toISOString(),
    appealUntil: found.appealUntil!.toISOString(),
    appeal:
      found.appealText !== null && found.appealedAt
        ? {
            text: found.appealText,
            at: found.appealedAt.toISOString(),
            outcome: found.appealOutcome,
            statement: found.appealStatement,
          }
        : null,
    can: { appeal: found.state === 'actioned' && found.appealUntil! > ctx.clock.now() },
  }
}
