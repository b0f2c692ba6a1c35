import { z } from 'zod'
import { endpoint, one } from './endpoint.ts'
import { line } from './fields.ts'
import { type Menus, menusSetting } from './settings.ts'

// The links at the top and at the foot of public pages.

const menus = z.object({
  menus: menusSetting,
  /** Names these menus; a change says which ones it was made from. */
  version: z.string(),
})
const staff = { group: 'admin', who: 'admin:content', limit: 'admin' } as const

export const viewMenus = endpoint('GET /admin/menus', {
  ...staff,
  summary: 'The links of the site’s menus.',
  reply: one(menus),
})
export const changeMenus = endpoint('PUT /admin/menus', {
  ...staff,
  summary: 'Writes the menus anew. `null` brings back the links that the product ships with.',
  audit: true,
  refuses: ['CONFLICT'],
  body: z.strictObject({ menus: menusSetting, reason: line(3, 300), version: z.string().max(100).optional() }),
  reply: one(menus),
})
export type { Menus }
