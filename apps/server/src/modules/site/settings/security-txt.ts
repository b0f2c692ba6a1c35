import type { FastifyInstance } from 'fastify'
import type { Context } from '../../../platform/context.ts'
import { ownOrigin } from '../../../platform/http/origin.ts'

/** RFC 9116: where to report a vulnerability. The operator's address is a setting; the disclosure policy is in SECURITY.md. */
export function serveSecurityTxt(app: FastifyInstance, ctx: Context): void {
  app.get('/.well-known/security.txt', { schema: { hide: true } }, (request, reply) => {
    const origin = ownOrigin(ctx.config, request)
    const expires = new Date(ctx.clock.now().getTime() + 180 * 86_400_000)
    return reply
      .type('text/plain; charset=utf-8')
      .send(
        [
          `Contact: ${ctx.settings.get('securityContact') || `${origin}/contact`}`,
          `Expires: ${expires.toISOString()}`,
          'Preferred-Languages: en',
          `Canonical: ${origin}/.well-known/security.txt`,
          '',
        ].join('\n'),
      )
  })
}
