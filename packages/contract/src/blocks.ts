import { z } from 'zod'
import { country } from './countries.ts'
import { endpoint, many, one } from './endpoint.ts'
import { personSummary } from './items.ts'
import { nameOrId } from './posts.ts'
import { id, instant, listQuery, text, tokens } from './fields.ts'

// spec: geo.check

export const blockUser = endpoint('POST /block/users', {
  group: 'blocks',
  summary: 'Blocks an account: neither sees the other any more. Blocking twice changes nothing.',
  who: 'any',
  limit: 'write',
  refuses: ['NOT_TO_ONESELF'],
  body: z.strictObject({ userId: id, reason: text(0, 300).optional() }),
  reply: one(z.object({ userId: z.string(), isBlocked: z.literal(true) })),
})
const refunds = {
  /** Tokens that go back for days of subscriptions that can't be used. */
  returned: tokens,
  /** Orders that are not shipped yet: they are cancelled, and `ordersReturned` tokens go back. */
  orders: z.int(),
  ordersReturned: tokens,
  /** What was bought from the blocker and stays its buyer's, to look at and to download. */
  purchases: z.int(),
}
/** Of subscriptions between the two, one's own ends without a refund; theirs ends, and its unused days go back to them. */
export const blockEffects = endpoint('GET /block/users/:id/effects', {
  group: 'blocks',
  summary: 'Says what blocking an account would end, and what it would return.',
  who: 'any',
  limit: 'read',
  params: z.object({ id }),
  reply: one(
    z.object({
      mine: z.boolean(),
      theirs: z.boolean(),
      ...refunds,
      /** Of either for a show of the other whose goal has yet to be reached: they go back, `pledgesReturned` tokens in all. */
      pledges: z.int(),
      pledgesReturned: tokens,
    }),
  ),
})
export const listBlocked = endpoint('GET /block/users', {
  group: 'blocks',
  summary: 'Accounts one has blocked.',
  who: 'any',
  limit: 'read',
  query: z.object(listQuery(['createdAt', 'updatedAt'])),
  reply: many(personSummary.extend({ reason: z.string(), blockedAt: instant })),
})
export const unblockUser = endpoint('DELETE /block/users/:id', {
  group: 'blocks',
  summary: 'Takes a block back.',
  who: 'any',
  limit: 'write',
  params: z.object({ id }),
  reply: one(z.object({ userId: z.string(), isBlocked: z.literal(false) })),
})
const countries = z.array(country).max(300)
export const blockCountries = endpoint('POST /block/countries', {
  group: 'blocks',
  summary: 'Sets the countries that may not see one; the list replaces the one before.',
  who: 'performer',
  limit: 'write',
  body: z.strictObject({ countries }),
  reply: one(z.object({ countries: z.array(z.string()) })),
})
/** Of those who were last seen in a country that is not blocked now. */
export const countryEffects = endpoint('GET /block/countries/effects', {
  group: 'blocks',
  summary: 'Says what blocking these countries would end, and what it would return.',
  who: 'performer',
  limit: 'read',
  query: z.object({
    /** Codes of two characters, separated by commas: the whole list as it would be. */
    countries: z
      .string()
      .max(1200)
      .transform((values) => [...new Set(values.split(',').filter(Boolean))])
      .pipe(countries),
  }),
  reply: one(z.object({ subscriptions: z.int(), ...refunds })),
})
export const listBlockedCountries = endpoint('GET /block/countries', {
  group: 'blocks',
  summary: 'The countries that may not see one.',
  who: 'performer',
  limit: 'read',
  reply: one(z.object({ countries: z.array(z.string()) })),
})
export const checkCountry = endpoint('GET /block/countries/check', {
  group: 'blocks',
  summary: 'Says whether the visitor’s country is blocked, by the site or by one creator.',
  who: 'public',
  limit: 'read',
  whileGeoBlocked: true,
  query: z.object({ performerId: nameOrId.optional() }),
  reply: one(z.object({ blocked: z.boolean(), country: z.string().nullable() })),
})
