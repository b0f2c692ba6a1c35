import { z } from 'zod'
import { says } from './field-errors.ts'
import { country } from './countries.ts'
import { done, endpoint, many, one } from './endpoint.ts'
import { id, instant, line, listQuery } from './fields.ts'

/** The most addresses that an account may store. */
export const addressesMax = 10

const phone = z
  .string()
  .trim()
  .max(30)
  .regex(/^(\+?[0-9][0-9 ()./-]{4,28})?$/, says('PHONE_SHAPE'))

const fields = {
  /** The recipient of a parcel. */
  name: line(1, 100),
  line1: line(1, 200),
  line2: line(0, 200).default(''),
  city: line(1, 100),
  /** State, province or prefecture, where addresses name one. */
  state: line(0, 100).default(''),
  /** Some countries have none. */
  postalCode: line(0, 20).default(''),
  country,
  phone: phone.default(''),
}
/** An address as a parcel needs it. */
export const deliveryAddress = z.object(fields)
const shownAddress = z.object({
  _id: z.string(),
  ...fields,
  isDefault: z.boolean(),
  createdAt: instant,
  updatedAt: instant,
})
const body = z.strictObject({ ...fields, isDefault: z.boolean().optional() })

export const createAddress = endpoint('POST /addresses/create', {
  group: 'addresses',
  summary: 'Keeps a delivery address, ten at most. The first is the default by itself.',
  who: 'any',
  limit: 'write',
  refuses: ['TOO_MANY_ADDRESSES'],
  body,
  reply: one(shownAddress),
})
const edit = {
  group: 'addresses',
  summary: 'Writes one of one’s own addresses anew, every field of it. Orders keep the address they were sent to.',
  who: 'any',
  limit: 'write',
  formOrJson: true,
  params: z.object({ id }),
  body,
  reply: one(shownAddress),
} as const
export const editAddress = endpoint('PUT /addresses/:id', edit)
export const editAddressByPost = endpoint('POST /addresses/:id', edit)
export const listAddresses = endpoint('GET /addresses/search', {
  group: 'addresses',
  summary: 'One’s own addresses.',
  who: 'any',
  limit: 'read',
  query: z.object(listQuery(['updatedAt', 'createdAt'])),
  reply: many(shownAddress),
})
export const deleteAddress = endpoint('DELETE /addresses/:id', {
  group: 'addresses',
  summary: 'Deletes an address. If it was the default, the one changed last takes its place.',
  who: 'any',
  limit: 'write',
  params: z.object({ id }),
  reply: done,
})
