import * as contract from '@fanlight/contract/search'
import { route } from '../../../platform/http/http.ts'
import { countKeyword, trendingKeywords } from './keywords.ts'

export const searchRoutes = [
  route(contract.countKeyword, async (ctx, { viewer, body }) => ({
    data: { counted: await countKeyword(ctx, viewer, body.keyword) },
  })),
  route(contract.trendingKeywords, async (ctx, { query }) => {
    const keywords = await trendingKeywords(ctx, query.pageSize)
    return { data: keywords.map((keyword) => ({ keyword })), total: keywords.length, nextCursor: null }
  }),
]
