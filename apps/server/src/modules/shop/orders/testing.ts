import { randomUUID } from 'node:crypto'
import { row, rows, sql } from '../../../platform/db/db.ts'
import { api } from '../../../testing/api.ts'
import { type Built, buildPerformer } from '../../../testing/builders.ts'
import type { TestServer } from '../../../testing/server.ts'
import { buildProduct, type BuiltProduct } from '../products/testing.ts'
import { buildFan, payer } from '../../money/wallet/testing.ts'

export const homeAddress = {
  name: 'Jamie Rowe',
  line1: '4-2-8 Shibakoen',
  city: 'Minato',
  postalCode: '105-0011',
  country: 'JP',
}

/** Requests about orders, and what tests read of them. */
export function shopOf(server: TestServer) {
  const { ctx } = server
  const as = (who: Built) => api(server).as(who)
  return {
    /** A seller with one product, and a fan with tokens and an address. */
    async scene(product: BuiltProduct = {}, tokens = 500) {
      const seller = await buildPerformer(ctx)
      const fan = await buildFan(ctx, tokens)
      const productId = await buildProduct(ctx, seller, product)
      await as(fan).post('/addresses/create', homeAddress)
      return { seller, fan, productId }
    },
    async buy(fan: Built, productId: string, body: object = {}): Promise<string> {
      const reply = await payer(server, fan).keyed(`/wallet/charges/product/${productId}`, body, randomUUID())
      if (reply.status !== 200) throw new Error(reply.text)
      return reply.body.data._id
    },
    order: async (who: Built, id: string) => (await as(who).get(`/orders/${id}`)).body.data,
    update: (seller: Built, id: string, body: object) => as(seller).put(`/orders/${id}/update`, body),
    /** `received`, `cancel`, `problem`, `problem/answer` and so on. */
    act: (who: Built, id: string, path: string, body?: object) => as(who).post(`/orders/${id}/${path}`, body),
    stockOf: async (productId: string) =>
      (await row(ctx.db, sql<{ stock: number | null }>`SELECT stock FROM products WHERE item_id = ${productId}`))!
        .stock,
    mailsTo: async ({ email }: Built) =>
      (
        await rows(
          ctx.db,
          sql<{ kind: string }>`SELECT kind FROM mails WHERE to_address = ${email} ORDER BY created_at, id`,
        )
      ).map(({ kind }) => kind),
  }
}
