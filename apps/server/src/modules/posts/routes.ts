import * as contract from '@fanlight/contract/posts'
import { audit } from '../../platform/audit.ts'
import type { Context } from '../../platform/context.ts'
import { pageOf } from '../../platform/cursor.ts'
import { route } from '../../platform/http.ts'
import { refuse, refuseField, refuseIf } from '../../platform/refusal.ts'
import { presentHeading, presentPost } from './present.ts'
import { clean } from './rich-text.ts'
import * as store from './store.ts'

export const postRoutes = [
  route(contract.searchPosts, async (ctx, { query, viewer }) => {
    const { found, total } = await store.search(ctx, query, preferred(ctx, query.locale, viewer.locale), pageOf(query))
    return { data: found.map((one) => presentHeading(ctx, one)), total: Number(total), nextCursor: null }
  }),
  route(contract.getPost, async (ctx, { params, query, viewer }) => ({
    data: await shown(ctx, params.id, preferred(ctx, query.locale, viewer.locale)),
  })),
  route(contract.writePost, (ctx, { params, body, viewer, request }) =>
    ctx.transaction(async (tx) => {
      const html = clean(body.html)
      if (html === '') refuseField('INVALID_INPUT', 'html')
      const before = await store.locked(tx, params)
      await store.write(tx, params, { ...body, html }, viewer.id)
      await audit(tx, viewer, request.id, {
        action: 'post.written',
        target: { type: 'post', id: `${params.slug}/${params.locale}` },
        ...(before && { before }),
        after: { title: body.title, html },
      })
      return { data: await shown(tx, params.slug, [params.locale]) }
    }),
  ),
  route(contract.removePost, (ctx, { params, viewer, request }) =>
    ctx.transaction(async (tx) => {
      const before = await store.locked(tx, params)
      refuseIf(!before, 'NOT_FOUND')
      await store.remove(tx, params)
      await audit(tx, viewer, request.id, {
        action: 'post.removed',
        target: { type: 'post', id: `${params.slug}/${params.locale}` },
        before: { ...before },
      })
      return { data: { success: true as const } }
    }),
  ),
]

async function shown(ctx: Context, name: string, locales: readonly string[]) {
  const found = await store.find(ctx, name, locales)
  if (!found) refuse('NOT_FOUND')
  return presentPost(ctx, found)
}

/** The language asked for, the reader's, the site's, English. */
const preferred = (ctx: Context, asked: string | undefined, reader: string): string[] => [
  ...(asked ? [asked] : []),
  reader,
  ctx.settings.get('defaultLocale'),
  'en-US',
]
