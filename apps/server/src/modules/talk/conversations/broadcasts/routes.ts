import * as contract from '@fanlight/contract/broadcasts'
import { fromHundredths } from '@fanlight/contract/fields'
import type { Context } from '../../../../platform/context.ts'
import { cut, pageOf } from '../../../../platform/db/cursor.ts'
import { route } from '../../../../platform/http/http.ts'
import type { SignedIn } from '../../../../platform/viewer.ts'
import { loadFiles, presentFile } from '../../../media/serving/present.ts'
import * as store from './store.ts'
import { cancel, create, preview, unsend, update } from './writing.ts'

async function present(
  ctx: Context,
  viewer: SignedIn,
  found: readonly store.BroadcastRow[],
): Promise<contract.Broadcast[]> {
  const [files, figures] = await Promise.all([
    loadFiles(ctx, [...new Set(found.flatMap(({ fileIds }) => fileIds))]),
    store.figuresOf(
      ctx,
      found.map(({ id }) => id),
    ),
  ])
  const byId = new Map(figures.map((figure) => [figure.id, figure]))
  return found.map((row) => {
    const { opened, bought, revenue, hasUnread } = byId.get(row.id)!
    return {
      _id: row.id,
      text: row.text,
      fileIds: row.fileIds,
      files: row.fileIds.flatMap((id) => {
        const file = files.get(id)
        return file ? [presentFile(ctx, file, viewer, { granted: true })] : []
      }),
      price: row.price === null ? null : fromHundredths(row.price),
      include: row.include,
      exclude: row.exclude,
      leaveOutOwners: row.leaveOutOwners,
      status: row.status,
      recipients: row.recipients,
      sent: row.sent,
      opened,
      bought,
      revenue: fromHundredths(revenue),
      canUnsend: (row.status === 'sending' || row.status === 'sent') && hasUnread,
      publishAt: row.publishAt.toISOString(),
      createdAt: row.createdAt.toISOString(),
    }
  })
}
const presentedOf = async (ctx: Context, viewer: SignedIn, id: string) => ({
  data: (await present(ctx, viewer, [(await store.byId(ctx, id))!]))[0]!,
})

export const broadcastRoutes = [
  route(contract.createBroadcast, async (ctx, { viewer, body }) =>
    presentedOf(ctx, viewer, await create(ctx, viewer, body)),
  ),
  route(contract.previewBroadcast, async (ctx, { viewer, body }) => ({ data: await preview(ctx, viewer, body) })),
  route(contract.listBroadcasts, async (ctx, { viewer, query }) => {
    const page = pageOf(query)
    const { shown, nextCursor } = cut(page.tooDeep ? [] : await store.list(ctx, viewer.id, query, page), page)
    return { data: await present(ctx, viewer, shown), total: await store.total(ctx, viewer.id), nextCursor }
  }),
  route(contract.updateBroadcast, async (ctx, { viewer, params, body }) => {
    await update(ctx, viewer, params.id, body)
    return presentedOf(ctx, viewer, params.id)
  }),
  route(contract.cancelBroadcast, async (ctx, { viewer, params }) => {
    await cancel(ctx, viewer, params.id)
    return { data: { success: true as const } }
  }),
  route(contract.unsendBroadcast, async (ctx, { viewer, params }) => {
    await unsend(ctx, viewer, params.id)
    return presentedOf(ctx, viewer, params.id)
  }),
]
