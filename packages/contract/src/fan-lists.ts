import { audiencePageMax } from './audience-groups.ts'
import { audienceSegment } from './audience.ts'
import { z } from 'zod'
import { done, endpoint, many, one } from './endpoint.ts'
import { id, instant, line, listQuery, username } from './fields.ts'
import { personSummary } from './items.ts'

// Lists of fans: a creator opens items to the members of some lists. Fans never learn of a list.

export const fanListsMax = 100
export const fanListMembersMax = 10_000

const fanList = z.object({ _id: id, name: z.string(), members: z.int(), updatedAt: instant })
export type FanList = z.infer<typeof fanList>
const params = z.object({ id })
const body = z.strictObject({ name: line(1, 60) })

export const createFanList = endpoint('POST /performer/fan-lists', {
  group: 'fan lists',
  summary: 'Makes a list of fans, without members.',
  who: 'approved',
  limit: 'write',
  refuses: ['TOO_MANY_LISTS'],
  body,
  reply: one(fanList),
})
export const listFanLists = endpoint('GET /performer/fan-lists', {
  group: 'fan lists',
  summary: 'One’s own lists of fans.',
  who: 'performer',
  limit: 'read',
  query: z.object(listQuery(['updatedAt', 'createdAt'])),
  reply: many(fanList),
})
export const renameFanList = endpoint('PUT /performer/fan-lists/:id', {
  group: 'fan lists',
  summary: 'Renames a list of fans.',
  who: 'approved',
  limit: 'write',
  params,
  body,
  reply: one(fanList),
})
export const deleteFanList = endpoint('DELETE /performer/fan-lists/:id', {
  group: 'fan lists',
  summary: 'Deletes a list of fans that no item is for.',
  who: 'performer',
  limit: 'write',
  refuses: ['LIST_IN_USE'],
  params,
  reply: done,
})
export const listFanListMembers = endpoint('GET /performer/fan-lists/:id/members', {
  group: 'fan lists',
  summary: 'The members of a list of fans, newest first.',
  who: 'performer',
  limit: 'read',
  params,
  query: z.object(listQuery(['createdAt', 'updatedAt'])),
  reply: many(personSummary.extend({ addedAt: instant })),
})
export const addFanListMember = endpoint('POST /performer/fan-lists/:id/members', {
  group: 'fan lists',
  summary: 'Adds a fan to a list. Adding twice changes nothing.',
  who: 'approved',
  limit: 'write',
  refuses: ['NOT_A_FAN', 'TOO_MANY_MEMBERS'],
  params,
  body: z.strictObject({ username }),
  reply: one(personSummary.extend({ addedAt: instant })),
})
/** Those who are on it already stay, and those who are no fans any more are left out. All of a segment are added, or none. */
export const addFansToList = endpoint('POST /performer/fan-lists/:id/people', {
  group: 'fan lists',
  summary: 'Adds several fans to a list, or all of a segment of the audience.',
  who: 'approved',
  limit: 'write',
  refuses: ['TOO_MANY_MEMBERS'],
  params,
  body: z.union([
    z.strictObject({ ids: z.array(id).min(1).max(audiencePageMax) }),
    z.strictObject({ segment: audienceSegment }),
  ]),
  reply: one(z.object({ added: z.int() })),
})
export const removeFanListMember = endpoint('DELETE /performer/fan-lists/:id/members/:accountId', {
  group: 'fan lists',
  summary: 'Removes a fan from a list; the items that it opened are closed to them at once.',
  who: 'performer',
  limit: 'write',
  params: z.object({ id, accountId: id }),
  reply: done,
})
export const findFans = endpoint('GET /performer/fan-list-candidates', {
  group: 'fan lists',
  summary: 'Fans whose username begins like this.',
  who: 'performer',
  limit: 'read',
  query: z.object({
    q: z
      .string()
      .trim()
      .toLowerCase()
      .regex(/^[a-z0-9_.]{2,30}$/),
  }),
  reply: many(personSummary),
})
