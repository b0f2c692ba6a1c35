import * as contract from '@fanlight/contract/search'
import { route } from '../../platform/http.ts'
import { suggestWhileTyping } from '../performers/search-suggestions.ts'
import { countKeyword, keywordOf, trendingKeywords } from './keywords.ts'

const keywordsMax = 5

export const searchRoutes = [
  route(contract.countKeyword, async (ctx, { viewer, body }) => ({
    data: { counted: await countKeyword(ctx, viewer, body.keyword) },
  })),
  route(contract.trendingKeywords, async (ctx, { query }) => {
    const keywords = await trendingKeywords(ctx, query.pageSize)
    return { data: keywords.map((keyword) => ({ keyword })), total: keywords.length, nextCursor: null }
  }),
  route(contract.suggestTerms, async (ctx, { viewer, query }) => {
    const begin = keywordOf(query.q)
    const [found, keywords] = await Promise.all([
      suggestWhileTyping(ctx, viewer, query.q),
      begin === undefined ? [] : trendingKeywords(ctx, keywordsMax, begin),
    ])
    return { data: { ...found, keywords } }
  }),
]
