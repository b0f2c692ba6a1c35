import { z } from 'zod'
import { says } from './field-errors.ts'
import { done, endpoint, many, one } from './endpoint.ts'
import { id, instant, line } from './fields.ts'
import { uploadedFile } from './media.ts'
import { sitePath } from './settings.ts'

// Images with a link that the site shows for a limited time: its own news, or paid advertising.

export const promoPositions = ['landing', 'home', 'explore'] as const
const position = z.enum(promoPositions)

const image = z.object({
  url: z.string(),
  width: z.int().nullable(),
  height: z.int().nullable(),
  averageColor: z.string().nullable(),
  sources: z.array(z.object({ url: z.string(), format: z.string(), width: z.int(), height: z.int() })),
})
const promo = z.object({
  _id: z.string(),
  title: z.string(),
  /** Where it leads: elsewhere, or a path of this site. */
  url: z.string(),
  image: image,
  position,
  ordering: z.int(),
  startsAt: instant,
  endsAt: instant.nullable(),
})
const staffPromo = promo.extend({
  image: image.nullable(),
  imageId: z.string(),
  state: z.enum(['waiting', 'running', 'over']),
  updatedAt: instant,
})

export const searchPromos = endpoint('GET /site-promo/search', {
  group: 'promo',
  summary: 'What the site shows right now, in its order.',
  who: 'public',
  limit: 'read',
  query: z.object({ position: position.optional() }),
  reply: many(promo),
})

const staff = { group: 'admin', who: 'admin:content', limit: 'admin' } as const
const fields = z
  .strictObject({
    title: line(1, 120),
    url: sitePath,
    imageId: id,
    position,
    ordering: z.int().min(0).max(1000).default(0),
    startsAt: instant,
    endsAt: instant.nullable().default(null),
  })
  .refine(({ startsAt, endsAt }) => endsAt === null || Date.parse(endsAt) > Date.parse(startsAt), {
    path: ['endsAt'],
    message: says('END_BEFORE_START'),
  })
const params = z.object({ id })

export const listPromos = endpoint('GET /admin/promos', {
  ...staff,
  summary: 'Every promo: running ones first, then those that wait, then those that are over.',
  reply: many(staffPromo),
})
export const makePromo = endpoint('POST /admin/promos', {
  ...staff,
  summary: 'Makes a promo.',
  audit: true,
  refuses: ['IMAGE_NOT_READY'],
  body: fields,
  reply: one(staffPromo),
})
export const changePromo = endpoint('PUT /admin/promos/:id', {
  ...staff,
  summary: 'Changes a promo.',
  audit: true,
  refuses: ['IMAGE_NOT_READY'],
  params,
  body: fields,
  reply: one(staffPromo),
})
export const removePromo = endpoint('DELETE /admin/promos/:id', {
  ...staff,
  summary: 'Takes a promo away.',
  audit: true,
  params,
  reply: done,
})
export const uploadPromoImage = endpoint('POST /admin/promos/images', {
  group: 'admin',
  summary: 'Uploads the image of a promo.',
  who: 'admin:content',
  limit: 'upload',
  audit: true,
  idempotent: 'upload',
  files: ['image'],
  reply: one(uploadedFile),
})
