import type { FastifyInstance } from 'fastify'
import type { Context } from '../../../platform/context.ts'

/** The label “Restricted to Adults” for filters and search engines, on pages with adult content and on all pages of an adult site. */
export const adultLabel = 'RTA-5042-1996-1400-1577-RTA'

export function labelAdult(app: FastifyInstance, ctx: Context): void {
  app.addHook('onSend', async (request, reply) => {
    if (request.showsAdult || ctx.settings.get('adultContent') === 'everything') reply.header('rating', adultLabel)
  })
}
