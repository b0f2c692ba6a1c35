import * as contract from '@fanlight/contract/not-interested'
import { pageOf } from '../../../platform/db/cursor.ts'
import { route } from '../../../platform/http/http.ts'
import { refuseIf } from '../../../platform/refusal.ts'
import { visibleItem } from '../../access/items.ts'
import { presentAvatar } from '../accounts/profile/images.ts'
import { performerFor } from '../performers/visible.ts'
import * as store from './store.ts'

export const notInterestedRoutes = [
  route(contract.setNotInterested, async (ctx, { viewer, body }) => {
    const isPost = body.type === 'feed'
    const performerId = isPost
      ? (await visibleItem(ctx, viewer, body.id, 'feed')).item.performerId
      : (await performerFor(ctx, viewer, body.id)).id
    refuseIf(performerId === viewer.id, 'NOT_TO_ONESELF')
    await store.insert(ctx, viewer.id, performerId, isPost ? body.id : null)
    return { data: { _id: body.id, isInterested: false as const } }
  }),
  route(contract.unsetNotInterested, async (ctx, { viewer, params }) => {
    await store.remove(ctx, viewer.id, params.id)
    return { data: { _id: params.id, isInterested: true as const } }
  }),
  route(contract.listNotInterested, async (ctx, { viewer, query }) => {
    const { shown, nextCursor, total } = await store.list(ctx, viewer, query, pageOf(query))
    return {
      data: shown.map((entry) => ({
        _id: entry.id,
        type: entry.type,
        performer: {
          _id: entry.performerId,
          name: entry.name,
          username: entry.username,
          avatar: presentAvatar(ctx, entry.avatar),
          isVerified: entry.isVerified,
        },
        title: entry.title,
        publishedAt: entry.publishedAt?.toISOString() ?? null,
        createdAt: entry.createdAt.toISOString(),
      })),
      total,
      nextCursor,
    }
  }),
]
