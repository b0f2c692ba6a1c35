import * as contract from '@fanlight/contract/pages'
import type { Context } from '../../../platform/context.ts'
import { nextByCount, pageByCount } from '../../../platform/db/cursor.ts'
import { route } from '../../../platform/http/http.ts'
import { refuse } from '../../../platform/refusal.ts'
import { presentHeading, presentListed, presentPost, presentText, preview } from './present.ts'
import { headsOf, listed, writtenAt } from './staff-store.ts'
import * as store from './store.ts'
import { remove, write } from './edit-page.ts'

export const postRoutes = [
  route(contract.searchPosts, async (ctx, { query, viewer }) => {
    const page = pageByCount(query)
    const { found, total } = await store.search(ctx, query, preferred(ctx, query.locale, viewer.locale), page)
    const nextCursor = nextByCount(page, found.length, Number(total))
    return { data: found.map((entry) => presentHeading(ctx, entry)), total: Number(total), nextCursor }
  }),
  route(contract.getPost, async (ctx, { params, query, viewer }) => ({
    data: await shown(ctx, params.id, preferred(ctx, query.locale, viewer.locale)),
  })),
  route(contract.listTexts, async (ctx, { query, viewer }) => {
    const page = pageByCount(query)
    const { found, total } = await listed(ctx, query, preferred(ctx, query.locale, viewer.locale), page)
    const nextCursor = nextByCount(page, found.length, Number(total))
    return { data: found.map(presentListed), total: Number(total), nextCursor }
  }),
  route(contract.viewText, async (ctx, { params }) => ({ data: await staffText(ctx, params) })),
  route(contract.previewText, async (ctx, { body }) => ({ data: preview(ctx, body.html) })),
  route(contract.writePost, async (ctx, { params, body, viewer, request }) => {
    await write(ctx, { viewer, requestId: request.id }, params, body)
    return { data: await staffText(ctx, params) }
  }),
  route(contract.removePost, async (ctx, { params, viewer, request }) => {
    await remove(ctx, { viewer, requestId: request.id }, params)
    return { data: { success: true as const } }
  }),
]

async function shown(ctx: Context, name: string, locales: readonly string[]) {
  const found = await store.find(ctx, name, locales)
  if (!found) refuse('NOT_FOUND')
  return presentPost(ctx, found)
}

async function staffText(ctx: Context, location: store.PageLocation) {
  const [heads, written] = await Promise.all([headsOf(ctx, location.slug), writtenAt(ctx, location)])
  return presentText(location, heads, written)
}

/** Tries the requested language, then the reader's, the site's, and English. */
const preferred = (ctx: Context, requestedLocale: string | undefined, reader: string): string[] => [
  ...(requestedLocale ? [requestedLocale] : []),
  reader,
  ctx.settings.get('defaultLocale'),
  'en-US',
]
