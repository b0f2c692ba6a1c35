import type { Endpoint } from '@fanlight/contract/endpoint'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { OpenAPIV3 } from 'openapi-types'

/**
 * The reference pages at /api/docs and /api/openapi.json. They are generated from the contract on the first request: until then the
 * server has neither the generator nor the pages in memory.
 */
export function serveReference(app: FastifyInstance, declared: readonly Endpoint[]): void {
  let made: Promise<FastifyInstance> | undefined
  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    made ??= build(declared)
    const found = await (await made).inject({ method: 'GET', url: request.url })
    reply.code(found.statusCode)
    for (const name of ['content-type', 'location', 'content-security-policy', 'cache-control', 'etag'] as const)
      if (found.headers[name] !== undefined) reply.header(name, found.headers[name])
    return reply.send(found.rawPayload)
  }
  app.addHook('onClose', async () => (await made)?.close())
  for (const url of ['/api/openapi.json', '/api/docs', '/api/docs/*']) app.get(url, { schema: { hide: true } }, answer)
}

/** An application that never listens: it has the document and the pages that show it. */
async function build(declared: readonly Endpoint[]): Promise<FastifyInstance> {
  const [{ default: Fastify }, { default: swagger }, { default: swaggerUi }, { openApiOf }] = await Promise.all([
    import('fastify'),
    import('@fastify/swagger'),
    import('@fastify/swagger-ui'),
    import('./openapi.ts'),
  ])
  const app = Fastify()
  const document = openApiOf(declared)
  await app.register(swagger, {
    mode: 'static',
    specification: { document: document as unknown as OpenAPIV3.Document },
  })
  await app.register(swaggerUi, { routePrefix: '/api/docs' })
  app.get('/api/openapi.json', () => document)
  await app.ready()
  return app
}
