import { z } from 'zod'
import { endpoint, many, one } from './endpoint.ts'
import { performerSummary } from './items.ts'
import { shownFeed } from './posts.ts'
import { line, listQuery, text } from './fields.ts'

// Keyword search, and the keywords that other users search for.

export const keywordMax = 60

export const countKeyword = endpoint('POST /search/keywords', {
  group: 'search',
  summary: 'Counts a search, once per visitor and hour. Who searched is not stored.',
  who: 'public',
  limit: 'write',
  idempotent: 'none',
  body: z.object({ keyword: line(1, 100) }),
  /** Whether the search is counted: terms that are too long, look like a person's address or are on the staff's blocklist are not. */
  reply: one(z.object({ counted: z.boolean() })),
})
export const trendingKeywords = endpoint('GET /search/list/keywords', {
  group: 'search',
  summary: 'What several different people searched lately, the most wanted first.',
  who: 'public',
  limit: 'read',
  query: z.object({ pageSize: z.coerce.number().int().min(1).max(50).default(10) }),
  reply: many(z.object({ keyword: z.string() })),
})
export const suggestTerms = endpoint('GET /search/suggestions', {
  group: 'search',
  summary: 'Creators and keywords that begin with the typed text, or with text similar to it.',
  who: 'public',
  limit: 'read',
  query: z.object({ q: text(1, 60) }),
  reply: one(
    z.object({
      performers: z.array(performerSummary.extend({ tagline: z.string() })),
      keywords: z.array(z.string()),
      categories: z.array(z.string()),
    }),
  ),
})
export const searchFeeds = endpoint('GET /search/feeds', {
  group: 'search',
  summary: 'Posts by their titles, and by their text where it is public. `total` is exact to 1,000.',
  who: 'public',
  limit: 'read',
  query: z.object({ ...listQuery(['relevance', 'publishedAt', 'updatedAt']), q: text(1, 100) }),
  reply: many(shownFeed),
})
