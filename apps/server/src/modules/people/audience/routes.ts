import * as contract from '@fanlight/contract/audience'
import { fanListMembersMax } from '@fanlight/contract/fan-lists'
import { fromHundredths } from '@fanlight/contract/fields'
import type { Context } from '../../../platform/context.ts'
import { cut, nextByCount, pageByCount, pageOf } from '../../../platform/db/cursor.ts'
import { totalOf } from '../../../platform/db/totals.ts'
import { route } from '../../../platform/http/http.ts'
import { refuse, refuseField } from '../../../platform/refusal.ts'
import type { SignedIn } from '../../../platform/viewer.ts'
import { spentByFan } from '../../money/earnings/by-fan.ts'
import { isListOf } from '../fan-lists/lists.ts'
import { newFollowersByDay, subscribersByDay } from './days.ts'
import { presentPerson } from './present.ts'
import { segmentOf } from './segments.ts'
import { audienceOf, countOf, fanNamed, summaryOf } from './store.ts'

export const audienceRoutes = [
  route(contract.listAudience, async (ctx, { viewer, query }) => {
    await requireOwnList(ctx, viewer, query)
    // By what was spent there is no date to go on along.
    const page = query.group === 'spent' ? pageByCount(query) : pageOf(query)
    const { found, counted } = await audienceOf(ctx, viewer, { ...segmentOf(query), sort: query.sort }, page)
    const { shown, nextCursor } = cut(
      found.map((person) => ({ ...person, id: person.tie })),
      page,
    )
    return {
      data: found.slice(0, page.size).map((person) => presentPerson(ctx, person)),
      ...totalOf(counted),
      nextCursor: query.group === 'spent' ? nextByCount(page, shown.length, page.offset + found.length) : nextCursor,
    }
  }),
  route(contract.countAudienceSegment, async (ctx, { viewer, query }) => {
    await requireOwnList(ctx, viewer, query)
    return { data: totalOf(await countOf(ctx, viewer, segmentOf(query), fanListMembersMax), fanListMembersMax) }
  }),
  route(contract.getAudiencePerson, async (ctx, { viewer, params }) => {
    const person = (await fanNamed(ctx, viewer, params.username)) ?? refuse('NOT_FOUND')
    const { net, byGroup } = await spentByFan(ctx, viewer.id, person.id, daysAgo(ctx, contract.newWithinDays))
    return {
      data: {
        ...presentPerson(ctx, person),
        net: fromHundredths(net),
        spending: byGroup.map(({ group, spent, count, recent, recentCount }) => ({
          group,
          spent: fromHundredths(spent),
          count,
          recent: fromHundredths(recent),
          recentCount,
        })),
        lists: person.lists,
        conversationId: person.conversationId,
      },
    }
  }),
  route(contract.countAudience, async (ctx, { viewer }) => {
    const summary = await summaryOf(ctx, viewer, daysAgo(ctx, contract.newWithinDays))
    const { subscribers, followers, new: fresh, renewing, failed, ending, lapsed, spent, newFollowers } = summary
    const counted = (n: bigint) => totalOf(Number(n))
    return {
      data: {
        subscribers: counted(subscribers),
        followers: counted(followers),
        new: counted(fresh),
        renewing: counted(renewing),
        failed: counted(failed),
        ending: counted(ending),
        lapsed: counted(lapsed),
        spent: counted(spent),
        newFollowers: counted(newFollowers),
      },
    }
  }),
  route(contract.audienceByDay, async (ctx, { viewer }) => ({
    data: {
      subscribers: await subscribersByDay(ctx, viewer.id),
      newFollowers: await newFollowersByDay(ctx, viewer.id),
    },
  })),
]

async function requireOwnList(
  ctx: Context,
  creator: SignedIn,
  { group, listId }: { group: string; listId?: string | undefined },
) {
  if (group !== 'list') return
  if (listId === undefined) return refuseField('INVALID_INPUT', 'listId', 'MISSING')
  if (!(await isListOf(ctx, creator, listId))) return refuse('NOT_FOUND')
}

const daysAgo = (ctx: Context, days: number) => new Date(ctx.clock.now().getTime() - days * 24 * 60 * 60 * 1000)
