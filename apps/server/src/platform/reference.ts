import type { Endpoint } from '@fanlight/contract/endpoint'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

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

/** An application that never listens: it knows every call's shape and answers none of them. */
async function build(declared: readonly Endpoint[]): Promise<FastifyInstance> {
  const [{ default: Fastify }, { default: swagger }, { default: swaggerUi }, zod] = await Promise.all([
    import('fastify'),
    import('@fastify/swagger'),
    import('@fastify/swagger-ui'),
    import('fastify-type-provider-zod'),
  ])
  const app = Fastify({ routerOptions: { maxParamLength: 300 } })
  app.setValidatorCompiler(zod.validatorCompiler)
  app.setSerializerCompiler(zod.serializerCompiler)
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Fanlight', version: '1', license: { name: 'MIT', identifier: 'MIT' } },
    },
    transform: zod.jsonSchemaTransform,
  })
  await app.register(swaggerUi, { routePrefix: '/api/docs' })
  await app.register(async (calls) => {
    for (const endpoint of declared)
      calls.route({
        method: endpoint.method,
        url: `/api${endpoint.path}`,
        schema: schemaOf(endpoint),
        handler: (_request, reply) => reply.callNotFound(),
      })
    calls.get('/api/openapi.json', { schema: { hide: true } }, () => app.swagger())
  })
  await app.ready()
  return app
}

const schemaOf = ({ group, summary, params, query, body, files, reply }: Endpoint) => ({
  tags: [group],
  summary,
  ...(params && { params }),
  ...(query && { querystring: query }),
  ...(body && !files && { body }),
  ...(files && { consumes: ['multipart/form-data'] }),
  response: { 200: reply },
})
