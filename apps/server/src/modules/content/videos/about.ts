import { fromHundredths } from '@fanlight/contract/fields'
import type { VideoPage } from '@fanlight/contract/videos'
import type { Context } from '../../../platform/context.ts'
import { row, sql } from '../../../platform/db/db.ts'
import { idOf, type Viewer } from '../../../platform/viewer.ts'
import type { Verdict } from '../../access/policy.ts'
import { fromMinor } from '../../money/wallet/currency.ts'
import { positionOf } from './positions.ts'
import type { VideoRow } from './video-rows.ts'

// What the page of one video says beyond the video: the plan that includes it, when it was bought, and where one stopped.

export interface AboutVideo extends Pick<VideoPage, 'includedWith' | 'bought'> {
  position: number | null
}

export async function aboutVideo(ctx: Context, viewer: Viewer, video: VideoRow, verdict: Verdict): Promise<AboutVideo> {
  const me = idOf(viewer)
  if (!verdict.granted) return { ...(await planFor(ctx, video)), position: null }
  const [bought, position] = await Promise.all([
    me && verdict.as === 'purchased' ? boughtBy(ctx, me, video.id) : {},
    me ? positionOf(ctx, me, video.id) : null,
  ])
  return { ...bought, position }
}

const countMax = 1000
const counted = (performerId: string, kind: 'video' | 'feed', without: string) => sql`(SELECT count(*)::int FROM (
    SELECT FROM items s WHERE s.performer_id = ${performerId} AND s.kind = ${kind} AND s.status = 'published' AND s.id <> ${without}
      AND (s.gate_type IN ('public', 'followers', 'subscribers') OR (s.gate_type = 'plan' AND p.id = ANY(s.gate_plan_ids))
        OR (s.gate_type = 'paid' AND s.gate_free_for_subscribers))
    LIMIT ${countMax}) included)`

/** The paid plan with the lowest price a month among those that open it, and how much else it opens. */
async function planFor(ctx: Context, video: VideoRow): Promise<Pick<AboutVideo, 'includedWith'>> {
  const { gateType, gatePlanIds, gateFreeForSubscribers, performerId, id } = video
  const isInPlans = gateType === 'subscribers' || gateType === 'plan' || (gateType === 'paid' && gateFreeForSubscribers)
  if (!isInPlans) return {}
  const plan = await row(
    ctx.db,
    sql<{
      name: string
      perMonth: bigint
      videos: number
      posts: number
    }>`SELECT p.name, round(p.price::numeric / p.months)::bigint AS "perMonth",
        ${counted(performerId, 'video', id)} AS videos, ${counted(performerId, 'feed', id)} AS posts
      FROM plans p WHERE p.performer_id = ${performerId} AND p.active AND p.price IS NOT NULL
        AND (${gateType !== 'plan'} OR p.id = ANY(${gatePlanIds}::uuid[]))
      ORDER BY p.price::numeric / p.months, p.position, p.id LIMIT 1`,
  )
  if (!plan) return {}
  const { perMonth, ...includedWith } = plan
  return { includedWith: { ...includedWith, pricePerMonth: fromMinor(perMonth, ctx.settings.get('currency')) } }
}

async function boughtBy(ctx: Context, me: string, id: string): Promise<Pick<AboutVideo, 'bought'>> {
  const found = await row(
    ctx.db,
    sql<{
      at: Date
      tokens: bigint
    }>`SELECT p.created_at AS at, c.tokens FROM purchases p JOIN charges c ON c.id = p.charge_id
      WHERE p.account_id = ${me} AND p.object_id = ${id} AND p.revoked_at IS NULL`,
  )
  return found ? { bought: { at: found.at.toISOString(), tokens: fromHundredths(found.tokens) } } : {}
}
