import type { FastifyInstance } from 'fastify'
import type { Context } from '../../platform/context.ts'

/** Says “Restricted to Adults” to filters and search engines, on what shows adult work and on all of a site that is made of it. */
export const adultLabel = 'RTA-5042-1996-1400-1577-RTA'

export function labelAdult(app: FastifyInstance, ctx: Context): void {
  app.addHook('onSend', async (request, reply) => {
    if (request.showsAdult || ctx.settings.get('adultContent') === 'everything') reply.header('rating', adultLabel)
  })
}
