import * as contract from '@fanlight/contract/addresses'
import type { Context } from '../../../platform/context.ts'
import { pageWithin } from '../../../platform/db/cursor.ts'
import { rows, sql } from '../../../platform/db/db.ts'
import { route } from '../../../platform/http/http.ts'
import type { SignedIn } from '../../../platform/viewer.ts'
import { type AddressRow, columns, deleteAddress, save, rewrite, type Written } from './address-book.ts'

// Only their owner ever reads addresses here. A seller sees the copy in an order, and nothing else.

const rewriteIt = async (
  ctx: Context,
  { viewer, params, body }: { viewer: SignedIn; params: { id: string }; body: Written },
) => ({ data: present(await rewrite(ctx, viewer.id, params.id, body)) })

export const addressRoutes = [
  route(contract.createAddress, async (ctx, { viewer, body }) => ({ data: present(await save(ctx, viewer.id, body)) })),
  route(contract.editAddress, rewriteIt),
  route(contract.editAddressByPost, rewriteIt),
  route(contract.listAddresses, async (ctx, { viewer, query }) => {
    const column = sql.ref(query.sortBy === 'createdAt' ? 'created_at' : 'updated_at')
    const way = sql.raw(query.sort === 'asc' ? 'ASC' : 'DESC')
    const found = await rows(
      ctx.db,
      sql<AddressRow>`SELECT ${columns} FROM addresses WHERE account_id = ${viewer.id}
        ORDER BY ${column} ${way}, id ${way}`,
    )
    return pageWithin(found.map(present), query)
  }),
  route(contract.deleteAddress, async (ctx, { viewer, params }) => {
    await deleteAddress(ctx, viewer.id, params.id)
    return { data: { success: true as const } }
  }),
]

const present = ({ id, createdAt, updatedAt, ...rest }: AddressRow) => ({
  _id: id,
  ...rest,
  createdAt: createdAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
})
